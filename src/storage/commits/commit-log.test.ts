// Commit log shared by the processes of `quoin start --workers`: each has its own position in it.
import { closeSync } from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { CommitLog, createCommitLog, type Commit } from './commit-log.ts';

const ANYTHING: Commit = { position: null, tables: null };

function makeFile(workers: number): number {
  const file = createCommitLog(workers);
  onTestFinished(() => closeSync(file));
  return file;
}

function openLogs(workers: number): CommitLog[] {
  const file = makeFile(workers);
  return Array.from(
    { length: workers },
    (_, index) => new CommitLog(file, { index, count: workers }),
  );
}

function commitTo(...tables: readonly string[]): Commit {
  return { position: null, tables: new Set(tables) };
}

test('every other process reads a commit once', () => {
  const [one, two, three] = openLogs(3);
  const commit: Commit = { position: 123_456_789_012, tables: new Set(['posts', 'größe "x"\n']) };
  one?.append(commit);
  two?.append(commitTo('tags'));
  expect(three?.readNew()).toEqual([commit, commitTo('tags')]);
  expect(two?.readNew()).toEqual([commit]);
  expect(one?.readNew()).toEqual([commitTo('tags')]);
  for (const commitLog of [one, two, three]) expect(commitLog?.readNew()).toEqual([]);
});

test('a reader that missed overwritten entries gets one commit to unknown tables, then later commits by name', () => {
  const [one, two] = openLogs(2);
  for (let i = 0; i < 64; i += 1) one?.append(commitTo('posts'));
  expect(two?.readNew()).toEqual([ANYTHING]);
  for (let i = 0; i < 63; i += 1) one?.append(commitTo(`t${i}`));
  expect(two?.readNew()).toEqual(Array.from({ length: 63 }, (_, i) => commitTo(`t${i}`)));
});

test('a commit to more tables than an entry holds is read as one to unknown tables', () => {
  const [one, two] = openLogs(2);
  const names = Array.from({ length: 100 }, (_, i) => `a_table_of_some_length_${i}`);
  one?.append({ position: 7, tables: new Set(names) });
  expect(two?.readNew()).toEqual([{ position: 7, tables: null }]);
});

test('a process that replaces another appends after its entries and reads only later commits', () => {
  const file = makeFile(2);
  const [one, first] = [0, 1].map((index) => new CommitLog(file, { index, count: 2 }));
  first?.append(commitTo('posts'));
  one?.append(commitTo('tags'));
  const second = new CommitLog(file, { index: 1, count: 2 });
  expect(second.readNew()).toEqual([]);
  second.append(commitTo('pages'));
  expect(one?.readNew()).toEqual([commitTo('posts'), commitTo('pages')]);
});

test('no process misses a commit of another', () => {
  const step = fc.record({
    worker: fc.nat(3),
    notifies: fc.boolean(),
    times: fc.integer({ min: 1, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const logs = openLogs(4);
      const missed = logs.map(() => new Set<string>());
      let count = 0;
      for (const { worker, notifies, times } of steps) {
        const commitLog = logs[worker];
        for (let i = 0; notifies && i < times; i += 1) {
          count += 1;
          const table = `t${count}`;
          commitLog?.append(commitTo(table));
          for (const [other, names] of missed.entries()) if (other !== worker) names.add(table);
        }
        if (notifies) continue;
        const heard = commitLog?.readNew() ?? [];
        const left = missed[worker] ?? new Set();
        if (heard.some(({ tables }) => tables === null)) left.clear();
        for (const { tables } of heard) for (const table of tables ?? []) left.delete(table);
        expect([...left]).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});
