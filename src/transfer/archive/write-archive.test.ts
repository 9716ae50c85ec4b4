import {
  createReadStream,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { expect, onTestFinished, test } from 'vitest';
import { decipher } from './encryption.ts';
import { archiveName, ArchiveWriter, type TargetArchive } from './write-archive.ts';

interface ExportTarget {
  readonly folder: string;
  readonly file: TargetArchive;
  readonly partial: string;
}

function createExportTarget(options: Partial<TargetArchive> = {}): ExportTarget {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-archive-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = {
    path: path.join(folder, 'site.tar'),
    compress: false,
    key: null,
    overwrite: false,
    ...options,
  };
  return { folder, file, partial: path.join(folder, 'partial') };
}

async function entriesOf({ path: file, compress, key }: TargetArchive): Promise<object> {
  let stream: Readable = createReadStream(file);
  if (key !== null) stream = stream.pipe(await decipher(key));
  if (compress) stream = stream.pipe(createGunzip());
  const entries: Record<string, string> = {};
  for await (const entry of stream.pipe(extract())) {
    entries[entry.header.name] = (await buffer(entry)).toString();
  }
  return entries;
}

const ways = [false, true].flatMap((compress) =>
  [null, 'open sesame'].map((key) => ({ compress, key })),
);

test.each(ways)('an archive contains the written entries: %j', async (way) => {
  const { folder, file, partial } = createExportTarget(way);
  const lines = path.join(folder, 'lines');
  writeFileSync(lines, 'x'.repeat(300_000));
  const writer = await ArchiveWriter.begin(file, partial);
  await writer.lines({ name: 'entities/entities_00001.jsonl', path: lines, size: 300_000 });
  await writer.text('assets/metadata/é.json', '{"name":"é 😀"}');
  await writer.entry('assets/uploads/empty', 0, Readable.from([]));
  await writer.end();
  expect(await entriesOf(file)).toEqual({
    'entities/entities_00001.jsonl': 'x'.repeat(300_000),
    'assets/metadata/é.json': '{"name":"é 😀"}',
    'assets/uploads/empty': '',
  });
  expect(statSync(file.path).mode & 0o077).toBe(0);
  expect(readdirSync(folder).toSorted()).toEqual(['lines', 'site.tar']);
});

test('keeps an existing file without overwrite', async () => {
  const { file, partial } = createExportTarget();
  writeFileSync(file.path, 'mine');
  const writer = await ArchiveWriter.begin(file, partial);
  await writer.text('a', 'b');
  await expect(writer.end()).rejects.toMatchObject({ reason: 'fileExists' });
  await writer.leave();
  expect([readFileSync(file.path, 'utf8'), existsSync(partial)]).toEqual(['mine', false]);

  const over = await ArchiveWriter.begin({ ...file, overwrite: true }, partial);
  await over.text('a', 'b');
  await over.end();
  expect(await entriesOf(file)).toEqual({ a: 'b' });
});

test('removes its files when it is abandoned', async () => {
  const { folder, file, partial } = createExportTarget({ compress: true });
  const writer = await ArchiveWriter.begin(file, partial);
  await writer.text('a', 'b'.repeat(1_000_000));
  await writer.leave();
  expect(readdirSync(folder)).toEqual([]);
});

test.each([
  ['fewer', 'abc', 4],
  ['more', 'abcde', 4],
])('rejects an entry with %s bytes than its size', async (_name, bytes, size) => {
  const { folder, file, partial } = createExportTarget();
  const writer = await ArchiveWriter.begin(file, partial);
  await expect(writer.entry('a', size, Readable.from([Buffer.from(bytes)]))).rejects.toThrow();
  await writer.leave();
  expect(readdirSync(folder)).toEqual([]);
});

test('rejects if a source fails', async () => {
  const { file, partial } = createExportTarget();
  const writer = await ArchiveWriter.begin(file, partial);
  const source = new Readable({ read: () => source.destroy(new Error('the disk failed')) });
  await expect(writer.entry('a', 4, source)).rejects.toThrow('the disk failed');
  await writer.leave();
  expect(existsSync(partial)).toBe(false);
});

test.each([
  ['site', true, null, 'site.tar.gz'],
  ['site', false, null, 'site.tar'],
  ['site', true, 'key', 'site.tar.gz.enc'],
  ['site.tar.gz', true, null, 'site.tar.gz'],
  ['site.tar.gz', true, 'key', 'site.tar.gz.enc'],
  ['site.tar.gz.enc', true, 'key', 'site.tar.gz.enc'],
  ['site.tar', true, null, 'site.tar.gz'],
  ['v1.2', true, null, 'v1.2.tar.gz'],
  ['out/site', false, 'key', 'out/site.tar.enc'],
])('names %s, compressed %j, with key %j: %s', (given, compress, key, name) => {
  expect(archiveName(given, { compress, key })).toBe(name);
});
