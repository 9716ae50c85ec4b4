// Reads the entries of an archive: decrypts, decompresses and unpacks it as a stream, so that memory use is bounded.
// The content is untrusted (docs/strapi/archives.md).
import { createReadStream } from 'node:fs';
import { pipeline, Readable, type Transform } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { extract, type Entry } from 'tar-stream';
import { TransferError, isTransferError } from '../errors.ts';
import { decipher } from './encryption.ts';

/** An archive on disk. */
export interface SourceArchive {
  /** Absolute path. */
  readonly path: string;
  /** Passphrase, or null. */
  readonly key: string | null;
  /** Receives the number of bytes that were read. */
  readonly read: (bytes: number) => void;
  /** Aborts reading. */
  readonly signal?: AbortSignal;
}

export interface ArchiveEntry {
  /** With `/` between folders, without `..`. */
  readonly name: string;
  /** Available until the next entry is requested; must be read completely or not at all. */
  readonly bytes: AsyncIterable<Buffer>;
}

/** Size of a read in bytes. */
const CHUNK = 256 * 1024;

/** Size of a tar header in bytes, by which the format is recognized. */
const TAR_HEADER_BYTES = 512;

/** Maximum size of the headers between two entries, in bytes. */
const MAX_HEADER_BYTES = 4 * 1024 * 1024;

/** Yields the entries of an archive in order. @throws TransferError if it is damaged or the key is wrong */
export async function* readArchive(file: SourceArchive): AsyncGenerator<ArchiveEntry> {
  const between = new HeaderLimit();
  const unpacked = extract();
  try {
    const tar = await openTar(file);
    const guarded = Readable.from(between.guard(tar), { objectMode: false });
    // Errors propagate to the last stream, which is read.
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

/** Converts an error while reading an archive to a message for the user. */
function damaged(cause: unknown, { signal }: SourceArchive): unknown {
  if (isTransferError(cause, 'invalidArchive') || signal?.aborted === true) return cause;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new TransferError(
    'invalidArchive',
    `The archive is damaged or truncated: it cannot be read to its end (${reason}).`,
    { cause },
  );
}

/** Bytes of an entry; records whether they are being read. */
class Bytes implements AsyncIterable<Buffer> {
  areTaken = false;
  readonly #entry: Entry;
  readonly #file: SourceArchive;

  constructor(entry: Entry, file: SourceArchive) {
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

/** Limits the size of headers between entries, which tar-stream holds in memory. */
class HeaderLimit {
  #isInEntry = false;
  #bytes = 0;

  /** An entry begins. */
  begin(): void {
    this.#isInEntry = true;
    this.#bytes = 0;
  }

  /** The entry has been read. */
  end(): void {
    this.#isInEntry = false;
  }

  async *guard(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (!this.#isInEntry) this.#bytes += chunk.length;
      if (this.#bytes > MAX_HEADER_BYTES) {
        throw new TransferError(
          'invalidArchive',
          'The archive is damaged: the header of an entry has no end.',
        );
      }
      yield chunk;
    }
  }
}

/** Path of an entry, or null for a folder. @throws TransferError for entries that exports do not contain */
function nameOf({ header: { name, type } }: Entry): string | null {
  if (type === 'directory') return null;
  if (type !== 'file' && type !== 'contiguous-file') {
    throw new TransferError(
      'invalidArchive',
      `The archive contains ${JSON.stringify(shortened(name))}, which is a ${String(type)}, not a file. Exports contain only files and folders.`,
    );
  }
  const plain = name.replace(/^(?:\.\/)+/, '');
  if (/^\/|^[a-z]:|\0|\\/i.test(plain) || plain.split('/').includes('..')) {
    throw new TransferError(
      'invalidArchive',
      `The archive contains ${JSON.stringify(shortened(name))}, which is outside its folders. Exports do not contain such files.`,
    );
  }
  return plain;
}

function shortened(name: string): string {
  return name.length > 100 ? `${name.slice(0, 100)}…` : name;
}

/** Opens the tar stream. @throws TransferError if it is not an archive */
async function openTar({ path, key, read, signal }: SourceArchive): Promise<Readable> {
  const raw = await peek(countedBytes(path, read, signal));
  if (raw.kind !== null) return unzipped(raw);
  if (key === null) {
    raw.bytes.destroy();
    throw new TransferError(
      'invalidArchive',
      'The file is not an archive, or it is encrypted: pass its key with --key.',
    );
  }
  const plain = await peek(through(raw.bytes, await decipher(key))).catch((): null => null);
  if (plain === null || plain.kind === null) {
    plain?.bytes.destroy();
    raw.bytes.destroy();
    throw new TransferError('invalidArchive', 'The key is wrong, or the file is not an archive.');
  }
  return unzipped(plain);
}

async function* countedBytes(
  path: string,
  read: SourceArchive['read'],
  signal: AbortSignal | undefined,
): AsyncGenerator<Buffer> {
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK, signal })) {
    const bytes = chunk as Buffer;
    read(bytes.length);
    yield bytes;
  }
}

/** A stream and the format of its first bytes; null for neither format. */
interface Peeked {
  readonly kind: 'gzip' | 'tar' | null;
  readonly bytes: Readable;
}

async function peek(bytes: AsyncIterable<Buffer>): Promise<Peeked> {
  const iterator = bytes[Symbol.asyncIterator]();
  const head: Buffer[] = [];
  let length = 0;
  while (length < TAR_HEADER_BYTES) {
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

/** Recognizes gzip (RFC 1952) and tar (POSIX.1, ustar) by their magic numbers. */
function kindOf(head: Buffer): Peeked['kind'] {
  if (head[0] === 0x1f && head[1] === 0x8b) return 'gzip';
  return head.toString('latin1', 257, 262) === 'ustar' ? 'tar' : null;
}

function unzipped({ kind, bytes }: Peeked): Readable {
  return kind === 'gzip' ? through(bytes, createGunzip({ chunkSize: CHUNK })) : bytes;
}

/** Errors propagate to the second stream, which is read. */
function through(bytes: Readable, transform: Transform): Readable {
  pipeline(bytes, transform, () => undefined);
  return transform;
}
