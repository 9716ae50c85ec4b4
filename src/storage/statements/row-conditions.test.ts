// Conditions on referenced rows, as nested subqueries of one statement.
import { expect, test } from 'vitest';
import { makeDatabase } from '../../../test/support/test-database.ts';
import { plainColumn } from '../layout/columns.ts';
import type { RowCondition } from './row-conditions.ts';
import { RowStatements } from './row-statements.ts';
import type { Table } from '../layout/table.ts';

const SCRIPT = `
  create table persons(id integer primary key, name text);
  create table groups(id integer primary key, name text, place integer);
  create table members(person_id integer, group_id integer);
  insert into persons values (1, 'ada'), (2, 'bob'), (3, 'cid'), (4, 'dan');
  insert into groups values (10, 'a', 1), (11, 'b', 2), (12, 'c', null);
  insert into members values (1, 10), (2, 10), (2, 11), (3, 12), (4, null);`;

function table(name: string, ...columns: readonly string[]): Table {
  return {
    name,
    kind: 'model',
    uid: null,
    columns: columns.map((column) => plainColumn(column, column === 'name' ? 'text' : 'integer')),
    indexes: [],
    foreignKeys: [],
  };
}

const TABLES = [
  table('persons', 'id', 'name'),
  table('groups', 'id', 'name', 'place'),
  table('members', 'person_id', 'group_id'),
];

function inGroups(...where: readonly RowCondition[]): RowCondition {
  const groups = { table: 'groups', column: 'id', where };
  const members = { column: 'group_id', among: groups };
  return {
    column: 'id',
    among: { table: 'members', column: 'person_id', where: [members] },
  };
}

test('selects rows by conditions on referenced tables', async () => {
  await using database = await makeDatabase();
  await database.script(SCRIPT);
  const open = await database.open();
  const statements = new RowStatements(open.dialect, { tables: TABLES });
  const named = async (...where: readonly RowCondition[]): Promise<readonly unknown[]> => {
    const selection = { columns: ['name'], where, order: ['id'] };
    const rows = await open.read(statements.select('persons', selection));
    return rows.map(([name]) => name);
  };
  for (const [where, names] of [
    [[inGroups({ column: 'name', is: 'a' })], ['ada', 'bob']],
    [[inGroups({ column: 'name', is: 'b' })], ['bob']],
    [[inGroups({ column: 'name', is: 'nobody' })], []],
    [[inGroups({ column: 'place', is: null })], ['cid']],
    [[inGroups({ column: 'place', below: 2 })], ['ada', 'bob']],
    [[inGroups({ column: 'id', in: [11, 12] })], ['bob', 'cid']],
    [[inGroups({ column: 'id', in: [] })], []],
    [[inGroups()], ['ada', 'bob', 'cid']],
    [[{ column: 'name', is: 'bob' }, inGroups({ column: 'name', is: 'a' })], ['bob']],
    [[inGroups({ column: 'name', is: 'a' }), { column: 'id', in: [1, 3] }], ['ada']],
    [[inGroups({ column: 'name', is: 'a' }), inGroups({ column: 'name', is: 'b' })], ['bob']],
  ] satisfies (readonly [readonly RowCondition[], readonly string[]])[]) {
    expect([where, await named(...where)]).toEqual([where, names]);
  }
});
