// What is told of commits, of ours and of others.
import { expect, test } from 'vitest';
import { openTemporary } from '../../../test/support/temp-database.ts';
import type { ChangedTables, Query, ReadSteps } from '../database.ts';

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

test('a writing tells its tables before it is answered', async () => {
  const { database, message } = watched();
  const before = database.version();
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([new Set(['one'])]);
  expect(database.version()).toBeGreaterThan(before);
  expect(message).toHaveLength(1);
});

test('writings of one transaction tell together, and nothing of what was undone', async () => {
  const { database, message } = watched();
  const refused = database.transact(
    running('insert into "two" values (1)', 'insert into "nowhere"'),
  );
  await Promise.all([
    database.transact(running('delete from "one"')),
    expect(refused).rejects.toThrow(),
  ]);
  expect(message).toEqual([new Set(['one'])]);
});

test('a script may have changed anything', async () => {
  const { database, message } = watched();
  await database.write((session) => session.script('create table three (id integer)'));
  expect(message).toEqual([null]);
});

test('what reads tells nothing, and neither does a version that is looked at', async () => {
  const { database, message } = watched();
  await database.read(running('select * from "one"'));
  await database.transact(running('select * from "one"'));
  database.version();
  expect(message).toEqual([]);
});

test('another program is told of when the version is looked at', () => {
  const { database, other, message } = watched();
  const before = database.version();
  other.exec('insert into one values (7)');
  expect(message).toEqual([]);
  expect(database.version()).toBeGreaterThan(before);
  expect(message).toEqual([null]);
  database.version();
  expect(message).toHaveLength(1);
});

test('a trigger may write to tables that no statement names', async () => {
  const trigger =
    'create trigger t after insert on one begin insert into two values (new.id); end;';
  const { database, other, message } = watched();
  other.exec(trigger);
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([null, null]);
});

test('a listener that has ended is told nothing', async () => {
  const { database } = watched();
  const message: ChangedTables[] = [];
  const end = database.onChange((tables) => message.push(tables));
  end();
  await database.transact(running('insert into "one" default values'));
  expect(message).toEqual([]);
});
