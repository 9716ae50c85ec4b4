// Looks up names of files as prose writes them: without an ending, shortened, or with parts left open.
import path from 'node:path';

const ENDINGS = ['', '.ts', '.mjs', '.js', '.md', '.test.ts'];

/** Paths of files and folders, relative to the root, with slashes. */
export type RepositoryPaths = ReadonlySet<string>;

/** Some files and all folders above them. */
export function withFolders(files: readonly string[]): RepositoryPaths {
  return new Set(files.flatMap((file) => [file, ...foldersAbove(file)]));
}

/** True for a file or folder. `schema/check*` and `storage/<database>/dialect` name whatever fits. */
export function isKnown(known: RepositoryPaths, name: string): boolean {
  const plain = path.posix.normalize(name).replace(/\/$/, '');
  if (!/[*<]/.test(plain)) return ENDINGS.some((ending) => known.has(plain + ending));
  const open = plain
    .replaceAll('.', '\\.')
    .replace(/<[^>]*>/g, '[\\w.-]+')
    .replaceAll('*', '[\\w.-]*');
  const pattern = new RegExp(`^${open}(\\.\\w+)?$`);
  return [...known].some((each) => pattern.test(each));
}

/**
 * Names of a table cell that are not in `src`: as a path, as the end of one, or beside or above a name before them
 * (`media/store-files`, `s3-store`).
 */
export function unknownInCell(known: RepositoryPaths, cell: string): readonly string[] {
  // `config/*` is in the folder of a project.
  const names = [...cell.matchAll(/`((?!config\/)[a-z][\w/.*<>-]*)`/g)].map(
    ([, name = '']) => name,
  );
  const folders = ['src'];
  return names.filter((name) => {
    const isPath = name.includes('/');
    const found = (isPath ? ['', 'src/*', 'src/*/*', ...folders] : folders)
      .map((folder) => path.posix.join(folder, name))
      .find((full) => isKnown(known, full));
    if (found !== undefined) folders.push(found, ...foldersAbove(found));
    // A name alone may be anything, unless it follows a path.
    return found === undefined && (isPath || folders.length > 1);
  });
}

function foldersAbove(file: string): readonly string[] {
  const folder = path.posix.dirname(file);
  return folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}
