// Deletes several files and folders at once, all or nothing: a folder goes with the folders and files in it
// (docs/strapi/media.md, "Folders").
import type { WriteContext } from '../../documents/write-context.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import type { Database, ReadSteps, WriteSteps } from '../../storage/database.ts';
import type { MediaLibrary } from '../media-library.ts';
import type { DeletedFile } from '../media-parts.ts';
import type { StagingFolder } from '../staging.ts';
import type { EntryIds } from './folder-form.ts';
import { isWithin, readFolders } from './folder-rows.ts';
import { rowIds } from './row-ids.ts';

interface Deletion {
  readonly context: WriteContext;
  readonly database: Database;
  readonly library: MediaLibrary;
}

/** What is deleted: everything, and which of it was named. */
interface Doomed {
  readonly files: readonly number[];
  readonly folders: readonly number[];
  readonly namedFiles: readonly number[];
  readonly namedFolders: readonly number[];
}

/** Attempts, in case the files change while they are deleted. */
const ATTEMPTS = 5;

/** A deletion of entries: what to delete, and the caller. */
export interface DeletionRequest extends EntryIds {
  /** Row id of the administrator. */
  readonly by: number;
  /** Checks the files that are deleted. @throws AppError if one must not be */
  readonly check: (files: readonly number[]) => Promise<void>;
  readonly folder: StagingFolder;
}

/** @returns the files and folders that were named, as they were; ids that no row has are skipped */
export async function deleteEntries(
  { context, database, library }: Deletion,
  request: DeletionRequest,
): Promise<{ readonly files: readonly DeletedFile[]; readonly folders: readonly number[] }> {
  const { by, check, folder } = request;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const doomed = await database.read(findDoomed(context, request));
    await check(doomed.files);
    const entries = await library.entries.list(doomed.files);
    const files = entries.map((entry) => ({ id: Number(entry['id']), entry }));
    const removed = await library.removeAll(files, folder, {
      by: { kind: 'admin', id: by },
      *inTransaction() {
        const now = yield* findDoomed(context, request);
        if (JSON.stringify(now) !== JSON.stringify(doomed)) return false;
        yield* removeFolders(context, doomed.folders);
        return true;
      },
    });
    if (!removed) continue;
    const named = new Set(doomed.namedFiles);
    return { files: files.filter(({ id }) => named.has(id)), folders: doomed.namedFolders };
  }
  throw new Error('files changed while they were being deleted');
}

function* findDoomed(context: WriteContext, { fileIds, folderIds }: EntryIds): ReadSteps<Doomed> {
  const { layout, statements } = context;
  const folders = yield* readFolders(context);
  const selected = new Set(rowIds(folderIds));
  const named = folders.filter(({ id }) => selected.has(id));
  const doomed = folders.filter((folder) => named.some((each) => isWithin(folder, each)));
  const files = layout.table(FILE);
  const [byId = [], inFolders = []] = yield [
    statements.selection(files, {
      columns: ['id'],
      where: [{ column: 'id', in: rowIds(fileIds) }],
      order: ['id'],
    }),
    statements.selection(files, {
      columns: ['id'],
      where: [{ column: layout.column(FILE, 'folderPath'), in: doomed.map(({ path }) => path) }],
      order: ['id'],
    }),
  ];
  const namedFiles = byId.map(([id]) => Number(id));
  const all = new Set([...namedFiles, ...inFolders.map(([id]) => Number(id))]);
  return {
    files: [...all].toSorted((a, b) => a - b),
    folders: doomed.map(({ id }) => id),
    namedFiles,
    namedFolders: named.map(({ id }) => id),
  };
}

function* removeFolders(
  { layout, statements }: WriteContext,
  ids: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(FOLDER), [{ column: 'id', in: ids }]);
}
