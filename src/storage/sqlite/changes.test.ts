// What is told of commits, of ours and of others.
import { expect, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import type { ChangedTables, Query, Reading } from '../database.ts';

const TABLES =
  'create table one (id integer primary key); create table two (id integer primary key);';

function* running(...statements: readonly string[]): Reading<void> {
  yield statements.map((sql): Query => ({ sql, values: [] }));
}

function watched(script = ''): ReturnType<typeof openTemporary> & { told: ChangedTables[] } {
  const opened = openTemporary(TABLES + script);
  const told: ChangedTables[] = [];
  opened.database.onChange((tables) => told.push(tables));
  return { ...opened, told };
}

test('a writing tells its tables before it is answered', async () => {
  const { database, told } = watched();
  const before = database.version();
  await database.transact(running('insert into "one" default values'));
  expect(told).toEqual([new Set(['one'])]);
  expect(database.version()).toBeGreaterThan(before);
  expect(told).toHaveLength(1);
});

test('writings of one transaction tell together, and nothing of what was undone', async () => {
  const { database, told } = watched();
  const refused = database.transact(
    running('insert into "two" values (1)', 'insert into "nowhere"'),
  );
  await Promise.all([
    database.transact(running('delete from "one"')),
    expect(refused).rejects.toThrow(),
  ]);
  expect(told).toEqual([new Set(['one'])]);
});

test('a script may have changed anything', async () => {
  const { database, told } = watched();
  await database.write((session) => session.script('create table three (id integer)'));
  expect(told).toEqual([null]);
});

test('what reads tells nothing, and neither does a version that is looked at', async () => {
  const { database, told } = watched();
  await database.read(running('select * from "one"'));
  await database.transact(running('select * from "one"'));
  database.version();
  expect(told).toEqual([]);
});

test('another program is told of when the version is looked at', () => {
  const { database, other, told } = watched();
  const before = database.version();
  other.exec('insert into one values (7)');
  expect(told).toEqual([]);
  expect(database.version()).toBeGreaterThan(before);
  expect(told).toEqual([null]);
  database.version();
  expect(told).toHaveLength(1);
});

test('a trigger may write to tables that no statement names', async () => {
  const trigger =
    'create trigger t after insert on one begin insert into two values (new.id); end;';
  const { database, other, told } = watched();
  other.exec(trigger);
  await database.transact(running('insert into "one" default values'));
  expect(told).toEqual([null, null]);
});

test('a listener that has ended is told nothing', async () => {
  const { database } = watched();
  const told: ChangedTables[] = [];
  const end = database.onChange((tables) => told.push(tables));
  end();
  await database.transact(running('insert into "one" default values'));
  expect(told).toEqual([]);
});
