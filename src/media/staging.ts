// Staging folder for uploaded files, next to the public folder but never served. Each request has its own subfolder,
// named after its process, with a journal of objects that it is about to store or remove. The next start recovers the
// folders of crashed processes and ignores those of running ones.
import { createHash, randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { hasCode, InsufficientStorageError, isOutOfSpace } from '../base/errors.ts';
import { flushFolder } from '../base/flush.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import type { Logger } from '../base/logger.ts';

/** An object in the store whose row is not written yet, or is deleted. */
export interface PendingUpload {
  /** Hash in the row that refers to it. */
  readonly hash: string;
  /** Name of the object in the store. */
  readonly name: string;
  /** Its row, as far as it is known. */
  readonly row?: JsonObject;
  /** The replaced object, if any. */
  readonly before?: ReplacedBytes;
}

/** The bytes that an object replaces. */
export interface ReplacedBytes {
  /** Location of the previous bytes, if the store preserves them: a name in the journal, otherwise an absolute path. */
  readonly path: string;
  /** `updatedAt` of the row in milliseconds since 1970; if it is unchanged, these bytes are the current ones. */
  readonly updatedAt: number | null;
}

type ErrorLog = Pick<Logger, 'error'>;

const KEPT = 'Files were left in the store after this error; they are deleted at the next start.';

/** Age in milliseconds after which a folder of another machine is considered abandoned; longer than any request. */
const ABANDONED_MS = 3_600_000;

const JOURNAL = 'unsettled.json';

/** Prefix of the folders of this machine. */
export const machineName: string = createHash('sha256')
  .update(hostname())
  .digest('hex')
  .slice(0, 8);
const PROCESS = randomBytes(6).toString('hex');
const NAME = /^([0-9a-f]{8})-(\d+)-([0-9a-f]{12})-\d+$/;

let opened = 0;

/** Returns an unused name for a folder of this process. */
export function newFolderName(): string {
  opened += 1;
  return `${machineName}-${process.pid}-${PROCESS}-${opened}`;
}

/** Staging folder of a project. */
export class Staging {
  readonly #folder: string;
  #log: ErrorLog | null = null;

  /** @param folder Absolute path on the file system of the store, created when needed */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /** Logs from now on why a folder is kept. */
  logTo(log: ErrorLog): void {
    this.#log = log;
  }

  /**
   * Opens a subfolder for some work, and removes it afterwards.
   * @throws InsufficientStorageError if the disk is full, and errors of the work
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
    const folder = path.join(this.#folder, newFolderName());
    await mkdir(folder, { recursive: true });
    return new StagingFolder(folder, this.#log);
  }

  /**
   * Recovers the folders of terminated processes.
   * @param clear Receives the announced objects, removes those without a row and restores those whose row has not
   * changed
   */
  async sweep(clear: (left: readonly PendingUpload[]) => Promise<void>): Promise<void> {
    for (const name of await namesIn(this.#folder)) {
      const folder = path.join(this.#folder, name);
      if (!(await isLeft(name, folder))) continue;
      const left = await readJournal(folder);
      if (left.length > 0) await clear(left);
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Subfolder of a request. */
export class StagingFolder {
  readonly #folder: string;
  readonly #announced: PendingUpload[] = [];
  #files = 0;
  readonly #log: ErrorLog | null;
  #isKept = false;

  constructor(folder: string, log: ErrorLog | null) {
    this.#folder = folder;
    this.#log = log;
  }

  /** Returns the path of a new file. */
  newFile(): string {
    this.#files += 1;
    return path.join(this.#folder, String(this.#files));
  }

  /** Durably records in the journal which objects are about to be stored or removed, and which they replace. */
  async announce(objects: readonly PendingUpload[]): Promise<void> {
    this.#announced.push(...objects);
    const journal = path.join(this.#folder, JOURNAL);
    const beside = `${journal}.new`;
    await using handle = await open(beside, 'w');
    await handle.writeFile(JSON.stringify(this.#announced));
    await handle.sync();
    await rename(beside, journal);
    await flushFolder(this.#folder);
  }

  /** Keeps the folder for the next start, because an error has left objects, or made the outcome unknown; logs the first one. */
  keep(error: unknown): void {
    if (!this.#isKept) this.#log?.error({ err: error }, KEPT);
    this.#isKept = true;
  }

  /** Removes the folder unless it is kept for the next start. */
  async remove(): Promise<void> {
    if (!this.#isKept) await rm(this.#folder, { recursive: true, force: true });
  }
}

export async function isLeft(name: string, folder: string): Promise<boolean> {
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
    return hasCode(error, 'EPERM');
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return [];
    throw error;
  }
}

/** Reads a journal; empty if a crash interrupted its writing. Invalid entries are ignored. */
async function readJournal(folder: string): Promise<readonly PendingUpload[]> {
  try {
    const left: unknown = JSON.parse(await readFile(path.join(folder, JOURNAL), 'utf8'));
    return Array.isArray(left) ? left.flatMap((entry) => parsePending(entry, folder) ?? []) : [];
  } catch {
    return [];
  }
}

/** Parses an entry of the journal in a folder; null if it is invalid. */
function parsePending(entry: unknown, folder: string): PendingUpload | null {
  if (!isJsonObject(entry)) return null;
  const { hash, name, row, before } = entry;
  if (typeof hash !== 'string' || typeof name !== 'string') return null;
  const upload = { hash, name, ...(isJsonObject(row) && { row }) };
  if (before === undefined) return upload;
  if (!isJsonObject(before) || typeof before['path'] !== 'string') return null;
  const { updatedAt } = before;
  if (typeof updatedAt !== 'number' && updatedAt !== null) return null;
  return { ...upload, before: { path: path.join(folder, before['path']), updatedAt } };
}
