// Structure of the admin interface: imports go in one direction, one folder fetches, and styles work in both text
// directions.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { readModules, type Module } from '../../test/support/modules.ts';

/** Each folder may import itself and these. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  base: [],
  api: ['base'],
  model: ['base'],
  ui: ['base'],
  fields: ['base', 'model', 'ui'],
  editor: ['base', 'api', 'model', 'ui', 'fields'],
  screens: ['base', 'api', 'model', 'ui', 'fields', 'editor'],
  app: ['base', 'api', 'model', 'ui', 'fields', 'editor', 'screens'],
  'main.tsx': ['base', 'api', 'app'],
};

const source = path.resolve(import.meta.dirname, '../src');
const modules = readModules(source);
const rules = modules.filter(({ isTest }) => !isTest);

describe('allowed imports', () => {
  test('every folder is known', () => {
    expect(modules.map(folderOf).filter((name) => !Object.hasOwn(MAY_IMPORT, name))).toEqual([]);
  });

  test.each(Object.entries(MAY_IMPORT))('%s imports itself and %j', (name, allowed) => {
    const others = importsOf(rules.filter((module) => folderOf(module) === name)).filter(
      ({ to }) => ![name, ...allowed].includes(folderOf({ path: to })),
    );
    expect(others).toEqual([]);
  });

  test('screens do not import each other', () => {
    const others = importsOf(rules.filter((module) => folderOf(module) === 'screens')).filter(
      ({ from, to }) => folderOf({ path: to }) === 'screens' && screenOf(from) !== screenOf(to),
    );
    expect(others).toEqual([]);
  });

  test('every imported file exists', () => {
    const files = new Set(readdirSync(source, { recursive: true, encoding: 'utf8' }));
    expect(importsOf(rules).filter(({ to }) => !files.has(path.normalize(to)))).toEqual([]);
  });
});

describe('restrictions', () => {
  test('nothing is imported from the server', () => {
    expect(importsOf(rules).filter(({ to }) => to.startsWith('..'))).toEqual([]);
  });

  test('only api/send.ts and api/send-form.ts call fetch', () => {
    expect(filesWith(/\bfetch\(|new XMLHttpRequest|EventSource|sendBeacon/)).toEqual([
      'api/send-form.ts',
      'api/send.ts',
    ]);
  });

  test('the model does not import React', () => {
    const outside = rules.filter(
      (module) =>
        folderOf(module) === 'model' && module.imports.some((each) => each.package !== null),
    );
    expect(outside.map((module) => module.path)).toEqual([]);
  });

  test('HTML is never written as text', () => {
    expect(filesWith(/dangerouslySetInnerHTML|\.innerHTML|insertAdjacentHTML/)).toEqual([]);
  });
});

describe('file conventions', () => {
  test('every file starts with its purpose', () => {
    expect(
      rules.filter(({ text }) => !text.startsWith('// ')).map((module) => module.path),
    ).toEqual([]);
  });

  test('no file is longer than 400 lines', () => {
    const long = modules.filter(({ text }) => text.trimEnd().split('\n').length > 400);
    expect(long.map((module) => module.path)).toEqual([]);
  });

  test('styles use logical properties, so that they work from right to left', () => {
    const physical =
      /(?:^|[\s;{])(?:(?:margin|padding|border)-(?:left|right|top|bottom)|(?:left|right|top|bottom|width|height|min-width|max-width|min-height|max-height)\s*:|text-align:\s*(?:left|right))/m;
    const styles = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
      file.endsWith('.css'),
    );
    expect(styles.length).toBeGreaterThan(0);
    const found = styles.filter((file) =>
      physical.test(readFileSync(path.join(source, file), 'utf8')),
    );
    expect(found).toEqual([]);
  });
});

function folderOf({ path: file }: Pick<Module, 'path'>): string {
  return file.split('/')[0] ?? file;
}

function screenOf(file: string): string | undefined {
  return file.split('/')[1];
}

function importsOf(some: readonly Module[]): { readonly from: string; readonly to: string }[] {
  return some.flatMap((module) =>
    module.imports.flatMap(({ file }) => (file === null ? [] : [{ from: module.path, to: file }])),
  );
}

function filesWith(pattern: RegExp): readonly string[] {
  return rules.filter(({ text }) => pattern.test(text)).map((module) => module.path);
}
