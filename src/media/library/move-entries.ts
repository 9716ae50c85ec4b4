// Moves several files and folders at once, all or none (docs/strapi/media.md, "Folders").
import type { WriteContext } from '../../documents/write-context.ts';
import { formError, type FormIssue } from '../../forms/check-form.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { MoveInput } from './folder-form.ts';
import { isWithin, readFolders, ROOT, type FolderRow } from './folder-rows.ts';
import { movedPaths } from './folder-tree.ts';
import { parentIn, renamePaths } from './folders.ts';
import { linkToFolder, touchRows, type AdminId } from './placement.ts';
import { rowIds } from '../../base/row-id.ts';

/** Row ids of moved or deleted entries. */
export interface EntryRows {
  readonly files: readonly number[];
  readonly folders: readonly number[];
}

/** A move of files and folders. */
export interface MoveRequest extends MoveInput {
  /** The body as sent, for errors. */
  readonly body: unknown;
  readonly by: AdminId;
}

/**
 * Moves files and folders; unknown ids are skipped.
 * @returns the moved entries
 * @throws ValidationError if the destination does not exist, has folders with the same names or is one of the moved ones
 */
export function* moveEntries(context: WriteContext, request: MoveRequest): WriteSteps<EntryRows> {
  const { fileIds, folderIds, destination, body, by } = request;
  const folders = yield* readFolders(context);
  const into = parentIn(folders, destination);
  if (into === undefined) {
    throw rejection(['destinationFolderId'], 'destination folder does not exist', destination);
  }
  const selected = new Set(rowIds(folderIds));
  const moved = folders.filter(({ id }) => selected.has(id));
  const files = yield* presentFiles(context, rowIds(fileIds));
  const problem = problemOf(folders, moved, into);
  if (problem !== null) throw rejection([], problem, body);
  const target = into?.id ?? null;
  const folderRows = moved.map(({ id }) => id);
  yield* linkToFolder(context, { uid: FOLDER, rows: folderRows }, target);
  yield* renamePaths(context, movedPaths(folders, moved, into));
  yield* touchRows(context, { uid: FOLDER, rows: folderRows }, by);
  yield* linkToFolder(context, { uid: FILE, rows: files }, target);
  const values = { folderPath: into?.path ?? ROOT };
  yield* touchRows(context, { uid: FILE, rows: files, values }, by);
  return { files, folders: folderRows };
}

function* presentFiles(
  { layout, statements }: WriteContext,
  ids: readonly number[],
): WriteSteps<readonly number[]> {
  const rows = yield* statements.select(layout.table(FILE), {
    columns: ['id'],
    where: [{ column: 'id', in: ids }],
    order: ['id'],
  });
  return rows.map(([id]) => Number(id));
}

function problemOf(
  folders: readonly FolderRow[],
  moved: readonly FolderRow[],
  into: FolderRow | null,
): string | null {
  // As in Strapi, a folder that is in the destination already is one of them.
  const siblings = folders.filter(({ parent }) => parent === (into?.id ?? null));
  const taken = new Set(siblings.map(({ name }) => name));
  const duplicates = moved.filter(({ name }) => {
    const isTaken = taken.has(name);
    taken.add(name);
    return isTaken;
  });
  if (duplicates.length > 0) return `some folders already exists: ${listed(duplicates)}`;
  const cyclic = into === null ? [] : moved.filter((folder) => isWithin(into, folder));
  if (cyclic.length === 0) return null;
  return `folders cannot be moved inside themselves or one of its children: ${listed(cyclic)}`;
}

function listed(folders: readonly FolderRow[]): string {
  return folders.map(({ name }) => name).join(', ');
}

function rejection(path: FormIssue['path'], message: string, value: unknown): Error {
  return formError([{ path, message, name: 'ValidationError', value }]);
}
