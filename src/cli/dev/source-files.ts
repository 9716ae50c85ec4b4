// State of a project's files: schemas, code, configuration, `.env`. File system events only trigger a comparison of
// states, so lost events and the way in which an editor saves do not matter.
import { readdirSync, statSync, watch, type Dirent, type FSWatcher } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';

/** Absolute paths, each with a value that changes whenever the file is written or replaced. */
export type FileStates = ReadonlyMap<string, string>;

/** Folders that are searched, besides single files. */
const TREES = ['src', 'config'];
const FILES = ['tsconfig.json', 'package.json'];

/** Files that belong to a project. */
const EXTENSIONS = ['.json', '.js', '.cjs', '.mjs', '.ts'];

/** Source of Strapi's admin panel, which Quoin does not read. */
const LEFT_OUT = join('src', 'admin');

/** Files of a project. */
export class SourceFiles {
  readonly #trees: readonly string[];
  readonly #files: readonly string[];
  readonly #leftOut: string;
  /** By folder. */
  readonly #watches = new Map<string, FSWatcher>();
  #onHint: (() => void) | null = null;

  /** @param envFile Absolute path of the project's `.env` */
  constructor(root: string, envFile: string) {
    this.#trees = TREES.map((tree) => join(root, tree));
    this.#files = [envFile, ...FILES.map((file) => resolve(root, file))];
    this.#leftOut = join(root, LEFT_OUT);
  }

  /** Calls `onHint` when something may have changed; never on file systems without events. */
  watch(onHint: () => void): void {
    this.#onHint = onHint;
    this.scan();
  }

  /** Stops watching. */
  unwatch(): void {
    this.#onHint = null;
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }

  /** Returns the current state of all files. */
  scan(): FileStates {
    const seen = new Map<string, string>();
    const folders = new Set<string>();
    for (const file of this.#files) {
      this.#watch(dirname(file), folders);
      note(file, seen);
    }
    for (const tree of this.#trees) {
      this.#watch(dirname(tree), folders);
      this.#listFiles(tree, seen, folders);
    }
    for (const folder of this.#watches.keys()) if (!folders.has(folder)) this.#forget(folder);
    return seen;
  }

  /** Watches a folder before reading it, so that no file of a new folder is missed. */
  #listFiles(folder: string, seen: Map<string, string>, folders: Set<string>): void {
    this.#watch(folder, folders);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (this.#isRead(path)) this.#listFiles(path, seen, folders);
      } else if (EXTENSIONS.includes(extname(path))) note(path, seen);
    }
  }

  #isRead(folder: string): boolean {
    const name = basename(folder);
    return !name.startsWith('.') && name !== 'node_modules' && folder !== this.#leftOut;
  }

  #watch(folder: string, folders: Set<string>): void {
    folders.add(folder);
    if (this.#onHint === null || this.#watches.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, (event, name) => {
        // The folder may have been replaced.
        if (event === 'rename' && name !== null) this.#forget(join(folder, name));
        if (name === null || this.#isRelevant(join(folder, name))) this.#onHint?.();
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watches.set(folder, watcher);
    } catch {
      // The folder does not exist, or the system is out of watches; polling finds its changes.
    }
  }

  /** Next to `.env` only some files matter; the database may be one of the others. */
  #isRelevant(path: string): boolean {
    const isInTree = this.#trees.some((tree) => path === tree || path.startsWith(tree + sep));
    return isInTree || this.#files.includes(path);
  }

  #forget(path: string): void {
    for (const [folder, watcher] of this.#watches) {
      if (folder !== path && !folder.startsWith(path + sep)) continue;
      watcher.close();
      this.#watches.delete(folder);
    }
  }
}

/** Paths that were added, removed or changed. */
export function changedFiles(before: FileStates, after: FileStates): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

function note(file: string, seen: Map<string, string>): void {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    seen.set(file, [mtimeMs, ctimeMs, size, ino].join(' '));
  } catch {
    // It does not exist any more.
  }
}

/** Empty if the folder does not exist or cannot be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
