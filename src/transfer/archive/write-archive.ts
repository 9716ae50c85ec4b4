// Writes an archive: tar, optionally compressed and encrypted. The file gets its final name when it is complete, and
// replaces another file only on request.
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { link, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Transform, Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { hasCode } from '../../base/errors.ts';
import { flushFile } from '../../base/flush.ts';
import { cipher } from './encryption.ts';
import type { SpooledFile } from './jsonl-spool.ts';
import { TransferError } from '../errors.ts';

/** The file to write. */
export interface TargetArchive {
  /** Absolute path. */
  readonly path: string;
  readonly compress: boolean;
  /** Passphrase, or null for no encryption. */
  readonly key: string | null;
  /** If true, an existing file is replaced. */
  readonly overwrite: boolean;
}

/** Writes entries sequentially. */
export class ArchiveWriter {
  readonly #file: TargetArchive;
  readonly #partial: string;
  readonly #pack: Pack;
  readonly #written: Promise<void>;

  private constructor(
    file: TargetArchive,
    partial: string,
    out: readonly [Transform[], WriteStream],
  ) {
    const [transforms, target] = out;
    this.#file = file;
    this.#partial = partial;
    this.#pack = pack();
    this.#written = pipeline([this.#pack, ...transforms, target]);
    // The next write or `end` reports the error.
    this.#written.catch(() => undefined);
  }

  /**
   * Starts an archive. @param partial Absolute path of the incomplete file, on the same file system @throws errors of
   * the file system
   */
  static async begin(file: TargetArchive, partial: string): Promise<ArchiveWriter> {
    const transforms: Transform[] = [
      ...(file.compress ? [createGzip()] : []),
      ...(file.key === null ? [] : [await cipher(file.key)]),
    ];
    // Readable by the owner only: it contains password hashes and secrets of providers.
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    // Aborting during the open would leave a file that is created afterwards.
    await once(target, 'open');
    return new ArchiveWriter(file, partial, [transforms, target]);
  }

  /** Writes an entry of a known size. @throws errors of the file system or the source, Error if the size differs */
  async entry(name: string, size: number, source: AsyncIterable<Buffer>): Promise<void> {
    const { sink, done } = this.#beginEntry(name, size);
    for await (const chunk of source) {
      if (!sink.write(chunk)) await this.#orFailed(once(sink, 'drain'));
    }
    sink.end();
    await this.#orFailed(done);
  }

  /** Writes an entry from text. */
  text(name: string, text: string): Promise<void> {
    const bytes = Buffer.from(text);
    return this.entry(name, bytes.length, one(bytes));
  }

  /** Writes an entry from a file of lines. */
  lines({ name, path: from, size }: SpooledFile): Promise<void> {
    return this.entry(name, size, createReadStream(from));
  }

  /** Completes the archive and renames it. @throws TransferError, errors of the file system */
  async end(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
    await flushFile(this.#partial);
    await this.#name();
  }

  /** Aborts the archive and removes its file. */
  async leave(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => undefined);
    await rm(this.#partial, { force: true });
  }

  #beginEntry(
    name: string,
    size: number,
  ): { readonly sink: Writable; readonly done: Promise<void> } {
    let sink: Writable | null = null;
    const done = new Promise<void>((resolve, reject) => {
      sink = this.#pack
        .entry({ name, size, mode: 0o644 }, (error) => (error ? reject(error) : resolve()))
        .on('error', reject);
    });
    done.catch(() => undefined);
    if (sink === null) throw new Error('an entry was started before the previous one ended');
    return { sink, done };
  }

  async #name(): Promise<void> {
    const { path: target, overwrite } = this.#file;
    if (overwrite) {
      await rename(this.#partial, target);
      return;
    }
    try {
      await link(this.#partial, target);
    } catch (error) {
      if (hasCode(error, 'EEXIST'))
        throw new TransferError('fileExists', `${target} already exists.`);
      // Not every file system supports links.
      await rename(this.#partial, target);
      return;
    }
    await rm(this.#partial);
  }

  /** Waits for work, or for an error of the file in the meantime. */
  async #orFailed(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#written]);
  }
}

async function* one(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

/** Adds the required extensions to a name, replacing those that it has. */
export function archiveName(
  given: string,
  options: Pick<TargetArchive, 'compress' | 'key'>,
): string {
  const base = path.basename(given).replace(/\.tar(?:\.gz)?(?:\.enc)?$/, '');
  const name = `${base}.tar${options.compress ? '.gz' : ''}${options.key === null ? '' : '.enc'}`;
  return path.join(path.dirname(given), name);
}
