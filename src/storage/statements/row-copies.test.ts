// Copies of rows: ids in the order of the sources, null for missing ones.
import { expect, test } from 'vitest';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { ID } from '../../../test/support/thing-layout.ts';
import { plainColumn } from '../layout/columns.ts';
import { copyRows } from './row-copies.ts';
import { RowStatements } from './row-statements.ts';
import type { Table } from '../layout/table.ts';

const PARTS: Table = {
  name: 'parts',
  kind: 'model',
  uid: null,
  columns: [plainColumn('id', 'increments'), plainColumn('name', 'text')],
  indexes: [],
  foreignKeys: [],
};
const SCRIPT = `create table parts (${ID}, name text);
  insert into parts (name) values ('a'), ('b'), ('c');`;

test.each<readonly [string, readonly number[], readonly (number | null)[]]>([
  ['existing rows', [3, 1, 2], [4, 5, 6]],
  ['the same row twice', [2, 2], [4, 5]],
  ['some missing rows', [99, 2, 98, 1, 99], [null, 4, null, 5, null]],
  ['a missing row whose id a copy gets', [4, 3], [null, 4]],
  ['only missing rows', [98, 99], [null, null]],
])('%s', async (_, sources, ids) => {
  for (const copied of [['name'], []]) {
    const { database, rows: read } = await openScratch(SCRIPT);
    const { dialect } = database;
    const context = { dialect, statements: new RowStatements(dialect, { tables: [PARTS] }) };
    const rows = sources.map((id) => [id] as const);
    const copies = await database.transact(
      copyRows(context, { table: 'parts', copied, assigned: [] }, rows),
    );
    expect(copies).toEqual(ids);
    const stored = await read('select name from parts where id > 3 order by id');
    const present = sources.filter((id) => id < 4);
    const names = present.map((id) => (copied.length > 0 ? 'abc'[id - 1] : null));
    expect(stored.map(([name]) => name)).toEqual(names);
  }
});
