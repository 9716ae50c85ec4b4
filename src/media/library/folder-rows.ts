// Rows of folders (docs/strapi/media.md, "Folders").
import type { WriteContext } from '../../documents/write-context.ts';
import { FOLDER } from '../../schema/built-in/uids.ts';
import type { ReadSteps } from '../../storage/session.ts';

/** A stored folder. */
export interface FolderRow {
  readonly id: number;
  readonly name: string;
  readonly pathId: number;
  /** The `pathId` of all folders from the root to this one, such as `/1/4`. */
  readonly path: string;
  /** Row id; null for the root. */
  readonly parent: number | null;
}

/** `path` of the root. */
export const ROOT = '/';

/** Reads all folders by id, in one step. */
export function* readFolders(context: WriteContext): ReadSteps<readonly FolderRow[]> {
  const { layout, statements } = context;
  const column = (name: string): string => layout.column(FOLDER, name);
  const link = layout.link(FOLDER, 'parent');
  if (link.kind !== 'joinTable') throw new Error(`${FOLDER} parent has no join table`);
  const [folders = [], links = []] = yield [
    statements.selection(layout.table(FOLDER), {
      columns: ['id', column('name'), column('pathId'), column('path')],
      where: [],
      order: ['id'],
    }),
    statements.selection(link.table, { columns: [link.near, link.far], where: [] }),
  ];
  const parents = new Map(links.map(([folder, parent]) => [Number(folder), Number(parent)]));
  return folders.map(([id, name, pathId, path]) => ({
    id: Number(id),
    name: String(name),
    pathId: Number(pathId),
    path: String(path),
    parent: parents.get(Number(id)) ?? null,
  }));
}

/** Returns the path of a folder. @param parent Null for the root */
export function pathIn(parent: Pick<FolderRow, 'path'> | null, pathId: number): string {
  return `${parent === null ? '' : parent.path}/${pathId}`;
}

/** Returns true for a folder itself, and for those below it. */
export function isWithin(
  { path }: Pick<FolderRow, 'path'>,
  folder: Pick<FolderRow, 'path'>,
): boolean {
  return path === folder.path || path.startsWith(`${folder.path}/`);
}

/** Returns a function that finds the nearest of some folders that is a folder, or contains it. */
export function nearestOf(
  folders: readonly FolderRow[],
): (folder: Pick<FolderRow, 'path'>) => FolderRow | null {
  const byPath = new Map(folders.map((each) => [each.path, each]));
  return ({ path }) => {
    for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
      const found = byPath.get(path.slice(0, end));
      if (found) return found;
    }
    return null;
  };
}
