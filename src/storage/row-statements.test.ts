// Rows by table and column: what is written is what is read, in one statement for any number of rows.
import { describe, expect, test } from 'vitest';
import { CountingDatabase } from '../../test/support/counting-database.ts';
import { openTemporary } from '../../test/support/temp-database.ts';
import { plainColumn } from './columns.ts';
import { RowStatements } from './row-statements.ts';
import type { SqlValue, Writing } from './session.ts';
import { sqliteDialect } from './sqlite/dialect.ts';
import type { Table } from './table.ts';

const TABLE = `create table t(id integer primary key autoincrement, name text, number float, "order" integer);`;

const T: Table = {
  name: 't',
  kind: 'model',
  uid: null,
  columns: [
    plainColumn('id', 'increments'),
    plainColumn('name', 'text'),
    plainColumn('number', 'double'),
    plainColumn('order', 'integer'),
    plainColumn('any', 'json'),
    plainColumn('big', 'bigInteger'),
  ],
  indexes: [],
  foreignKeys: [],
};

function open(script = TABLE) {
  const { database, other } = openTemporary(script);
  const counting = new CountingDatabase(database);
  const statements = new RowStatements(sqliteDialect, { tables: [T] });
  const all = (): unknown => other.prepare('select * from t order by id').raw().all();
  return { database: counting, statements, all, other };
}

describe('insert', () => {
  test.each([1, 2, 100])(
    'gives %i ids in the order of the rows, with one statement',
    async (size) => {
      const { database, statements, all } = open();
      const rows = Array.from({ length: size }, (_, i): SqlValue[] => [`name ${i}`, i + 0.5]);
      const ids = await database.transact(statements.insert('t', ['name', 'number'], rows));
      expect(ids).toEqual(rows.map((_, i) => i + 1));
      expect(all()).toEqual(rows.map(([name, number], i) => [i + 1, name, number, null]));
      expect(database.count).toBe(1);
    },
  );

  test('no rows: no statement', async () => {
    const { database, statements } = open();
    expect(await database.transact(statements.insert('t', ['name'], []))).toEqual([]);
    expect(database.count).toBe(0);
  });

  const values: readonly SqlValue[] = [
    null,
    '',
    'it\'s "so" \\ €😀\n',
    '5',
    0,
    -1,
    0.1,
    1.7976931348623157e308,
    5e-324,
    2 ** 53 - 1,
    -(2n ** 63n),
    2n ** 63n - 1n,
  ];

  test.each(values)('%s is the same alone and among others', async (value) => {
    const { database, statements, other } = open(
      'create table t(id integer primary key, any json)',
    );
    await database.transact(statements.insert('t', ['any'], [[value]]));
    await database.transact(statements.insert('t', ['any'], [[value], [value]]));
    const read = other.prepare('select any, typeof(any) from t').safeIntegers().raw().all();
    expect(read[1]).toEqual(read[0]);
    expect(read[2]).toEqual(read[0]);
  });
});

describe('update', () => {
  const three = `${TABLE} insert into t(name, number) values ('a', 1), ('b', 2), ('c', 3)`;

  test('rows of the same columns', async () => {
    const { database, statements, all } = open(three);
    await database.transact(
      statements.update(
        't',
        ['name', 'order'],
        [
          [1, 'x', 9],
          [3, null, 8],
        ],
      ),
    );
    expect(all()).toEqual([
      [1, 'x', 1, 9],
      [2, 'b', 2, null],
      [3, null, 3, 8],
    ]);
  });

  test.each([
    ['one row', [{ id: 2, values: new Map([['name', 'x']]) }], [1, 'x', 3], 1],
    ['none', [], [1, 'b', 3], 0],
    ['no columns', [{ id: 2, values: new Map() }], [1, 'b', 3], 0],
  ])('merge: %s', async (_, rows, [, name], count) => {
    const { database, statements, all } = open(three);
    await database.transact(statements.merge('t', rows));
    expect(all()).toEqual([
      [1, 'a', 1, null],
      [2, name, 2, null],
      [3, 'c', 3, null],
    ]);
    expect(database.count).toBe(count);
  });

  test('merge: each row only in its own columns, null too, in one statement', async () => {
    const { database, statements, all } = open(three);
    await database.transact(
      statements.merge('t', [
        { id: 1, values: new Map<string, SqlValue>([['name', null]]) },
        { id: 2, values: new Map<string, SqlValue>([['number', 7]]) },
        {
          id: 3,
          values: new Map<string, SqlValue>([
            ['number', 8],
            ['order', 1],
          ]),
        },
      ]),
    );
    expect(all()).toEqual([
      [1, null, 1, null],
      [2, 'b', 7, null],
      [3, 'c', 8, 1],
    ]);
    expect(database.count).toBe(1);
  });
});

describe('conditions', () => {
  const rows = `${TABLE} insert into t(name, number) values ('a', 1), ('b', 2), (null, 3), ('a', 4)`;

  function* namesWhere(
    statements: RowStatements,
    where: Parameters<RowStatements['select']>[1]['where'],
  ): Writing<unknown> {
    const found = yield* statements.select('t', { columns: ['id'], where, order: ['number'] });
    return found.flat();
  }

  test.each([
    ['all', [], [1, 2, 3, 4]],
    ['is', [{ column: 'name', is: 'a' }], [1, 4]],
    ['is null', [{ column: 'name', is: null }], [3]],
    ['in', [{ column: 'name', in: ['a', 'b'] }], [1, 2, 4]],
    ['in nothing', [{ column: 'name', in: [] }], []],
    [
      'both',
      [
        { column: 'name', is: 'a' },
        { column: 'id', in: [2, 4] },
      ],
      [4],
    ],
  ] as const)('%s', async (_, where, ids) => {
    const { database, statements, other } = open(rows);
    expect(await database.transact(namesWhere(statements, where))).toEqual(ids);
    await database.transact(statements.delete('t', where));
    expect(other.prepare('select count(*) from t').pluck().get()).toBe(4 - ids.length);
  });

  test('a big integer is read exactly where it is asked for as one', async () => {
    const { database, statements } = open(
      `create table t(id integer primary key, big bigint); insert into t(big) values (9007199254740993)`,
    );
    const columns = [{ column: 'big', as: 'biginteger' as const }];
    const read = await database.transact(statements.select('t', { columns, where: [] }));
    expect(read).toEqual([['9007199254740993']]);
  });
});
