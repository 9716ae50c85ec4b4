// Creates, renames and moves folders, each in one transaction (docs/strapi/media.md, "Folders").
import { createDocumentId } from '../../base/document-id.ts';
import { AppError } from '../../base/errors.ts';
import type { WriteContext } from '../../documents/write-context.ts';
import { formError, type FormIssue } from '../../forms/check-form.ts';
import { FILE, FOLDER } from '../../schema/built-in/uids.ts';
import type { Database } from '../../storage/database.ts';
import type { SqlValue, WriteSteps } from '../../storage/session.ts';
import { replaceValues, type Replacement } from '../../storage/statements/replace-values.ts';
import type { FolderInput } from './folder-form.ts';
import { isWithin, pathIn, readFolders, type FolderRow } from './folder-rows.ts';
import { folderTree, movedPaths, type FolderNode } from './folder-tree.ts';
import { creatorValues, linkToFolder, touchRows, type AdminId } from './placement.ts';

interface FolderDependencies {
  readonly context: WriteContext;
  readonly database: Database;
}

/** Manages the folders of a project. */
export class Folders {
  readonly #dependencies: FolderDependencies;

  constructor(dependencies: FolderDependencies) {
    this.#dependencies = dependencies;
  }

  /** Returns all folders as a tree, sorted by name. */
  async tree(): Promise<readonly FolderNode[]> {
    const { context, database } = this.#dependencies;
    return folderTree(await database.read(readFolders(context)));
  }

  /** @returns the row id of the new folder @throws ValidationError with all errors */
  create(
    { name, parent = null }: FolderInput & { readonly name: string },
    by: AdminId,
  ): Promise<number> {
    const { context, database } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<number> {
        const folders = yield* readFolders(context);
        const into = parentIn(folders, parent);
        const issues = issuesOf(folders, { id: null, name, sentName: name, sent: parent, into });
        if (issues.length > 0) throw formError(issues);
        const pathId = folders.reduce((most, folder) => Math.max(most, folder.pathId), 0) + 1;
        const path = pathIn(into ?? null, pathId);
        const row = yield* insertFolder(context, { name, pathId, path }, by);
        yield* linkToFolder(context, { uid: FOLDER, rows: [row], created: true }, into?.id ?? null);
        return row;
      })(),
    );
  }

  /** Renames a folder, moves it, or both. @throws ValidationError with all errors, NotFoundError */
  update(id: number, { name, parent }: FolderInput, by: AdminId): Promise<void> {
    const { context, database } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<void> {
        const folders = yield* readFolders(context);
        const folder = folders.find((each) => each.id === id);
        if (!folder) throw folderNotFound();
        const sent = parent === undefined ? folder.parent : parent;
        const into = parentIn(folders, sent);
        const change = { id, name: name ?? folder.name, sentName: name, sent, into };
        const issues = issuesOf(folders, change);
        if (issues.length > 0) throw formError(issues);
        const values: Readonly<Record<string, SqlValue>> = { name: change.name };
        yield* touchRows(context, { uid: FOLDER, rows: [id], values }, by);
        if (parent === undefined || (into?.id ?? null) === folder.parent) return;
        yield* linkToFolder(context, { uid: FOLDER, rows: [id] }, into?.id ?? null);
        yield* renamePaths(context, movedPaths(folders, [folder], into ?? null));
      })(),
    );
  }
}

/** Rewrites the paths of folders, and those of the files in them. */
export function* renamePaths(
  context: WriteContext,
  paths: readonly Replacement[],
): WriteSteps<void> {
  const { layout } = context;
  const of = (uid: string, attribute: string) => ({
    table: layout.table(uid),
    column: layout.column(uid, attribute),
  });
  yield* replaceValues(context, of(FOLDER, 'path'), paths);
  yield* replaceValues(context, of(FILE, 'folderPath'), paths);
}

/** 404 for a folder that does not exist. */
export function folderNotFound(): AppError {
  return new AppError('NotFoundError', 'folder not found');
}

/** Finds a folder by its id as sent; null for the root, undefined if it does not exist. */
export function parentIn(
  folders: readonly FolderRow[],
  sent: string | number | null,
): FolderRow | null | undefined {
  return sent === null ? null : folders.find(({ id }) => id === Number(sent));
}

interface FolderChange {
  /** Null for a new folder. */
  readonly id: number | null;
  readonly name: string;
  /** Undefined if the name does not change. */
  readonly sentName: string | undefined;
  /** The parent as sent. */
  readonly sent: string | number | null;
  readonly into: FolderRow | null | undefined;
}

function issuesOf(
  folders: readonly FolderRow[],
  { id, name, sentName, sent, into }: FolderChange,
): readonly FormIssue[] {
  const issues: FormIssue[] = [];
  const add = (field: string, message: string, value: unknown): void =>
    void issues.push({ path: [field], message, name: 'ValidationError', value });
  const siblings = folders.filter((each) => each.parent === (into?.id ?? null) && each.id !== id);
  if (into !== undefined && siblings.some((each) => each.name === name)) {
    add('name', 'A folder with this name already exists', sentName);
  }
  if (into === undefined) add('parent', 'parent folder does not exist', sent);
  const folder = folders.find((each) => each.id === id);
  if (folder && into && isWithin(into, folder)) {
    add('parent', 'folder cannot be moved inside itself', sent);
  }
  return issues;
}

function* insertFolder(
  context: WriteContext,
  { name, pathId, path }: Pick<FolderRow, 'name' | 'pathId' | 'path'>,
  by: AdminId,
): WriteSteps<number> {
  const { layout, statements, dialect } = context;
  const now = dialect.store('datetime', Date.now());
  const times = { createdAt: now, updatedAt: now, publishedAt: now };
  const values = Object.entries({ documentId: createDocumentId(), name, pathId, path, ...times });
  const creators = creatorValues(context, { uid: FOLDER, names: ['createdBy', 'updatedBy'] }, by);
  const [id = 0] = yield* statements.insert(
    layout.table(FOLDER),
    [
      ...values.map(([attribute]) => layout.column(FOLDER, attribute)),
      ...creators.map(([column]) => column),
    ],
    [[...values.map(([, value]) => value), ...creators.map(([, value]) => value)]],
  );
  return id;
}
