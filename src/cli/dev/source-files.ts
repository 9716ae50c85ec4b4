// In charge of seeing what a project's files are now: schemas, code, configuration, `.env`. What counts is what is
// found by looking; the events of the file system only say when to look again. So it does not matter which of them
// get lost, how an editor saves, or whether the file system sends any.
import { readdirSync, statSync, watch, type Dirent, type FSWatcher } from 'node:fs';
import { basename, dirname, extname, join, resolve, sep } from 'node:path';

/** Absolute paths, each with a text that changes whenever the file is written or replaced. */
export type Seen = ReadonlyMap<string, string>;

/** Folders that are looked through, and files beside them. */
const TREES = ['src', 'config'];
const FILES = ['tsconfig.json', 'package.json'];

/** What a project reads. */
const EXTENSIONS = ['.json', '.js', '.cjs', '.mjs', '.ts'];

/** Not read by Quoin: Strapi builds its admin interface from it. */
const LEFT_OUT = join('src', 'admin');

/** The files of one project. */
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

  /** Calls `onHint` when something may have changed. Where the system sends no events it is never called. */
  watch(onHint: () => void): void {
    this.#onHint = onHint;
    this.look();
  }

  /** Ends the calls. */
  unwatch(): void {
    this.#onHint = null;
    for (const watcher of this.#watches.values()) watcher.close();
    this.#watches.clear();
  }

  /** All files as they are now. */
  look(): Seen {
    const seen = new Map<string, string>();
    const folders = new Set<string>();
    for (const file of this.#files) {
      this.#watch(dirname(file), folders);
      note(file, seen);
    }
    for (const tree of this.#trees) {
      this.#watch(dirname(tree), folders);
      this.#lookInto(tree, seen, folders);
    }
    for (const folder of this.#watches.keys()) if (!folders.has(folder)) this.#forget(folder);
    return seen;
  }

  /** Watched first and read then: what comes into a new folder is found by one or the other. */
  #lookInto(folder: string, seen: Map<string, string>, folders: Set<string>): void {
    this.#watch(folder, folders);
    for (const entry of entriesOf(folder)) {
      const path = join(folder, entry.name);
      if (entry.isDirectory()) {
        if (this.#isRead(path)) this.#lookInto(path, seen, folders);
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
        // The folder of that name may be another one now.
        if (event === 'rename' && name !== null) this.#forget(join(folder, name));
        if (name === null || this.#matters(join(folder, name))) this.#onHint?.();
      });
      watcher.on('error', () => this.#forget(folder));
      this.#watches.set(folder, watcher);
    } catch {
      // It is not there, or the system has no watches left: what changes in it is found by looking.
    }
  }

  /** In the folder of `.env` only some files are looked at: the database may be another of them. */
  #matters(path: string): boolean {
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

/** Paths that are in one and not in the other, or not the same in both. */
export function changedFiles(before: Seen, after: Seen): readonly string[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths].filter((path) => before.get(path) !== after.get(path)).toSorted();
}

function note(file: string, seen: Map<string, string>): void {
  try {
    const { mtimeMs, ctimeMs, size, ino } = statSync(file);
    seen.set(file, [mtimeMs, ctimeMs, size, ino].join(' '));
  } catch {
    // It is not there, or no longer.
  }
}

/** Empty where there is no such folder, or none that may be read. */
function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
