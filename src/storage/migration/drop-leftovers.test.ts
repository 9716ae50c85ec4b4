import { expect, test } from 'vitest';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { dropLeftovers } from './drop-leftovers.ts';
import { createLayout } from '../layout/layout.ts';
import { prepareDatabase } from './prepare-database.ts';

const SCRIPT = `
  create table b (id integer primary key);
  create table a (id integer primary key, value text, held integer, constraint a_fk foreign key (held) references b(id));
  create table links (id integer primary key, a_id integer references a(id), b_id integer references b(id));
  create table round (id integer primary key, self integer references round(id));
  create table again (id integer primary key, other integer references round(id));
  alter table round add column other integer references again(id);
  create index a_value on a (value);
  create unique index a_both on a (id, value);
  insert into b values (1);
  insert into a values (1, 'x', 1)`;

const NAMES = ['a', 'b', 'links', 'round', 'again', 'a_value', 'a_both'];

async function drop(tables: readonly string[], columns: readonly (readonly [string, string])[]) {
  const { database, sql } = await openScratch(SCRIPT);
  await prepareDatabase(database, createLayout(kitchenRegistry()), {});
  const kept = await database.runInTransaction((session) =>
    dropLeftovers(session, database.dialect, {
      tables: tables.map((name) => ({ name, rows: 0, isFromStrapi: false })),
      columns: columns.map(([table, name]) => ({ table, name, values: 0, isFromStrapi: false })),
      links: [],
    }),
  );
  const { tables: there, indexes } = await database.read(database.dialect.ddl.inspect());
  const left = [...there.keys(), ...indexes].filter((name) => NAMES.includes(name)).toSorted();
  return { kept: kept.map(({ name }) => name), left, sql };
}

test('drops referencing tables before the tables that they reference, in any order of names', async () => {
  const { kept, left } = await drop(['b', 'a', 'links'], []);
  expect([kept, left]).toEqual([[], ['again', 'round']]);
});

test('keeps a table that a remaining table references', async () => {
  const { kept, left } = await drop(['b', 'a'], []);
  expect(kept).toEqual(['b', 'a']);
  expect(left).toEqual(['a', 'a_both', 'a_value', 'again', 'b', 'links', 'round']);
});

test('keeps tables that reference each other', async () => {
  expect((await drop(['round', 'again'], [])).kept).toEqual(['round', 'again']);
});

/** The result for a column with a foreign key. */
const HELD = onClient({
  sqlite: { kept: ['a.held'], row: { id: 1, held: 1 } },
  postgres: { kept: [], row: { id: 1 } },
});

test('drops a column with its indexes; SQLite keeps a column with a foreign key and drops the rest', async () => {
  const { kept, left, sql } = await drop(
    ['links'],
    [
      ['a', 'held'],
      ['a', 'value'],
    ],
  );
  expect(kept).toEqual(HELD.kept);
  expect(left).toEqual(['a', 'again', 'b', 'round']);
  expect(await sql('select * from a')).toEqual([HELD.row]);
});
