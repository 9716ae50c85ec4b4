import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { JsonlSpool } from './jsonl-spool.ts';

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-spool-'));
  folders.push(folder);
  return folder;
}

test('writes lines into one file, without a trailing line break', () => {
  const spool = new JsonlSpool(makeFolder(), 'entities');
  spool.line('{"a":1}');
  spool.line('{"b":"é"}');
  const [file, ...more] = spool.end();
  expect(more).toEqual([]);
  expect(file?.name).toBe('entities/entities_00001.jsonl');
  expect(readFileSync(file?.path ?? '', 'utf8')).toBe('{"a":1}\n{"b":"é"}');
  expect(file?.size).toBe(18);
  expect(statSync(file?.path ?? '').mode & 0o077).toBe(0);
});

test('limits the size of files without splitting lines', () => {
  const spool = new JsonlSpool(makeFolder(), 'links', 10);
  for (const line of ['aaaa', 'bbbbb', 'c', 'ééééé', 'far too long a line', 'd']) spool.line(line);
  const files = spool.end();
  expect(files.map(({ name }) => name)).toEqual([
    'links/links_00001.jsonl',
    'links/links_00002.jsonl',
    'links/links_00003.jsonl',
    'links/links_00004.jsonl',
    'links/links_00005.jsonl',
  ]);
  expect(files.map(({ path: file }) => readFileSync(file, 'utf8'))).toEqual([
    'aaaa\nbbbbb',
    'c',
    'ééééé',
    'far too long a line',
    'd',
  ]);
  expect(files.map(({ size }) => size)).toEqual([10, 1, 10, 19, 1]);
});

test('writes lines larger than its buffer completely', () => {
  const spool = new JsonlSpool(makeFolder(), 'entities');
  const lines = Array.from({ length: 30 }, (_, i) => `${i}${'x'.repeat(100_000)}`);
  for (const line of lines) spool.line(line);
  const [file] = spool.end();
  expect(readFileSync(file?.path ?? '', 'utf8').split('\n')).toEqual(lines);
  expect(spool.lines).toBe(30);
});

test('creates no file without lines', () => {
  expect(new JsonlSpool(makeFolder(), 'links').end()).toEqual([]);
});
