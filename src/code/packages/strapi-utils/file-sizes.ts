// File sizes and streams.
import { Writable, type Readable, type WritableOptions } from 'node:stream';

const UNITS = ['Bytes', 'KB', 'MB', 'GB', 'TB', 'PB'];

export function kbytesToBytes(kilobytes: number): number {
  return kilobytes * 1000;
}

/** Rounded to two digits. */
export function bytesToKbytes(bytes: number): number {
  return Math.round(bytes / 10) / 100;
}

export function bytesToHumanReadable(bytes: number): string {
  if (bytes === 0) return '0 Bytes';
  const power = Math.floor(Math.log(bytes) / Math.log(1000));
  return `${Math.round(bytes / 1000 ** power)} ${UNITS[power]}`;
}

/** Reads a stream into memory. */
export async function streamToBuffer(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

/** Reads a stream to its end. @returns bytes */
export async function getStreamSize(stream: Readable): Promise<number> {
  let size = 0;
  for await (const chunk of stream) size += Buffer.byteLength(chunk);
  return size;
}

/** A stream that discards everything that is written to it. */
export function writableDiscardStream(options?: WritableOptions): Writable {
  return new Writable({ ...options, write: (_chunk, _encoding, done) => setImmediate(done) });
}
