// Parses the JSON lines of an entry with bounded memory, and small entries with a single JSON value.
import { isUtf8 } from 'node:buffer';
import { TransferError } from '../errors.ts';
import type { ArchiveEntry } from './read-archive.ts';

/** Maximum size of a line in bytes: documents may be large. */
const MAX_LINE_BYTES = 64 * 1024 * 1024;

/** Maximum size of an entry with a single JSON value, in bytes. */
const MAX_JSON_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

/** A parsed, non-empty line. */
export interface JsonLine {
  readonly value: unknown;
  /** In bytes. */
  readonly size: number;
  /** Location for messages, such as `entities/entities_00001.jsonl, line 3`. */
  readonly location: () => string;
}

/** Yields the lines of an entry. @throws TransferError for a line that is invalid or too long */
export async function* readJsonLines({ name, bytes }: ArchiveEntry): AsyncGenerator<JsonLine> {
  let number = 0;
  for await (const line of readLines(name, bytes)) {
    number += 1;
    if (line.length === 0) continue;
    const at = number;
    const location = (): string => `${name}, line ${at}`;
    yield { value: parseLine(line, location), size: line.length, location };
  }
}

/** Parses an entry with a single JSON value. @throws TransferError if it is invalid or too large */
export async function readJson({ name, bytes }: ArchiveEntry): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > MAX_JSON_BYTES)
      throw new TransferError('invalidArchive', `${name} is larger than ${MAX_JSON_BYTES} bytes.`);
    parts.push(chunk);
  }
  return parseLine(Buffer.concat(parts), () => name);
}

async function* readLines(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      const part = chunk.subarray(start, end);
      yield parts.length === 0 ? part : Buffer.concat([...parts, part]);
      parts = [];
      size = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > MAX_LINE_BYTES) {
      throw new TransferError(
        'invalidArchive',
        `A line of ${name} is longer than ${MAX_LINE_BYTES} bytes.`,
      );
    }
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function parseLine(line: Buffer, location: () => string): unknown {
  if (!isUtf8(line))
    throw new TransferError('invalidArchive', `${location()}: this is not UTF-8 text.`);
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new TransferError('invalidArchive', `${location()}: this is not valid JSON.`, { cause });
  }
}
