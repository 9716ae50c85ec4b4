// In charge of the lines of an entry of JSON lines, and of small entries that are JSON as a whole: no more of them is in
// memory than a chunk and one line.
import { isUtf8 } from 'node:buffer';
import { ArchiveError } from './archive-error.ts';
import type { ArchiveEntry } from './read-archive.ts';

/** Bytes of a line: a document may be that large where an operator lets it. */
const LONGEST_LINE = 64 * 1024 * 1024;

/** Bytes of an entry that is one JSON text. */
const LARGEST_JSON = 1024 * 1024;

const LINE_FEED = 0x0a;

/** A line that is not empty, parsed. */
export interface JsonLine {
  readonly value: unknown;
  /** Bytes. */
  readonly size: number;
  /** Such as `entities/entities_00001.jsonl, line 3`, for messages. */
  readonly place: () => string;
}

/** The lines of an entry. @throws ArchiveError for a line that is no JSON, or too long */
export async function* readJsonLines({ name, bytes }: ArchiveEntry): AsyncGenerator<JsonLine> {
  let number = 0;
  for await (const line of readLines(name, bytes)) {
    number += 1;
    if (line.length === 0) continue;
    const at = number;
    const place = (): string => `${name}, line ${at}`;
    yield { value: parsed(line, place), size: line.length, place };
  }
}

/** An entry that is one JSON text. @throws ArchiveError where it is none, or too large */
export async function readJson({ name, bytes }: ArchiveEntry): Promise<unknown> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    size += chunk.length;
    if (size > LARGEST_JSON)
      throw new ArchiveError(`${name} is larger than ${LARGEST_JSON} bytes.`);
    parts.push(chunk);
  }
  return parsed(Buffer.concat(parts), () => name);
}

async function* readLines(name: string, bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let parts: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(LINE_FEED, start);
      if (end === -1) break;
      const piece = chunk.subarray(start, end);
      yield parts.length === 0 ? piece : Buffer.concat([...parts, piece]);
      parts = [];
      size = 0;
      start = end + 1;
    }
    if (start === chunk.length) continue;
    parts.push(chunk.subarray(start));
    size += chunk.length - start;
    if (size > LONGEST_LINE) {
      throw new ArchiveError(`A line of ${name} is longer than ${LONGEST_LINE} bytes.`);
    }
  }
  if (parts.length > 0) yield Buffer.concat(parts);
}

function parsed(line: Buffer, place: () => string): unknown {
  if (!isUtf8(line)) throw new ArchiveError(`${place()}: this is not UTF-8 text.`);
  try {
    return JSON.parse(line.toString());
  } catch (cause) {
    throw new ArchiveError(`${place()}: this is not valid JSON.`, { cause });
  }
}
