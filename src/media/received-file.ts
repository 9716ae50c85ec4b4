// Streams an uploaded file to disk.
import { createWriteStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** Number of bytes from which the type of a file is detected. */
const HEAD_LENGTH = 4100;

/** An uploaded file in the staging folder. */
export interface ReceivedFile {
  /** Absolute path. */
  readonly path: string;
  /** Name from the client. */
  readonly name: string;
  /** Type from the client. */
  readonly type: string | null;
  /** In bytes. */
  readonly size: number;
}

/**
 * Writes an uploaded file.
 * @param sent Includes the path of the new file
 * @param signal Aborts it
 * @throws an error of the stream or the disk; the file may be partially written
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

/** Reads the first bytes of a file. */
export async function readHead(file: string): Promise<Uint8Array> {
  await using handle = await open(file);
  const { buffer, bytesRead } = await handle.read({ buffer: new Uint8Array(HEAD_LENGTH) });
  return buffer.subarray(0, bytesRead);
}
