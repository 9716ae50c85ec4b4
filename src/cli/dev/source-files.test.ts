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

test('sees what a project reads, and nothing else', () => {
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
  expect([...files.look().keys()].map((file) => path.relative(folder, file)).toSorted()).toEqual(
    ['.env', 'config/env/production/api.js', 'package.json', SCHEMA, 'src/index.ts'].map((file) =>
      path.normalize(file),
    ),
  );
});

test('an empty folder has no files', () => {
  expect(open({}).files.look().size).toBe(0);
});

describe('a file counts as another one when', () => {
  test.each<[string, (file: string) => void]>([
    ['it has other text', (file) => writeFileSync(file, '[]')],
    ['it is longer', (file) => writeFileSync(file, '{ }')],
    ['it was written again', (file) => utimesSync(file, 1, 1)],
    ['it is away', (file) => rmSync(file)],
    [
      'another took its place',
      (file) => {
        writeFileSync(`${file}~`, '{}');
        renameSync(`${file}~`, file);
      },
    ],
  ])('%s', (_what, change) => {
    const { folder, files } = open({ [SCHEMA]: '{}', 'src/b.json': '{}' });
    const before = files.look();
    expect(changedFiles(before, files.look())).toEqual([]);
    change(path.join(folder, SCHEMA));
    expect(changedFiles(before, files.look())).toEqual([path.join(folder, SCHEMA)]);
  });
});

describe('hints', () => {
  /** Hinted at from now on: waits for the next hint. */
  function watch(files: SourceFiles): () => Promise<void> {
    let wake = (): void => {};
    files.watch(() => wake());
    onTestFinished(() => files.unwatch());
    return () => new Promise((resolve) => (wake = resolve));
  }

  test('come for what is written, into folders of any age', async () => {
    const { folder, files } = open({});
    const hint = watch(files);
    for (const name of ['config/api.js', SCHEMA, 'src/api/b/content-types/b/schema.json', '.env']) {
      const next = hint();
      writeFiles(folder, { [name]: '{}' });
      await next;
      files.look();
    }
    const next = hint();
    writeFiles(folder, { 'src/api/b/content-types/b/schema.json': '{ }' });
    await next;
  });

  test('come for a folder that took the place of another', async () => {
    const { folder, files } = open({ [SCHEMA]: '{}' });
    const hint = watch(files);
    const away = hint();
    renameSync(path.join(folder, 'src/api/a'), path.join(folder, 'src/api/b'));
    writeFiles(folder, { [SCHEMA]: '{}' });
    await away;
    // What else is hinted at because of that comes now; whoever gets a hint looks.
    await sleep(100);
    files.look();
    const next = hint();
    writeFiles(folder, { [SCHEMA]: '{ }' });
    await next;
  });

  test('do not come for a database beside the folders', async () => {
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
    // Hints of one folder come in the order of what is done in it.
    writeFileSync(path.join(folder, '.env'), '');
    await hint;
    expect(hints).toBeLessThan(5);
  });
});
