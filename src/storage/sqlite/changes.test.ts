// Change notifications for our own commits and those of other programs.
import { expect, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import type { ChangedTables } from '../commits/change-feed.ts';
import type { Query, ReadSteps } from '../session.ts';

const TABLES =
  'create table one (id integer primary key); create table two (id integer primary key);';

function* running(...statements: readonly string[]): ReadSteps<void> {
  yield statements.map((sql): Query => ({ sql, values: [] }));
}

function watched(script = ''): ReturnType<typeof openTemporary> & { message: ChangedTables[] } {
  const opened = openTemporary(TABLES + script);
  const message: ChangedTables[] = [];
  opened.database.onChange((tables) => message.push(tables));
  return { ...opened, message };
}

test('reports the tables of a write before its response', async () => {
  const { database, message } = watched();
  const before = database.version();
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([new Set(['one'])]);
  expect(database.version()).toBeGreaterThan(before);
  expect(message).toHaveLength(1);
});

test('reports the tables of a shared transaction together, without those of rolled back writes', async () => {
  const { database, message } = watched();
  const rejected = database.transact(
    running('insert into "two" values (1)', 'insert into "nowhere"'),
  );
  await Promise.all([
    database.transact(running('delete from "one"')),
    expect(rejected).rejects.toThrow(),
  ]);
  expect(message).toEqual([new Set(['one'])]);
});

test('reports the table of a statement, and unknown tables for a script of several', async () => {
  const { database, message } = watched();
  await database.runInTransaction((session) => session.script('create table three (id integer)'));
  const two = 'create table four (id integer); create table five (id integer)';
  await database.runInTransaction((session) => session.script(two));
  expect(message).toEqual([new Set(['three']), null]);
});

test('reports nothing for reads and for checks of the version', async () => {
  const { database, message } = watched();
  await database.read(running('select * from "one"'));
  await database.transact(running('select * from "one"'));
  database.version();
  expect(message).toEqual([]);
});

test('reports a commit of another program when the version is checked', () => {
  const { database, other, message } = watched();
  const before = database.version();
  other.exec('insert into one values (7)');
  expect(message).toEqual([]);
  expect(database.version()).toBeGreaterThan(before);
  expect(message).toEqual([null]);
  database.version();
  expect(message).toHaveLength(1);
});

test('reports unknown tables if there are triggers', async () => {
  const trigger =
    'create trigger t after insert on one begin insert into two values (new.id); end;';
  const { database, other, message } = watched();
  other.exec(trigger);
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([null, null]);
});

test('reports nothing to a listener that has unsubscribed', async () => {
  const { database } = watched();
  const message: ChangedTables[] = [];
  const end = database.onChange((tables) => message.push(tables));
  end();
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([]);
});
