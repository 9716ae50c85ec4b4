import { setTimeout as sleep } from 'node:timers/promises';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeProject, writeFiles } from '../../../test/support/project-folder.ts';
import { SourceFiles } from './source-files.ts';
import { Watch } from './watch.ts';

/** Timeout for expected changes, in milliseconds. */
const TIMEOUT = { timeout: 15_000 };

/** As on a network file system: no hints. */
class SilentFiles extends SourceFiles {
  override watch(): void {}
}

/** A folder that is watched from `run` on. */
interface Watched {
  readonly folder: string;
  readonly watch: Watch;
  /** Ends with the test. */
  run(onChange: (files: readonly string[]) => Promise<void>): void;
}

function open(Files: typeof SourceFiles = SourceFiles): Watched {
  const folder = makeProject({ 'src/a.json': '1', 'src/b.json': '1' });
  const watch = new Watch(new Files(folder, path.join(folder, '.env')));
  const run: Watched['run'] = (onChange) => {
    const ended = watch.run((files) => onChange(files.map((file) => path.relative(folder, file))));
    onTestFinished(async () => {
      watch.end();
      await ended;
    });
  };
  return { folder, watch, run };
}

test.each([
  ['with hints', SourceFiles],
  ['without hints', SilentFiles],
])('reports changed files %s', async (_what, Files) => {
  const { folder, run } = open(Files);
  const reported: (readonly string[])[] = [];
  run(async (files) => void reported.push(files));
  writeFiles(folder, { 'src/a.json': '2', 'src/new/c.json': '1' });
  await expect.poll(() => reported.flat(), TIMEOUT).toContain(path.join('src', 'a.json'));
  await expect.poll(() => reported.flat(), TIMEOUT).toContain(path.join('src', 'new', 'c.json'));
  expect(reported.flat()).not.toContain(path.join('src', 'b.json'));
});

test('reports earlier changes, except for accepted files', async () => {
  const { folder, watch, run } = open();
  const reported: (readonly string[])[] = [];
  writeFiles(folder, { 'src/a.json': '2', '.env': 'A=1' });
  watch.accept([path.join(folder, '.env')]);
  run(async (files) => void reported.push(files));
  await expect.poll(() => reported, TIMEOUT).toEqual([[path.join('src', 'a.json')]]);
});

test('reports changes during a run, one at a time, including the last', async () => {
  const { folder, run } = open();
  const file = path.join(folder, 'src/a.json');
  const read: string[] = [];
  let working = 0;
  let most = 0;
  run(async () => {
    most = Math.max(most, (working += 1));
    read.push(readFileSync(file, 'utf8'));
    await sleep(30);
    working -= 1;
  });
  for (let i = 0; i < 50; i += 1) {
    writeFileSync(file, String(i));
    // Some pauses are long enough for a report, some are not.
    await sleep(i % 10 === 0 ? 150 : i % 7);
  }
  await expect.poll(() => read.at(-1), TIMEOUT).toBe('49');
  expect(most).toBe(1);
});

test('ends without changes', async () => {
  const { watch } = open();
  const ended = watch.run(async () => {});
  watch.end();
  await ended;
});
