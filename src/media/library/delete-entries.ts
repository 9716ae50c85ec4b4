// Deletes several files and folders at once, all or none, with the contents of folders (docs/strapi/media.md, "Folders").
import { isDeepStrictEqual } from 'node:util';
import { AppError } from '../../base/errors.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { MediaLibrary } from '../media-library.ts';
import type { DeletedFile } from '../media-parts.ts';
import type { StagingFolder } from '../staging.ts';
import type { EntryIds } from './folder-form.ts';
import { nearestOf, readFolders } from './folder-rows.ts';
import { rowIds } from '../../base/row-id.ts';

interface Deletion {
  readonly context: WriteContext;
  readonly database: Database;
  readonly library: MediaLibrary;
}

/** Row ids to delete: all of them, and the requested ones. */
interface DeletedRows {
  readonly files: readonly number[];
  readonly folders: readonly number[];
  readonly requestedFiles: readonly number[];
  readonly requestedFolders: readonly number[];
}

/** Maximum number of attempts if the files change during the deletion. */
const ATTEMPTS = 5;

/** A deletion of files and folders. */
export interface DeletionRequest extends EntryIds {
  /** Row id of the administrator. */
  readonly by: number;
  /** Checks the files that are deleted. @throws AppError if one must not be */
  readonly check: (files: readonly number[]) => Promise<void>;
  readonly folder: StagingFolder;
}

/**
 * Deletes files and folders; unknown ids are skipped.
 * @returns the requested entries before their deletion
 * @throws ConflictError if the files do not stop changing, and errors of `check`
 */
export async function deleteEntries(
  { context, database, library }: Deletion,
  request: DeletionRequest,
): Promise<{ readonly files: readonly DeletedFile[]; readonly folders: readonly number[] }> {
  const { by, check, folder } = request;
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const rows = await database.read(findDeletedRows(context, request));
    await check(rows.files);
    const entries = await library.entries.list(rows.files);
    const files = entries.map((entry) => ({ id: Number(entry['id']), entry }));
    const removed = await library.removeAll(files, folder, {
      by: { kind: 'admin', id: by },
      *inTransaction() {
        const now = yield* findDeletedRows(context, request);
        if (!isDeepStrictEqual(now, rows)) return false;
        yield* removeFolders(context, rows.folders);
        return true;
      },
    });
    if (!removed) continue;
    const named = new Set(rows.requestedFiles);
    return { files: files.filter(({ id }) => named.has(id)), folders: rows.requestedFolders };
  }
  throw new AppError(
    'ConflictError',
    'The files changed while they were being deleted. Nothing was deleted. Repeat the deletion.',
  );
}

/** Returns the row ids of all files that a deletion removes, including those in folders. */
export function* filesToDelete(context: WriteContext, ids: EntryIds): ReadSteps<readonly number[]> {
  return (yield* findDeletedRows(context, ids)).files;
}

function* findDeletedRows(
  context: WriteContext,
  { fileIds, folderIds }: EntryIds,
): ReadSteps<DeletedRows> {
  const { layout, statements } = context;
  const folders = yield* readFolders(context);
  const selected = new Set(rowIds(folderIds));
  const named = folders.filter(({ id }) => selected.has(id));
  const nearest = nearestOf(named);
  const rows = folders.filter((folder) => nearest(folder) !== null);
  const files = layout.table(FILE);
  const [byId = [], inFolders = []] = yield [
    statements.selection(files, {
      columns: ['id'],
      where: [{ column: 'id', in: rowIds(fileIds) }],
      order: ['id'],
    }),
    statements.selection(files, {
      columns: ['id'],
      where: [{ column: layout.column(FILE, 'folderPath'), in: rows.map(({ path }) => path) }],
      order: ['id'],
    }),
  ];
  const requestedFiles = byId.map(([id]) => Number(id));
  const all = new Set([...requestedFiles, ...inFolders.map(([id]) => Number(id))]);
  return {
    files: [...all].toSorted((a, b) => a - b),
    folders: rows.map(({ id }) => id),
    requestedFiles,
    requestedFolders: named.map(({ id }) => id),
  };
}

function* removeFolders(
  { layout, statements }: WriteContext,
  ids: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(FOLDER), [{ column: 'id', in: ids }]);
}
