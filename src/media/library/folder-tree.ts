// Folder tree, and the paths of moved folders.
import type { Replacement } from '../../storage/statements/replace-values.ts';
import { nearestOf, pathIn, type FolderRow } from './folder-rows.ts';

/** A folder with those in it, by name. */
export interface FolderNode {
  readonly id: number;
  readonly name: string;
  readonly children: readonly FolderNode[];
}

/** Builds the tree of all folders. Folders whose parent does not exist are in the root. */
export function folderTree(folders: readonly FolderRow[]): readonly FolderNode[] {
  const folderIds = new Set(folders.map(({ id }) => id));
  const inside = new Map<number | null, FolderRow[]>();
  for (const folder of folders) {
    const { parent } = folder;
    const key = parent !== null && folderIds.has(parent) ? parent : null;
    const siblings = inside.get(key) ?? [];
    siblings.push(folder);
    inside.set(key, siblings);
  }
  const nodesIn = (parent: number | null): readonly FolderNode[] =>
    (inside.get(parent) ?? [])
      .map(({ id, name }) => ({ id, name, children: nodesIn(id) }))
      .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)));
  return nodesIn(null);
}

/**
 * Returns the new paths of moved folders and of all folders below them.
 * @param into Null for the root
 */
export function movedPaths(
  folders: readonly FolderRow[],
  moved: readonly FolderRow[],
  into: FolderRow | null,
): readonly Replacement[] {
  const nearest = nearestOf(moved);
  return folders.flatMap((folder) => {
    const found = nearest(folder);
    if (found === null) return [];
    const to = `${pathIn(into, found.pathId)}${folder.path.slice(found.path.length)}`;
    return to === folder.path ? [] : [{ from: folder.path, to }];
  });
}
