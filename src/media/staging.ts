// In charge of the folder that files arrive in, beside those that are served and never served itself. Every request has
// a folder of its own there, named after its process, which also says what it is about to put elsewhere or take away:
// so what a crash leaves is found and cleared at the next start, and what another process is busy with is left alone.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { InsufficientStorageError, isOutOfSpace } from '../base/insufficient-storage.ts';
import { flushFolder } from '../base/flush.ts';

/** An object in the store that no row speaks of yet, or no longer. */
export interface Unsettled {
  /** Of the row that would speak of it. */
  readonly hash: string;
  /** Of the object in the store. */
  readonly name: string;
  /** Of an object that takes the place of another: what was there; left out for one that does not. */
  readonly before?: BytesBefore;
}

/** What an object held before. */
export interface BytesBefore {
  /** Where the bytes are kept meanwhile, if the store keeps them; in the journal a name, else an absolute path. */
  readonly path: string;
  /** When the row that speaks of them was changed last, in milliseconds since 1970: while that stands, they are right. */
  readonly updatedAt: number | null;
}

/** Milliseconds after which the folder of a process on another machine counts as left: no request takes as long. */
const ABANDONED_MS = 3_600_000;

const JOURNAL = 'unsettled.json';

/** How the folders of this machine begin. */
export const machineName: string = createHash('sha256')
  .update(hostname())
  .digest('hex')
  .slice(0, 8);
const PROCESS = randomBytes(6).toString('hex');
const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{12})-\d+$/;

let opened = 0;

/** The arrival folder of a project. */
export class Staging {
  readonly #folder: string;

  /** @param folder Absolute path, on the file system that files are put on; made when it is needed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Opens a folder for some work, and removes it when that is done.
   * @throws InsufficientStorageError if the disk is full, whatever the work throws
   */
  async use<T>(work: (folder: StagingFolder) => Promise<T>): Promise<T> {
    try {
      const folder = await this.#open();
      try {
        return await work(folder);
      } finally {
        await folder.remove();
      }
    } catch (error) {
      throw isOutOfSpace(error) ? new InsufficientStorageError({ cause: error }) : error;
    }
  }

  async #open(): Promise<StagingFolder> {
    opened += 1;
    const name = `${machineName}-${process.pid}-${PROCESS}-${opened}`;
    const folder = path.join(this.#folder, name);
    await mkdir(folder, { recursive: true });
    return new StagingFolder(folder);
  }

  /**
   * Clears what processes that are gone have left.
   * @param clear Is handed what they were about to put or take away, removes what no row speaks of, and puts back what
   * a row still speaks of
   */
  async sweep(clear: (left: readonly Unsettled[]) => Promise<void>): Promise<void> {
    for (const name of await namesIn(this.#folder)) {
      const folder = path.join(this.#folder, name);
      if (!(await isLeft(name, folder))) continue;
      const left = await readJournal(folder);
      if (left.length > 0) await clear(left);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** The folder of one request. */
export class StagingFolder {
  readonly #folder: string;
  readonly #announced: Unsettled[] = [];
  #files = 0;
  #isKept = false;

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** The path of a new file. */
  newFile(): string {
    this.#files += 1;
    return path.join(this.#folder, String(this.#files));
  }

  /** Writes down, to last, what is about to be put into the store or taken from it, beside what was before. */
  async announce(objects: readonly Unsettled[]): Promise<void> {
    this.#announced.push(...objects);
    const journal = path.join(this.#folder, JOURNAL);
    const beside = `${journal}.new`;
    await using handle = await open(beside, 'w');
    await handle.writeFile(JSON.stringify(this.#announced));
    await handle.sync();
    await rename(beside, journal);
    await flushFolder(this.#folder);
  }

  /** Leaves the folder for the next start: what it announces is not settled. */
  keep(): void {
    this.#isKept = true;
  }

  /** Removes the folder with all that is in it, unless it is kept. */
  async remove(): Promise<void> {
    if (!this.#isKept) await rm(this.#folder, { recursive: true, force: true });
  }
}

async function isLeft(name: string, folder: string): Promise<boolean> {
  const [, machine, pid, token] = NAME.exec(name) ?? [];
  if (machine === undefined || token === PROCESS) return false;
  if (machine === machineName) return Number(pid) === process.pid || !isRunning(Number(pid));
  const { mtimeMs } = await stat(folder);
  return Date.now() - mtimeMs > ABANDONED_MS;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isCode(error, 'EPERM');
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** What a journal says; nothing where a crash came before it was whole. */
async function readJournal(folder: string): Promise<readonly Unsettled[]> {
  try {
    const text = await readFile(path.join(folder, JOURNAL), 'utf8');
    const left = JSON.parse(text) as readonly Unsettled[];
    return left.map(({ before, ...object }) =>
      before ? { ...object, before: { ...before, path: path.join(folder, before.path) } } : object,
    );
  } catch {
    return [];
  }
}

function isCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
