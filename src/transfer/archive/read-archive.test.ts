// Valid and damaged archives.
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { afterAll, describe, expect, test } from 'vitest';
import {
  KITCHEN_EXPORT,
  kitchenTar,
  METADATA_JSON,
  tarOf,
} from '../../../test/support/archives.ts';
import { cipher } from './encryption.ts';
import { readArchive } from './read-archive.ts';

const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-archive-')));

afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NAMES = [
  'schemas/schemas_00001.jsonl',
  'entities/entities_00001.jsonl',
  'assets/metadata/tiny_6f47e77ef2.png.json',
  'assets/uploads/tiny_6f47e77ef2.png',
  'assets/metadata/doc_a4e6cd8599.pdf.json',
  'assets/uploads/doc_a4e6cd8599.pdf',
  'links/links_00001.jsonl',
  'configuration/configuration_00001.jsonl',
  'metadata.json',
];

/** The names and sizes of the entries of an archive with these bytes. */
async function sizesOf(
  bytes: Buffer,
  { key = null, skips = false }: { readonly key?: string | null; readonly skips?: boolean } = {},
): Promise<ReadonlyMap<string, number>> {
  const file = path.join(folder, 'archive');
  writeFileSync(file, bytes);
  const sizes = new Map<string, number>();
  for await (const entry of readArchive({ path: file, key, read: () => undefined })) {
    let size = 0;
    if (!skips) for await (const chunk of entry.bytes) size += chunk.length;
    sizes.set(entry.name, size);
  }
  return sizes;
}

async function encrypted(bytes: Buffer, key: string): Promise<Buffer> {
  return buffer(Readable.from([bytes]).pipe(await cipher(key)));
}

const compressed = (): Buffer => readFileSync(KITCHEN_EXPORT);

describe('reads an archive', () => {
  test.each<readonly [string, () => Buffer | Promise<Buffer>, string | null]>([
    ['compressed', compressed, null],
    ['plain', kitchenTar, null],
    ['encrypted', () => encrypted(compressed(), 'words'), 'words'],
    ['encrypted and not compressed', () => encrypted(kitchenTar(), 'words'), 'words'],
    ['plain, though a key is given', kitchenTar, 'words'],
  ])('%s', async (_, make, key) => {
    const sizes = await sizesOf(await make(), { key });
    expect([...sizes.keys()]).toEqual(NAMES);
    expect(sizes.get('assets/uploads/tiny_6f47e77ef2.png')).toBe(5638);
  });

  test('and skips entries that are not consumed', async () => {
    const large = Buffer.alloc(20 * 1024 * 1024);
    const bytes = await tarOf({
      'assets/uploads/large.bin': large,
      'metadata.json': METADATA_JSON,
    });
    expect([...(await sizesOf(bytes, { skips: true })).keys()]).toEqual([
      'assets/uploads/large.bin',
      'metadata.json',
    ]);
  });

  test('with many empty files', async () => {
    const names = Array.from({ length: 10_000 }, (_, i) => `assets/uploads/${i}.txt`);
    const bytes = await tarOf(Object.fromEntries(names.map((name) => [name, ''])));
    expect([...(await sizesOf(bytes)).keys()]).toEqual(names);
  });

  test('with folders and a leading dot, as packed by other programs', async () => {
    const bytes = await tarOf(
      { './entities': '', './entities/entities_00001.jsonl': '{}', './metadata.json': '{}' },
      { './entities': { type: 'directory' } },
    );
    expect([...(await sizesOf(bytes)).keys()]).toEqual([
      'entities/entities_00001.jsonl',
      'metadata.json',
    ]);
  });

  test('and counts the bytes', async () => {
    let read = 0;
    const file = { path: KITCHEN_EXPORT, key: null, read: (bytes: number) => (read += bytes) };
    for await (const entry of readArchive(file)) void entry;
    expect(read).toBe(compressed().length);
  });
});

describe('rejects a damaged archive', () => {
  const one = (name: string): Promise<Buffer> => tarOf({ [name]: 'x' });
  const link = (type: 'link' | 'symlink' | 'fifo'): Promise<Buffer> =>
    tarOf({ 'assets/uploads/x': '' }, { 'assets/uploads/x': { type, linkname: '/etc/passwd' } });

  test.each<readonly [string, () => Buffer | Promise<Buffer>, RegExp]>([
    ['nothing', () => Buffer.alloc(0), /is not an archive/],
    ['noise', () => Buffer.alloc(100_000, 'noise'), /is not an archive/],
    ['truncated, compressed', () => compressed().subarray(0, 9000), /truncated/],
    ['truncated, plain', () => kitchenTar().subarray(0, 100_000), /truncated/],
    ['truncated in a header', () => kitchenTar().subarray(0, 700), /truncated/],
    ['compressed noise', () => gzipSync('noise'.repeat(1000)), /damaged/],
    ['changed', () => flipped(compressed(), 15_000), /damaged/],
    ['a header with a wrong checksum', () => flipped(kitchenTar(), 60), /damaged/],
    ['a path outside of its folders', () => one('assets/uploads/../../x'), /outside its folders/],
    ['an absolute path', () => one('/etc/passwd'), /outside its folders/],
    ['an absolute path of Windows', () => one('C:/x'), /outside its folders/],
    [
      'a path of Windows outside of its folders',
      () => one(String.raw`assets\uploads\..\x`),
      /outside its folders/,
    ],
    ['a link', () => link('link'), /a link, not a file/],
    ['a symbolic link', () => link('symlink'), /a symlink, not a file/],
    ['a pipe', () => link('fifo'), /a fifo, not a file/],
    ['an endless name', () => one(`assets/uploads/${'n'.repeat(5 * 1024 * 1024)}`), /has no end/],
  ])('%s', async (_, make, message) => {
    const failed = await sizesOf(await make()).catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'invalidArchive' });
    expect(failed).toHaveProperty('message', expect.stringMatching(message));
  });

  test.each<readonly [string, (bytes: Buffer) => Buffer, string | null, RegExp]>([
    ['another key', (bytes) => bytes, 'other words', /key is wrong/],
    ['no key', (bytes) => bytes, null, /pass its key/],
    ['truncated', (bytes) => bytes.subarray(0, 9000), 'words', /truncated/],
    ['truncated at a block', (bytes) => bytes.subarray(0, 9008), 'words', /truncated/],
    [
      'truncated at the beginning',
      (bytes) => bytes.subarray(0, 64),
      'words',
      /key is wrong|truncated/,
    ],
  ])('encrypted: %s', async (_, change, key, message) => {
    const bytes = change(await encrypted(compressed(), 'words'));
    const failed = await sizesOf(bytes, { key }).catch((error: unknown) => error);
    expect(failed).toMatchObject({ reason: 'invalidArchive' });
    expect(failed).toHaveProperty('message', expect.stringMatching(message));
  });

  test('if the file is missing', async () => {
    const file = { path: path.join(folder, 'none'), key: null, read: () => undefined };
    await expect(readArchive(file).next()).rejects.toThrow('ENOENT');
  });

  test('when a read is aborted', async () => {
    const stopping = new AbortController();
    const { signal } = stopping;
    const file = path.join(folder, 'large');
    writeFileSync(file, await tarOf({ 'assets/uploads/x': Buffer.alloc(8 * 1024 * 1024) }));
    const read = (async () => {
      for await (const entry of readArchive({
        path: file,
        key: null,
        read: () => undefined,
        signal,
      })) {
        stopping.abort();
        for await (const chunk of entry.bytes) void chunk;
      }
    })();
    await expect(read).rejects.toThrow('aborted');
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed.writeUInt8((changed[at] ?? 0) ^ 0xff, at);
  return changed;
}
