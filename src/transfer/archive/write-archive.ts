// In charge of writing the file of an archive: tar, compressed and encrypted as asked for. It gets its name when it is
// whole, and never takes the place of another file unless told to.
import { createReadStream, createWriteStream, type WriteStream } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Transform, Writable } from 'node:stream';
import { createGzip } from 'node:zlib';
import { pack, type Pack } from 'tar-stream';
import { cipher } from './encryption.ts';
import type { SpooledFile } from './jsonl-spool.ts';

/** What file is written, and how. */
export interface ArchiveFile {
  /** Absolute path. */
  readonly path: string;
  readonly compress: boolean;
  /** Words to encrypt it with; null: it is not encrypted. */
  readonly key: string | null;
  /** A file of that name may be there, and goes. */
  readonly overwrite: boolean;
}

/** There is a file of that name. */
export class FileThereError extends Error {}

/** Writes the entries of one archive, one after the other. */
export class ArchiveWriter {
  readonly #file: ArchiveFile;
  readonly #partial: string;
  readonly #pack: Pack;
  readonly #written: Promise<void>;

  private constructor(
    file: ArchiveFile,
    partial: string,
    out: readonly [Transform[], WriteStream],
  ) {
    const [transforms, target] = out;
    this.#file = file;
    this.#partial = partial;
    this.#pack = pack();
    this.#written = pipeline([this.#pack, ...transforms, target]);
    // Whoever writes next, or ends, is told.
    this.#written.catch(() => undefined);
  }

  /** Begins an archive. @param partial Absolute path on the same disk, for the file while it grows. @throws what the disk throws */
  static async begin(file: ArchiveFile, partial: string): Promise<ArchiveWriter> {
    const transforms: Transform[] = [
      ...(file.compress ? [createGzip()] : []),
      ...(file.key === null ? [] : [await cipher(file.key)]),
    ];
    // What is in it is for nobody but who asked for it: hashes of passwords, and secrets of providers.
    const target = createWriteStream(partial, { flags: 'wx', mode: 0o600 });
    // Whoever leaves it while it is opened would leave a file that comes to be after that.
    await once(target, 'open');
    return new ArchiveWriter(file, partial, [transforms, target]);
  }

  /** Writes an entry of so many bytes. @throws what the disk or the source throws, an Error where the size is another */
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

  /** Ends the archive and gives it its name. @throws FileThereError, what the disk throws */
  async end(): Promise<void> {
    this.#pack.finalize();
    await this.#written;
    await flushed(this.#partial);
    await this.#name();
  }

  /** Leaves it: nothing stays. */
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
    if (sink === null) throw new Error('an entry was begun before the last one ended');
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
      if (codeOf(error) === 'EEXIST') throw new FileThereError(`${target} is there already.`);
      // Not every file system has links.
      await rename(this.#partial, target);
      return;
    }
    await rm(this.#partial);
  }

  /** What is waited for, or the fault that ended the file meanwhile. */
  async #orFailed(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#written]);
  }
}

async function* one(bytes: Buffer): AsyncIterable<Buffer> {
  yield bytes;
}

async function flushed(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : null;
}

/** The name of an archive: what was given, without the endings that it may have, and with those that it has to have. */
export function archiveName(given: string, options: Pick<ArchiveFile, 'compress' | 'key'>): string {
  const base = path.basename(given).replace(/\.tar(?:\.gz)?(?:\.enc)?$/, '');
  const name = `${base}.tar${options.compress ? '.gz' : ''}${options.key === null ? '' : '.enc'}`;
  return path.join(path.dirname(given), name);
}
