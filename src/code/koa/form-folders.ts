// Temporary folders for the files of forms: each request has its own one.
import { mkdir, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Logger } from '../../base/logger.ts';
import { isLeft, newFolderName } from '../../media/staging.ts';

const PREFIX = 'quoin-form-';

/** How long the files that code may still process are kept after the response: one hour. */
const KEPT_MS = 3_600_000;

/** Maximum size of all kept files together. */
const MAX_KEPT_BYTES = 1_073_741_824;

interface KeptFolder {
  readonly bytes: number;
  readonly timer: NodeJS.Timeout;
}

export class FormFolders {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #maxBytes: number;
  /** The folders of completed requests, oldest first. */
  readonly #kept = new Map<string, KeptFolder>();
  #bytes = 0;

  /** @param maxBytes Maximum size of all kept files together */
  constructor(log: Pick<Logger, 'warn'>, maxBytes: number = MAX_KEPT_BYTES) {
    this.#log = log;
    this.#maxBytes = maxBytes;
  }

  /** Creates an empty folder. @returns its path */
  async create(): Promise<string> {
    const folder = join(tmpdir(), `${PREFIX}${newFolderName()}`);
    await mkdir(folder, { mode: 0o700 });
    return folder;
  }

  /** Removes a folder. An error is logged. */
  async remove(folder: string): Promise<void> {
    try {
      await rm(folder, { recursive: true, force: true });
    } catch (error) {
      this.#log.warn(`The temporary folder ${folder} could not be removed: ${String(error)}`);
    }
  }

  /** Keeps a folder for a while. If all kept files together are too large, the oldest folders are removed. */
  async keep(folder: string, bytes: number): Promise<void> {
    const timer = setTimeout(() => void this.#drop(folder), KEPT_MS).unref();
    this.#kept.set(folder, { bytes, timer });
    this.#bytes += bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes) break;
      await this.#drop(oldest);
    }
  }

  /** Removes the folders of processes that have ended. */
  async sweep(): Promise<void> {
    for (const name of await readdir(tmpdir())) {
      if (!name.startsWith(PREFIX)) continue;
      const folder = join(tmpdir(), name);
      // Another process may remove it at the same time.
      const isUnused = await isLeft(name.slice(PREFIX.length), folder).catch(() => false);
      if (isUnused) await this.remove(folder);
    }
  }

  /** Removes the kept folders. */
  async close(): Promise<void> {
    for (const folder of this.#kept.keys()) await this.#drop(folder);
  }

  async #drop(folder: string): Promise<void> {
    const kept = this.#kept.get(folder);
    if (!kept) return;
    clearTimeout(kept.timer);
    this.#kept.delete(folder);
    this.#bytes -= kept.bytes;
    await this.remove(folder);
  }
}
