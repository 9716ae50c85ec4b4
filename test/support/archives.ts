// Archives for tests: the recorded one, and others built from lines.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { pack, type Headers } from 'tar-stream';
import type { ArchiveEntry } from '../../src/transfer/archive/read-archive.ts';
import { vendored } from './vendored-projects.ts';

/** Archive that `strapi export` created from `kitchen-seeded.db`. */
export const KITCHEN_EXPORT: string = vendored('conformance', 'fixtures', 'kitchen-export.tar.gz');

/** Content of a file in an archive; a list is written as one line of JSON per item. */
export type ArchiveContent = string | Buffer | readonly unknown[];

/** Files by name, in the order of the archive. */
export type ArchiveContents = Readonly<Record<string, ArchiveContent>>;

/** The last entry of an archive. */
export const METADATA_JSON: string = JSON.stringify({
  createdAt: '2026-01-02T03:04:05.000Z',
  strapi: { version: '5.54.0' },
});

/** Entries of an archive in memory. */
export async function* entriesOf(contents: ArchiveContents): AsyncGenerator<ArchiveEntry> {
  for (const [name, content] of Object.entries(contents)) {
    const bytes = async function* (): AsyncGenerator<Buffer> {
      yield bytesOf(content);
    };
    yield { name, bytes: bytes() };
  }
}

/** Builds a tar file. @param heads Header fields that differ from those of an export */
export async function tarOf(
  contents: ArchiveContents,
  heads: Readonly<Record<string, Partial<Headers>>> = {},
): Promise<Buffer> {
  const packed = pack();
  for (const [name, content] of Object.entries(contents)) {
    packed.entry({ name, ...heads[name] }, bytesOf(content));
  }
  packed.finalize();
  const chunks: Buffer[] = [];
  for await (const chunk of packed) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** The tar file of the recorded archive. */
export function kitchenTar(): Buffer {
  return gunzipSync(readFileSync(KITCHEN_EXPORT));
}

function bytesOf(content: ArchiveContent): Buffer {
  if (typeof content === 'string') return Buffer.from(content);
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(content.map((line) => JSON.stringify(line)).join('\n'));
}
