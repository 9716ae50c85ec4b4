import { mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import {
  makeProject,
  writeFiles,
  type ProjectFiles,
} from '../../../test/support/project-folder.ts';
import { changedFiles, SourceFiles } from './source-files.ts';

const SCHEMA = 'src/api/a/content-types/a/schema.json';

function open(files: ProjectFiles): { readonly folder: string; readonly files: SourceFiles } {
  const folder = makeProject(files);
  return { folder, files: new SourceFiles(folder, path.join(folder, '.env')) };
}

test('lists only files that a project reads', () => {
  const { folder, files } = open({
    [SCHEMA]: '{}',
    'src/index.ts': '',
    'config/env/production/api.js': '',
    '.env': '',
    'package.json': '{}',
    'src/notes.md': '',
    'src/.cache/a.json': '',
    'src/api/a/node_modules/b/package.json': '',
    'src/admin/app.ts': '',
    'public/a.json': '',
    '.tmp/data.db': '',
  });
  mkdirSync(path.join(folder, 'src/empty'));
  symlinkSync('circle.json', path.join(folder, 'src/circle.json'));
  expect([...files.scan().keys()].map((file) => path.relative(folder, file)).toSorted()).toEqual(
    ['.env', 'config/env/production/api.js', 'package.json', SCHEMA, 'src/index.ts'].map((file) =>
      path.normalize(file),
    ),
  );
});

test('lists no files in an empty folder', () => {
  expect(open({}).files.scan().size).toBe(0);
});

describe('detects a change if', () => {
  test.each<[string, (file: string) => void]>([
    ['the text differs', (file) => writeFileSync(file, '[]')],
    ['the size differs', (file) => writeFileSync(file, '{ }')],
    ['the modification time differs', (file) => utimesSync(file, 1, 1)],
    ['the file is missing', (file) => rmSync(file)],
    [
      'another file replaced it',
      (file) => {
        writeFileSync(`${file}~`, '{}');
        renameSync(`${file}~`, file);
      },
    ],
  ])('%s', (_what, change) => {
    const { folder, files } = open({ [SCHEMA]: '{}', 'src/b.json': '{}' });
    const before = files.scan();
    expect(changedFiles(before, files.scan())).toEqual([]);
    change(path.join(folder, SCHEMA));
    expect(changedFiles(before, files.scan())).toEqual([path.join(folder, SCHEMA)]);
  });
});

describe('hints', () => {
  /** Starts watching. @returns waits for the next hint */
  function watch(files: SourceFiles): () => Promise<void> {
    let wake = (): void => {};
    files.watch(() => wake());
    onTestFinished(() => files.unwatch());
    return () => new Promise((resolve) => (wake = resolve));
  }

  test('are sent for files in new and existing folders', async () => {
    const { folder, files } = open({});
    const hint = watch(files);
    for (const name of ['config/api.js', SCHEMA, 'src/api/b/content-types/b/schema.json', '.env']) {
      const next = hint();
      writeFiles(folder, { [name]: '{}' });
      await next;
      files.scan();
    }
    const next = hint();
    writeFiles(folder, { 'src/api/b/content-types/b/schema.json': '{ }' });
    await next;
  });

  test('are sent for a folder that replaced another', async () => {
    const { folder, files } = open({ [SCHEMA]: '{}' });
    const hint = watch(files);
    const away = hint();
    renameSync(path.join(folder, 'src/api/a'), path.join(folder, 'src/api/b'));
    writeFiles(folder, { [SCHEMA]: '{}' });
    await away;
    // Further hints of this change arrive now.
    await sleep(100);
    files.scan();
    const next = hint();
    writeFiles(folder, { [SCHEMA]: '{ }' });
    await next;
  });

  test('are not sent for a database next to the folders', async () => {
    const { folder, files } = open({ [SCHEMA]: '{}' });
    let hints = 0;
    let wake = (): void => {};
    files.watch(() => {
      hints += 1;
      wake();
    });
    onTestFinished(() => files.unwatch());
    for (let i = 0; i < 20; i += 1) writeFileSync(path.join(folder, 'data.db'), `${i}`);
    const hint = new Promise<void>((resolve) => (wake = resolve));
    // Hints of one folder arrive in the order of its changes.
    writeFileSync(path.join(folder, '.env'), '');
    await hint;
    expect(hints).toBeLessThan(5);
  });
});
