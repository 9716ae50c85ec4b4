// In charge of writing a file that arrives to the disk, as fast as the disk takes it and never into memory.
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { HEAD_LENGTH } from './detect-type.ts';

/** A file as it was sent, in the staging folder. */
export interface ReceivedFile {
  /** Absolute path. */
  readonly path: string;
  /** What the client calls it. */
  readonly name: string;
  /** What the client says that it is. */
  readonly type: string | null;
  /** In bytes. */
  readonly size: number;
}

/**
 * Writes a file that arrives.
 * @param sent Its path is a new one
 * @param signal Ends it
 * @throws the fault of the stream or the disk, with the file perhaps half there
 */
export async function receiveFile(
  stream: Readable,
  sent: Omit<ReceivedFile, 'size'>,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  await pipeline(stream, createWriteStream(sent.path, { flags: 'wx' }), { signal });
  const { size } = await stat(sent.path);
  return { ...sent, size };
}

/** The first bytes of a file. */
export async function readHead(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: new Uint8Array(HEAD_LENGTH) });
  return buffer.subarray(0, bytesRead);
}
