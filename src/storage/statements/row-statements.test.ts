// Statements by table and column, one for any number of rows.
import { describe, expect, test } from 'vitest';
import { CountingDatabase } from '../../../test/support/counting-database.ts';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { plainColumn } from '../layout/columns.ts';
import { RowStatements } from './row-statements.ts';
import type { SqlValue, WriteSteps } from '../session.ts';
import type { Table } from '../layout/table.ts';

const ID = onClient({
  sqlite: 'integer primary key autoincrement',
  postgres: 'serial primary key',
});
const TABLE = `create table t(id ${ID}, name text, number double precision, "order" integer);`;

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

async function open(script = TABLE) {
  const { database, rows, column } = await openScratch(script);
  const counting = new CountingDatabase(database);
  const statements = new RowStatements(database.dialect, { tables: [T] });
  const all = (): Promise<unknown> => rows('select * from t order by id');
  return { database: counting, statements, all, column };
}

/** The column of `T` by type. */
const NAMES: Readonly<Record<string, string>> = {
  text: 'name',
  'double precision': 'number',
  bigint: 'big',
};

describe('insert', () => {
  test.each([1, 2, 100])(
    'returns %i ids in the order of the rows, with one statement',
    async (size) => {
      const { database, statements, all } = await open();
      const rows = Array.from({ length: size }, (_, i): SqlValue[] => [`name ${i}`, i + 0.5]);
      const ids = await database.transact(statements.insert('t', ['name', 'number'], rows));
      expect(ids).toEqual(rows.map((_, i) => i + 1));
      expect(await all()).toEqual(rows.map(([name, number], i) => [i + 1, name, number, null]));
      expect(database.count).toBe(1);
    },
  );

  test('sends no statement without rows', async () => {
    const { database, statements } = await open();
    expect(await database.transact(statements.insert('t', ['name'], []))).toEqual([]);
    expect(database.count).toBe(0);
  });

  const values: readonly (readonly [type: string, ...values: readonly SqlValue[]])[] = [
    ['text', null, '', 'it\'s "so" \\ €😀\n', '5'],
    ['double precision', 0, -1, 0.1, 1.7976931348623157e308, 5e-324],
    ['bigint', 2 ** 53 - 1, -(2n ** 63n), 2n ** 63n - 1n],
  ];

  // SQLite stores any value as it is, PostgreSQL only values of the column type.
  test.each(
    values.flatMap(([type, ...all]) => all.map((value): [SqlValue, string] => [value, type])),
  )('stores %s the same way alone and among other rows, as %s', async (value, type) => {
    const kept = onClient({ sqlite: 'json', postgres: type });
    const name = onClient({ sqlite: 'any', postgres: NAMES[type] ?? '' });
    const { database, statements, column } = await open(
      `create table t(id ${ID}, "${name}" ${kept})`,
    );
    await database.transact(statements.insert('t', [name], [[value]]));
    await database.transact(statements.insert('t', [name], [[value], [value]]));
    const typed = onClient({ sqlite: `|| typeof("${name}")`, postgres: '' });
    const read = await column(`select cast("${name}" as text) ${typed} from t order by id`);
    expect(read).toEqual([read[0], read[0], read[0]]);
    expect(read[0] === null).toBe(value === null);
  });
});

describe('update', () => {
  const three = `${TABLE} insert into t(name, number) values ('a', 1), ('b', 2), ('c', 3)`;

  test('sets the same columns of several rows', async () => {
    const { database, statements, all } = await open(three);
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
    expect(await all()).toEqual([
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
    const { database, statements, all } = await open(three);
    await database.transact(statements.merge('t', rows));
    expect(await all()).toEqual([
      [1, 'a', 1, null],
      [2, name, 2, null],
      [3, 'c', 3, null],
    ]);
    expect(database.count).toBe(count);
  });

  test('merge: sets only the columns given for each row, also to null, in one statement', async () => {
    const { database, statements, all } = await open(three);
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
    expect(await all()).toEqual([
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
  ): WriteSteps<unknown> {
    const rows = yield* statements.select('t', { columns: ['id'], where, order: ['number'] });
    return rows.flat();
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
    const { database, statements, column } = await open(rows);
    expect(await database.transact(namesWhere(statements, where))).toEqual(ids);
    await database.transact(statements.delete('t', where));
    expect(await column('select id from t')).toHaveLength(4 - ids.length);
  });

  test('reads a column exactly as a big integer', async () => {
    const { database, statements } = await open(
      `create table t(id ${ID}, big bigint); insert into t(big) values (9007199254740993)`,
    );
    const columns = [{ column: 'big', as: 'biginteger' as const }];
    const read = await database.transact(statements.select('t', { columns, where: [] }));
    expect(read).toEqual([['9007199254740993']]);
  });
});
