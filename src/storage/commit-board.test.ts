// Processes that serve one database, each with its own board on one file, as `quoin start --workers` opens it.
import { closeSync } from 'node:fs';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { CommitBoard, makeBoard, type Commit } from './commit-board.ts';

const ANYTHING: Commit = { position: null, tables: null };

function makeFile(places: number): number {
  const file = makeBoard(places);
  onTestFinished(() => closeSync(file));
  return file;
}

function openBoards(places: number): CommitBoard[] {
  const file = makeFile(places);
  return Array.from({ length: places }, (_, own) => new CommitBoard(file, { own, of: places }));
}

function commitTo(...tables: readonly string[]): Commit {
  return { position: null, tables: new Set(tables) };
}

test('what one tells, all others hear once', () => {
  const [one, two, three] = openBoards(3);
  const commit: Commit = { position: 123_456_789_012, tables: new Set(['posts', 'größe "x"\n']) };
  one?.tell(commit);
  two?.tell(commitTo('tags'));
  expect(three?.news()).toEqual([commit, commitTo('tags')]);
  expect(two?.news()).toEqual([commit]);
  expect(one?.news()).toEqual([commitTo('tags')]);
  for (const board of [one, two, three]) expect(board?.news()).toEqual([]);
});

test('who is far behind hears that anything may have changed, and the next commit by its name', () => {
  const [one, two] = openBoards(2);
  for (let i = 0; i < 64; i += 1) one?.tell(commitTo('posts'));
  expect(two?.news()).toEqual([ANYTHING]);
  for (let i = 0; i < 63; i += 1) one?.tell(commitTo(`t${i}`));
  expect(two?.news()).toEqual(Array.from({ length: 63 }, (_, i) => commitTo(`t${i}`)));
});

test('a commit to more tables than there is room for may have been to any', () => {
  const [one, two] = openBoards(2);
  const names = Array.from({ length: 100 }, (_, i) => `a_table_of_some_length_${i}`);
  one?.tell({ position: 7, tables: new Set(names) });
  expect(two?.news()).toEqual([{ position: 7, tables: null }]);
});

test('who takes a place goes on where the one before has ended, and hears nothing of what was before', () => {
  const file = makeFile(2);
  const [one, first] = [0, 1].map((own) => new CommitBoard(file, { own, of: 2 }));
  first?.tell(commitTo('posts'));
  one?.tell(commitTo('tags'));
  const second = new CommitBoard(file, { own: 1, of: 2 });
  expect(second.news()).toEqual([]);
  second.tell(commitTo('pages'));
  expect(one?.news()).toEqual([commitTo('posts'), commitTo('pages')]);
});

test('nobody misses a commit of another', () => {
  const step = fc.record({
    place: fc.nat(3),
    tells: fc.boolean(),
    times: fc.integer({ min: 1, max: 80 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
      const boards = openBoards(4);
      const missed = boards.map(() => new Set<string>());
      let count = 0;
      for (const { place, tells, times } of steps) {
        const board = boards[place];
        for (let i = 0; tells && i < times; i += 1) {
          count += 1;
          const table = `t${count}`;
          board?.tell(commitTo(table));
          for (const [other, names] of missed.entries()) if (other !== place) names.add(table);
        }
        if (tells) continue;
        const heard = board?.news() ?? [];
        const left = missed[place] ?? new Set();
        if (heard.some(({ tables }) => tables === null)) left.clear();
        for (const { tables } of heard) for (const table of tables ?? []) left.delete(table);
        expect([...left]).toEqual([]);
      }
    }),
    { numRuns: 50 },
  );
});
