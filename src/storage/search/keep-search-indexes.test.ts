// Search indexes of a database: created, left alone, rebuilt and dropped, for changes by any program.
import { onTestFinished, expect, test } from 'vitest';
import { layoutTemplate } from '../../../test/support/layout-template.ts';
import { makeDatabase, onClient, type TestDatabase } from '../../../test/support/test-database.ts';
import { definition } from '../../../test/support/vendored-projects.ts';
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';
import { defineRegistry } from '../../schema/define.ts';
import type { Database } from '../database.ts';
import type { Query, ReadSteps, Row } from '../session.ts';
import { createLayout } from '../layout/layout.ts';
import { toQuery } from '../migration/row-writer.ts';
import { syncDatabase } from '../migration/sync-database.ts';
import { keepSearchIndexes } from './keep-search-indexes.ts';
import type { SearchIndex } from './search-dialect.ts';
import { searchIndexes } from './search-index.ts';

const UID = 'api::thing.thing';

interface Things {
  readonly layout: ReturnType<typeof createLayout>;
  readonly index: SearchIndex;
}

function thingsWith(attributes: Readonly<Record<string, unknown>>): Things {
  const info = { singularName: 'thing', pluralName: 'things', displayName: 'Thing' };
  const json = { kind: 'collectionType', collectionName: 'things', info, attributes };
  const registry = defineRegistry([...builtInDefinitions, definition(UID, json)]);
  const layout = createLayout(registry);
  const [index] = searchIndexes(registry, layout, [UID]);
  if (!index) throw new Error('no index');
  return { layout, index };
}

const titled = thingsWith({ title: { type: 'string' }, secret: { type: 'text', private: true } });

async function make(): Promise<{ readonly test: TestDatabase; readonly database: Database }> {
  const test = await makeDatabase(layoutTemplate(titled.layout));
  onTestFinished(() => test[Symbol.asyncDispose]());
  return { test, database: await test.open() };
}

/** Synchronizes the indexes. @returns the log lines, without durations */
async function keep(
  database: Database,
  ...wanted: readonly SearchIndex[]
): Promise<readonly string[]> {
  const said: string[] = [];
  const log = (line: string) => void said.push(line.replace(/\d+\.\d s/, 'time'));
  await keepSearchIndexes(database, wanted, { info: log, warn: log });
  return said;
}

const MADE = [`Building the search index of ${UID}.`, `Built the search index of ${UID} in time.`];

/** Ids of the candidates for a text. */
async function candidates(database: Database, { index }: Things, text: string): Promise<unknown> {
  const { search, compile } = database.dialect;
  const query = toQuery(compile(search.candidates(index, search.phrase(text))));
  const [rows = []] = await database.read(steps(query));
  return rows.map(([id]) => id);
}

function* steps(query: Query): ReadSteps<readonly (readonly Row[])[]> {
  return yield [query];
}

function write(database: Database, script: string): Promise<void> {
  return database.runInTransaction((session) => session.script(script));
}

test('is built once from the existing rows, and is updated by the writes of all programs', async () => {
  const { test: file, database } = await make();
  await file.script(`insert into things (id, title) values (1, 'A Kangaroo'), (2, 'a wombat')`);
  expect(await keep(database, titled.index)).toEqual(MADE);
  expect(await keep(database, titled.index)).toEqual([]);
  expect(await candidates(database, titled, 'kangAROO')).toEqual([1]);
  await file.script(`insert into things (id, title) values (3, 'kangaroos')`);
  await write(
    database,
    `update things set title = 'no more' where id = 1; delete from things where id = 2`,
  );
  expect(await candidates(database, titled, 'kangaroo')).toEqual([3]);
  expect(await candidates(database, titled, 'wombat')).toEqual([]);
  expect(await candidates(database, titled, 'o mor')).toEqual([1]);
});

test('does not contain rolled back rows', async () => {
  const { database } = await make();
  await keep(database, titled.index);
  const insert = `insert into things (id, title) values (1, 'kangaroo')`;
  const failed = database.runInTransaction(async (session) => {
    await session.script(insert);
    throw new Error('undone');
  });
  await expect(failed).rejects.toThrow('undone');
  await write(database, insert.replaceAll('kangaroo', 'wombat'));
  expect(await candidates(database, titled, 'kangaroo')).toEqual([]);
  expect(await candidates(database, titled, 'wombat')).toEqual([1]);
});

test('is dropped completely when it is no longer needed', async () => {
  const { test: file, database } = await make();
  const objects = (): Promise<unknown> =>
    file.sql(
      onClient({
        sqlite: `select name from sqlite_schema where name like 'quoin_search%'`,
        postgres: `select relname from pg_class where relname like 'quoin_search%'`,
      }),
    );
  await keep(database, titled.index);
  expect(await objects()).not.toEqual([]);
  expect(await keep(database)).toEqual([]);
  expect(await objects()).toEqual([]);
  await write(database, `insert into things (id, title) values (1, 'kangaroo')`);
});

test('covers the searched attributes, and is rebuilt when they change', async () => {
  const { database } = await make();
  expect([...titled.index.attributes]).toEqual(['id', 'documentId', 'title']);
  await keep(database, titled.index);
  await write(database, `insert into things (id, title, secret) values (1, 'open', 'hidden')`);
  expect(await candidates(database, titled, 'hidden')).toEqual([]);
  const opened = thingsWith({ title: { type: 'string' }, secret: { type: 'text' } });
  expect(await keep(database, opened.index)).toEqual(MADE);
  expect(await candidates(database, opened, 'hidden')).toEqual([1]);
});

test('is rebuilt after a column is altered or the table is recreated', async () => {
  const { test: file, database } = await make();
  await file.script(`insert into things (id, title) values (1, '0042')`);
  await keep(database, titled.index);
  const numbered = thingsWith({
    title: { type: 'biginteger' },
    secret: { type: 'text', private: true },
  });
  await file.script(`update things set title = '4200'`);
  await syncDatabase(database, numbered.layout);
  await keep(database, numbered.index);
  expect(await candidates(database, numbered, '4200')).toEqual([1]);
  // As Strapi alters a table of SQLite: triggers and indexes are dropped with the old one.
  await file.script(
    `create table copied as select * from things; drop table things; alter table copied rename to things; update things set title = 5300`,
  );
  expect(await keep(database, numbered.index)).toEqual(MADE);
  expect(await candidates(database, numbered, '5300')).toEqual([1]);
});

test('is built once if two processes start at the same time', async () => {
  const { test: file, database } = await make();
  const second = await file.open();
  const said = await Promise.all([keep(database, titled.index), keep(second, titled.index)]);
  expect(said.flat()).toEqual(MADE);
});

test('is not used for a text that is too short', async () => {
  const { database } = await make();
  const { phrase } = database.dialect.search;
  expect(['', 'ab', '\u{1f600}\u{1f600}'].map(phrase)).toEqual([null, null, null]);
  expect(phrase('a"bc')).toEqual(onClient({ sqlite: '"a""b" """bc"', postgres: null }));
  expect(phrase('x'.repeat(1000))).not.toBeNull();
});

test('warns once about indexes that cannot be created for the same reason', async () => {
  const { database } = await make();
  const nowhere = ['api::a.a', 'api::b.b'].map((uid, i) => ({
    ...titled.index,
    uid,
    name: `${titled.index.name}_${i}`,
    table: 'nowhere',
  }));
  const said = await keep(database, ...nowhere);
  expect(said.filter((line) => line.startsWith('No search index'))).toEqual([
    expect.stringMatching(/for api::a.a, api::b.b: .* \(.*nowhere/),
  ]);
});
