// Entry point of scripts: `createQuoin` opens the documents of a project without a server.
/// <reference lib="esnext.disposable" preserve="true" />
import { createEngine } from './app/engine.ts';
import { openProject } from './app/project.ts';
import { openStore } from './app/store.ts';
import type { Documents } from './documents/programs/document-collection.ts';

export { AppError, type ErrorName } from './base/errors.ts';
export type { JsonObject, JsonValue } from './base/json.ts';
export type {
  CreateParams,
  Deleted,
  DeleteParams,
  Document,
  DocumentCollection,
  DocumentData,
  DocumentParams,
  Documents,
  PublicationParams,
  UpdateParams,
  Versions,
} from './documents/programs/document-collection.ts';
export type {
  Filters,
  FilterValue,
  FindFirstParams,
  FindOneParams,
  FindParams,
  LocaleParams,
  PageParams,
  Populate,
  PopulateKeys,
  PopulateOptions,
  SelectionParams,
  Sort,
  SortKeys,
  VersionParams,
} from './documents/programs/find-params.ts';

/** An opened project. */
export interface Quoin extends AsyncDisposable {
  /** The documents of a content-type: `documents('api::article.article')`. */
  readonly documents: Documents;
  /** Closes the database. Await all operations first. Later calls have no effect. */
  close(): Promise<void>;
}

/**
 * Opens the project of a folder and its database, which is created or migrated if needed, as by `quoin start`. A
 * server may use the same database at the same time.
 * @param folder Default: the current folder
 * @throws Error that lists every problem of the project, one per line
 */
export async function createQuoin(folder: string = process.cwd()): Promise<Quoin> {
  const project = await openProject(folder, { reportsEnds: false });
  const store = await openStore(project);
  const { database } = store;
  try {
    const { documents } = await createEngine(project, store);
    let closing: Promise<void> | undefined;
    const close = (): Promise<void> => (closing ??= database.close());
    return { documents, close, [Symbol.asyncDispose]: close };
  } catch (error) {
    await database.close();
    throw error;
  }
}
