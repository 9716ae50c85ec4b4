// Sizes of the built admin interface, in bytes as sent with gzip.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { root } from '../../scripts/setup.mjs';

const folder = path.join(root, 'dist/panel');
const assets = readdirSync(path.join(folder, 'assets'));
const shell = readFileSync(path.join(folder, 'index.html'), 'utf8');

/** What the shell loads. */
const atStart = assets.filter((name) => shell.includes(name));

/** Bytes of the files whose names begin so. */
function sizeOf(...names: readonly string[]): number {
  return assets
    .filter(
      (name) => /\.(?:js|css)$/.test(name) && names.some((each) => name.startsWith(`${each}-`)),
    )
    .reduce(
      (sum, name) => sum + gzipSync(readFileSync(path.join(folder, 'assets', name))).length,
      0,
    );
}

test('the sign-in page loads at most 150 KB', () => {
  const scripts = atStart.filter((name) => name.endsWith('.js')).map(baseOf);
  expect(sizeOf(...scripts, 'style', 'en')).toBeLessThanOrEqual(150_000);
});

test('a list needs at most 190 KB of scripts', () => {
  const scripts = atStart.filter((name) => name.endsWith('.js')).map(baseOf);
  const size = sizeOf(...scripts, 'en', 'workspace', 'content-list');
  expect(size).toBeLessThanOrEqual(190_000);
});

test.each([
  ['content-edit', 70_000],
  ['date-control', 40_000],
  ['markdown-editor', 105_000],
  ['content-types', 60_000],
])('%s adds at most %i bytes', (name, limit) => {
  expect(sizeOf(name)).toBeGreaterThan(0);
  expect(sizeOf(name)).toBeLessThanOrEqual(limit);
});

test('the blocks editor loads at most 70 KB, including ProseMirror', () => {
  const before = loadedWith('content-edit');
  const names = [...loadedWith('blocks-editor')].filter((name) => !before.has(name));
  expect(names.map(baseOf)).toContain('prosemirror');
  expect(sizeOf(...names.map(baseOf))).toBeLessThanOrEqual(70_000);
});

test('styles are at most 20 KB', () => {
  expect(sizeOf('style')).toBeLessThanOrEqual(20_000);
});

test('all scripts together are at most 700 KB', () => {
  const scripts = assets.filter((name) => name.endsWith('.js')).map(baseOf);
  expect(sizeOf(...scripts)).toBeLessThanOrEqual(700_000);
});

test('large files have compressed versions next to them', () => {
  const large = assets.filter(
    (name) =>
      /\.(?:js|css)$/.test(name) && statSync(path.join(folder, 'assets', name)).size >= 1000,
  );
  expect(large.length).toBeGreaterThan(0);
  expect(
    large.filter((name) => !assets.includes(`${name}.br`) || !assets.includes(`${name}.gz`)),
  ).toEqual([]);
});

test('the shell has no inline scripts and no inline styles', () => {
  expect(shell).not.toMatch(/<style|style=|<script(?![^>]*\bsrc=)|\son\w+=/);
});

/** Files that a chunk cannot run without, and itself. */
function loadedWith(name: string, found = new Set<string>()): ReadonlySet<string> {
  const file = assets.find((each) => each.endsWith('.js') && baseOf(each) === name) ?? '';
  if (found.has(file)) return found;
  found.add(file);
  const code = readFileSync(path.join(folder, 'assets', file), 'utf8');
  for (const [, imported = ''] of code.matchAll(/(?:from|import)\s*"\.\/([\w.-]+)"/g))
    loadedWith(baseOf(imported), found);
  return found;
}

function baseOf(name: string): string {
  return name.replace(/-[\w-]{8}\.\w+$/, '');
}
