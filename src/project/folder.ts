// Layout of a project folder: its location, whether it uses TypeScript, and which files with a name exist. Does not
// read the content of files.
import {
  type Dirent,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  mkdirSync,
  writeFileSync,
} from 'node:fs';
import { basename, extname, join, relative, resolve, sep } from 'node:path';
import { hasCode } from '../base/errors.ts';
import { ProjectError, reasonOf } from './project-error.ts';

/** A project folder. All paths are absolute. */
export interface ProjectFolder {
  readonly root: string;
  /** True if there is a `tsconfig.json`: Strapi would build to `outDir` and run the build. */
  readonly typescript: boolean;
  readonly outDir: string;
}

const CODE = ['.js', '.cjs', '.mjs', '.ts'];

/** @throws ProjectError if the folder does not exist */
export function openFolder(path: string): ProjectFolder {
  let root: string;
  try {
    root = realpathSync(resolve(path));
    if (!statSync(root).isDirectory()) throw new Error('this is a file');
  } catch (cause) {
    const message =
      'This folder does not exist. Pass the folder that contains src/api, or create it first.';
    throw new ProjectError([{ file: resolve(path), path: '', message }], { cause });
  }
  const tsconfig = readText(join(root, 'tsconfig.json'));
  const outDir = /^\s*"outDir"\s*:\s*"([^"]+)"/m.exec(tsconfig ?? '')?.[1] ?? 'dist';
  return {
    root,
    typescript: tsconfig !== undefined,
    outDir: resolve(root, outDir),
  };
}

/** Path in messages: relative to the project, with forward slashes. */
export function labelOf(folder: ProjectFolder, file: string): string {
  return relative(folder.root, file).split(sep).join('/');
}

/**
 * Returns the text of a file without a byte order mark, or undefined if it does not exist.
 * @throws ProjectError if it cannot be read
 */
export function readText(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw unreadable(file, error);
  }
}

/** Sorted names of folders in a folder, without hidden ones. Empty if it does not exist. */
export function foldersIn(path: string): readonly string[] {
  return namesIn(path, (entry) => entry.isDirectory());
}

/** Sorted names of files in a folder, without hidden ones. Empty if it does not exist. */
export function filesIn(path: string): readonly string[] {
  return namesIn(path, (entry) => entry.isFile());
}

/** As `filesIn`, with symbolic links to files. */
export function linkedFilesIn(path: string): readonly string[] {
  const isFile = (name: string): boolean =>
    statSync(join(path, name), { throwIfNoEntry: false })?.isFile() === true;
  return namesIn(path, (entry) => entry.isFile() || (entry.isSymbolicLink() && isFile(entry.name)));
}

/** Absolute paths of code files in a folder, with JSON files if requested and without type declarations. */
export function codeFilesIn(
  path: string,
  options: { readonly json?: boolean } = {},
): readonly string[] {
  const extensions = options.json ? [...CODE, '.json'] : CODE;
  return filesIn(path)
    .filter((name) => extensions.includes(extname(name)) && !name.endsWith('.d.ts'))
    .map((name) => join(path, name));
}

/** The file with a name and any extension of code or JSON; the one that Strapi would run comes first. */
export function findFile(folder: ProjectFolder, path: string, name: string): string | undefined {
  const rank = (file: string) => (folder.typescript === (extname(file) === '.ts') ? 0 : 1);
  return codeFilesIn(path, { json: true })
    .filter((file) => nameOf(file) === name)
    .toSorted((a, b) => rank(a) - rank(b))[0];
}

/** File name without folder and extension. */
export function nameOf(file: string): string {
  return basename(file, extname(file));
}

function namesIn(path: string, accepts: (entry: Dirent) => boolean): readonly string[] {
  try {
    return readdirSync(path, { withFileTypes: true })
      .filter((entry) => accepts(entry) && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
      .toSorted();
  } catch (error) {
    if (isMissing(error)) return [];
    throw unreadable(path, error);
  }
}

function unreadable(file: string, cause: unknown): ProjectError {
  const message = `This cannot be read (${reasonOf(cause)}). Give the user that runs Quoin read access.`;
  return new ProjectError([{ file, path: '', message }], { cause });
}

function isMissing(error: unknown): boolean {
  return hasCode(error, 'ENOENT', 'ENOTDIR');
}

/** A file that only copies have. */
const MARK = '.quoin/copy';

/**
 * With `schema.store: 'database'`, a project's own folder is not written to: schemas and code are read from a copy, the
 * configuration from the folder that was copied. Returns that folder, or null for a project's own folder.
 */
export function copiedFrom(root: string): string | null {
  return readText(join(root, MARK)) ?? null;
}

/** Marks a folder as a copy. @param origin Absolute path of the folder that was copied */
export function markCopy(root: string, origin: string): void {
  mkdirSync(join(root, '.quoin'));
  writeFileSync(join(root, MARK), origin);
}
