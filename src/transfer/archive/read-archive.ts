// In charge of the way from a file to the entries of the archive in it: decrypted, decompressed and taken apart as it
// flows, so that memory does not grow with the file. Nothing in it is trusted (docs/strapi/archives.md).
import { createReadStream } from 'node:fs';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Entry } from 'tar-stream';
import { ArchiveError } from './archive-error.ts';
import { decipher } from './encryption.ts';

/** A file that holds an archive. */
export interface ArchiveFile {
  /** Absolute path. */
  readonly path: string;
  /** The words that decrypt it; null: none were given. */
  readonly key: string | null;
  /** Is told how many bytes of the file were read. */
  readonly read: (bytes: number) => void;
  /** Ends the reading. */
  readonly signal?: AbortSignal;
}

/** One file in an archive. */
export interface ArchiveEntry {
  /** With `/` between folders, none of them `..`. */
  readonly name: string;
  /** There until the next entry is asked for; to be read to the end, or not at all. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Bytes that are read from the file at once. */
const CHUNK = 256 * 1024;

/** Bytes of a tar file's head, by which one knows what it is. */
const HEAD = 512;

/** Bytes between two entries; a name of more than that is none. */
const MOST_BETWEEN = 4 * 1024 * 1024;

/** The entries of an archive, in its order. @throws ArchiveError where it is damaged, or the key is wrong */
export async function* readArchive(file: ArchiveFile): AsyncGenerator<ArchiveEntry> {
  const between = new Between();
  const unpacked = extract();
  try {
    const tar = await openTar(file);
    const guarded = Readable.from(between.guard(tar), { objectMode: false });
    // What goes wrong on the way ends the last of them, which is read.
    pipeline(guarded, unpacked, () => undefined);
    for await (const entry of unpacked) {
      between.begin();
      const name = nameOf(entry);
      if (name === null) {
        entry.resume();
        continue;
      }
      const bytes = new Bytes(entry, file);
      yield { name, bytes };
      if (!bytes.areTaken) for await (const chunk of entry) void chunk;
      between.end();
    }
  } catch (cause) {
    throw damaged(cause, file);
  } finally {
    unpacked.destroy();
  }
}

/** What went wrong while an archive was read, in words for who gave it. */
function damaged(cause: unknown, { signal }: ArchiveFile): unknown {
  if (cause instanceof ArchiveError || signal?.aborted === true) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new ArchiveError(
    `The archive is damaged or truncated: it cannot be read to its end (${reason}).`,
    { cause },
  );
}

/** The bytes of an entry, which knows whether somebody takes them. */
class Bytes implements AsyncIterable<Buffer> {
  areTaken = false;
  readonly #entry: Entry;
  readonly #file: ArchiveFile;

  constructor(entry: Entry, file: ArchiveFile) {
    this.#entry = entry;
    this.#file = file;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    this.areTaken = true;
    try {
      for await (const chunk of this.#entry) yield chunk;
    } catch (cause) {
      throw damaged(cause, this.#file);
    }
  }
}

/** Counts what a tar file has between its entries, which is kept in memory. */
class Between {
  #isInEntry = false;
  #bytes = 0;

  /** An entry begins. */
  begin(): void {
    this.#isInEntry = true;
    this.#bytes = 0;
  }

  /** It was read. */
  end(): void {
    this.#isInEntry = false;
  }

  async *guard(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (!this.#isInEntry) this.#bytes += chunk.length;
      if (this.#bytes > MOST_BETWEEN) {
        throw new ArchiveError('The archive is damaged: the header of an entry has no end.');
      }
      yield chunk;
    }
  }
}

/** The path of an entry; null for a folder. @throws ArchiveError for what no export has */
function nameOf({ header: { name, type } }: Entry): string | null {
  if (type === 'directory') return null;
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new ArchiveError(
      `The archive holds ${JSON.stringify(shortened(name))}, which is not a file but a ${String(type)}: exports do not contain that.`,
    );
  }
  const plain = name.replace(/^(?:\.\/)+/, '');
  if (/^\/|^[a-z]:|\0|\\/i.test(plain) || plain.split('/').includes('..')) {
    throw new ArchiveError(
      `The archive holds ${JSON.stringify(shortened(name))}, which leads out of its folders: exports do not contain that.`,
    );
  }
  return plain;
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** The bytes of the tar file itself. @throws ArchiveError where there is none */
async function openTar({ path, key, read, signal }: ArchiveFile): Promise<Readable> {
  const raw = await peek(countedBytes(path, read, signal));
  if (raw.kind !== null) return unzipped(raw);
  if (key === null) {
    raw.bytes.destroy();
    throw new ArchiveError(
      'The file is not an archive, or it is encrypted: pass its key with --key.',
    );
  }
  const plain = await peek(through(raw.bytes, await decipher(key))).catch((): null => null);
  if (plain === null || plain.kind === null) {
    plain?.bytes.destroy();
    raw.bytes.destroy();
    throw new ArchiveError('The key is wrong, or the file is not an archive.');
  }
  return unzipped(plain);
}

async function* countedBytes(
  path: string,
  read: ArchiveFile['read'],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK, signal })) {
    const bytes = chunk as Buffer;
    read(bytes.length);
    yield bytes;
  }
}

/** Bytes, and what they are by their head; null: neither of it. */
interface Peeked {
  readonly kind: 'gzip' | 'tar' | null;
  readonly bytes: Readable;
}

async function peek(bytes: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let length = 0;
  while (length < HEAD) {
    const { done, value } = await iterator.next();
    if (done === true) break;
    head.push(value);
    length += value.length;
  }
  const begin = Buffer.concat(head);
  return {
    kind: kindOf(begin),
    bytes: Readable.from(joined(begin, iterator), { objectMode: false }),
  };
}

async function* joined(
  begin: Buffer,
  rest: AsyncIterator<Buffer>,
): AsyncGenerator<Buffer, void, undefined> {
  try {
    yield begin;
    for (;;) {
      const { done, value } = await rest.next();
      if (done === true) return;
      yield value;
    }
  } finally {
    await rest.return?.();
  }
}

/** By the magic numbers (RFC 1952; POSIX.1, ustar). */
function kindOf(head: Buffer): Peeked['kind'] {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head.toString('latin1', 257, 262) === 'ustar' ? 'tar' : null;
}

function unzipped({ kind, bytes }: Peeked): Readable {
  return kind === 'gzip' ? through(bytes, createGunzip({ chunkSize: CHUNK })) : bytes;
}

/** What goes wrong in either ends the second, which is read. */
function through(bytes: Readable, transform: Transform): Readable {
  pipeline(bytes, transform, () => undefined);
  return transform;
}
