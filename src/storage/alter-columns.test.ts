// Existing columns whose type differs from the attribute's: altered if every value fits, rejected otherwise.
import { describe, expect, it } from 'vitest';
import { openScratch } from '../../test/support/scratch-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import { ID, NOTHING, thingLayout } from '../../test/support/thing-layout.ts';
import { StorageError } from './errors.ts';
import { syncDatabase } from './migration/sync-database.ts';

describe('columns of another type', () => {
  /** Values as SQL literals, and after the change: with their type on SQLite, as text on PostgreSQL. */
  type Kept = readonly (readonly [
    declared: string,
    type: string,
    values: readonly string[],
    kept: readonly (string | null)[],
  ])[];

  const LOSSLESS = onClient<Kept>({
    sqlite: [
      [
        'varchar(255)',
        'integer',
        [`'7'`, `'-10'`, `'9007199254740993'`, 'null'],
        ['7 integer', '-10 integer', '9007199254740993 integer', null],
      ],
      [
        'varchar(255)',
        'decimal',
        [`'1.50'`, `'7'`, `'-0.25'`],
        ['1.5 real', '7.0 real', '-0.25 real'],
      ],
      ['integer', 'string', ['7', 'null'], ['7 text', null]],
      ['float', 'string', ['1.5'], ['1.5 text']],
      ['integer', 'decimal', ['7'], ['7.0 real']],
      ['float', 'integer', ['7', '1.5'], ['7 integer', '1.5 real']],
      ['integer', 'boolean', ['0', '1', 'null'], ['0 integer', '1 integer', null]],
      [
        'text',
        'datetime',
        [`'2024-02-29T12:00:00.000Z'`, `'1709201472345'`],
        ['2024-02-29T12:00:00.000Z text', '1709201472345 integer'],
      ],
      ['date', 'datetime', [`'2024-02-29'`], ['2024-02-29 text']],
      ['json', 'text', [`'{"a":1}'`, '5'], ['{"a":1} text', '5 text']],
    ],
    postgres: [
      ['varchar(255)', 'integer', [`'7'`, `'-10'`, 'null'], ['7', '-10', null]],
      ['varchar(255)', 'biginteger', [`'9007199254740993'`], ['9007199254740993']],
      ['varchar(255)', 'decimal', [`'1.50'`, `'7'`, `'-0.25'`], ['1.50', '7.00', '-0.25']],
      ['integer', 'string', ['7', 'null'], ['7', null]],
      ['double precision', 'string', ['1.5'], ['1.5']],
      ['integer', 'decimal', ['7'], ['7.00']],
      ['double precision', 'integer', ['7'], ['7']],
      ['integer', 'boolean', ['0', '1', 'null'], ['false', 'true', null]],
      ['boolean', 'integer', ['true', 'null'], ['1', null]],
      ['text', 'datetime', [`'2024-02-29 12:00:00'`], ['2024-02-29 12:00:00']],
      ['date', 'datetime', [`'2024-02-29'`], ['2024-02-29 00:00:00']],
      ['jsonb', 'text', [`'{"a": 1}'`, `'5'`], ['{"a": 1}', '5']],
      ['json', 'json', [`'{"a":1}'`], ['{"a": 1}']],
    ],
  });

  it.each(LOSSLESS)('alters %s to %s and preserves %j', async (declared, type, values, kept) => {
    const inserts = values.map((value) => `INSERT INTO things (size) VALUES (${value});`);
    const { database, column } = await openScratch(
      `CREATE TABLE things (${ID}, size ${declared}); ${inserts.join(' ')}`,
    );
    const report = await syncDatabase(database, thingLayout({ size: { type } }));
    expect(report.altered).toEqual(['things.size']);
    const typed = onClient({ sqlite: ` || ' ' || typeof(size)`, postgres: '' });
    expect(await column(`SELECT CAST(size AS text)${typed} FROM things ORDER BY id`)).toEqual(kept);
    expect(await syncDatabase(database, thingLayout({ size: { type } }))).toEqual(NOTHING);
  });

  const NONE = '1 of its values, such as';

  /** The error for a value that would be lost. */
  const LOSSY = onClient<readonly (readonly [string, string, string, string])[]>({
    sqlite: [
      ['varchar(255)', 'integer', `'many'`, `${NONE} 'many', are not of type`],
      ['varchar(255)', 'integer', `'007'`, `${NONE} '007', are not of type`],
      ['varchar(255)', 'integer', `'12345678901234567890'`, `${NONE} '12345678901234567890', are`],
      ['varchar(255)', 'boolean', `'true'`, `${NONE} 'true', are not of type`],
      ['integer', 'boolean', '5', `${NONE} 5, are not of type`],
      ['json', 'integer', `'{"a":1}'`, `${NONE} '{"a":1}', are not of type`],
      ['varchar(255)', 'datetime', `'soon'`, `${NONE} 'soon', are not of type`],
      ['bigint', 'float', '9007199254740993', `${NONE} 9007199254740993, are not of type`],
    ],
    postgres: [
      ['varchar(255)', 'integer', `'many'`, 'and cannot be altered to integer'],
      ['varchar(255)', 'integer', `'007'`, `${NONE} 007, are not of type`],
      ['varchar(255)', 'integer', `'12345678901234567890'`, 'and cannot be altered to integer'],
      ['varchar(255)', 'boolean', `'yes'`, `such as 1, are not of type`],
      ['integer', 'boolean', '5', `${NONE} 5, are not of type`],
      ['jsonb', 'integer', `'{"a":1}'`, 'and cannot be altered to integer'],
      ['varchar(255)', 'datetime', `'soon'`, 'and cannot be altered to datetime'],
      ['double precision', 'integer', '1.5', `${NONE} 1.5, are not of type`],
      ['bigint', 'float', '9007199254740993', `${NONE} 9007199254740993, are not of type`],
    ],
  });

  it.each(LOSSY)(
    'does not alter %s to %s if a value is %s',
    async (declared, type, value, message) => {
      const { database, script, sql } = await openScratch(`
      CREATE TABLE things (${ID}, size ${declared}); CREATE INDEX mine ON things (size);
      INSERT INTO things (size) VALUES ('1'); INSERT INTO things (size) VALUES (${value});`);
      const { ddl } = database.dialect;
      const before = [
        await sql('SELECT * FROM things ORDER BY id'),
        await database.read(ddl.inspect()),
      ];
      const layout = thingLayout({ size: { type } });
      const sync = syncDatabase(database, layout, () => 'src/thing/schema.json');
      await expect(sync).rejects.toThrow(StorageError);
      await expect(sync).rejects.toThrow(
        'src/thing/schema.json: attributes.size (table things, column size): The column is',
      );
      await expect(sync).rejects.toThrow(message);
      await script('SELECT 1');
      const after = [
        await sql('SELECT * FROM things ORDER BY id'),
        await database.read(ddl.inspect()),
      ];
      expect(after).toEqual(before);
    },
  );

  const FITTING = onClient<readonly (readonly [string, string])[]>({
    sqlite: [
      ['text', 'string'],
      ['nvarchar(80)', 'string'],
      ['text', 'json'],
      ['text', 'date'],
      ['int', 'integer'],
      ['bigint', 'integer'],
      ['numeric', 'decimal'],
      ['tinyint(1)', 'boolean'],
      ['timestamp', 'datetime'],
      ['constructor', 'integer'],
    ],
    postgres: [
      ['text', 'string'],
      ['varchar(80)', 'string'],
      ['char(3)', 'string'],
      ['varchar', 'text'],
      ['jsonb', 'json'],
      ['bigint', 'integer'],
      ['numeric', 'biginteger'],
      ['double precision', 'decimal'],
      ['time with time zone', 'time'],
      ['timestamp with time zone', 'datetime'],
      ['timestamp(3)', 'datetime'],
    ],
  });

  it.each(FITTING)(
    'leaves a column of type %s unchanged for an attribute of type %s',
    async (declared, type) => {
      const { database } = await openScratch(`CREATE TABLE things (${ID}, size ${declared})`);
      expect((await syncDatabase(database, thingLayout({ size: { type } }))).altered).toEqual([]);
    },
  );

  it('keeps ids, the id sequence, keys and indexes', async () => {
    const { database, sql, rows, column } = await openScratch(`
      CREATE TABLE things (${ID} not null, size varchar(255), owner integer);
      CREATE TABLE parts (id integer primary key, thing integer references things(id) on delete cascade);
      CREATE UNIQUE INDEX mine ON things (size, owner) WHERE size IS NOT NULL;
      INSERT INTO things (id, size) VALUES (5, '50'), (9, '90'); DELETE FROM things WHERE id = 9;
      ${onClient({ sqlite: '', postgres: `SELECT setval('things_id_seq', 9);` })}
      INSERT INTO parts VALUES (1, 5);`);
    const objects = () => sql(onClient(OBJECTS));
    const before = await objects();
    expect(before).toHaveLength(2);
    await syncDatabase(database, thingLayout({ size: { type: 'integer' } }));
    expect(await objects()).toEqual(before);
    expect(await rows('SELECT id, size FROM things')).toEqual([[5, 50]]);
    expect(await column('SELECT thing FROM parts')).toEqual([5]);
    expect(await column('INSERT INTO things (size) VALUES (1) RETURNING id')).toEqual([10]);
  });

  /** The index, and the table that references this one. */
  const OBJECTS = {
    sqlite: `SELECT name, sql FROM sqlite_schema WHERE name IN ('mine', 'parts') ORDER BY 1`,
    postgres: `SELECT indexdef AS text FROM pg_indexes WHERE indexname = 'mine' UNION ALL
      SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = 'parts'::regclass AND contype = 'f' ORDER BY 1`,
  };

  /** Objects that depend on a column: SQLite preserves them, PostgreSQL does not alter the column. */
  const DEPENDENTS = `
    CREATE TABLE things (${ID}, size varchar(255)); INSERT INTO things (size) VALUES ('50');
    CREATE VIEW sizes AS SELECT size FROM things; CREATE TABLE log (size integer);
    ${onClient({
      sqlite: `CREATE TRIGGER logged AFTER UPDATE OF size ON things BEGIN INSERT INTO log VALUES (new.size); END;`,
      postgres: '',
    })}`;

  it('alters a column with a view and triggers on SQLite, and rejects it on PostgreSQL', async () => {
    const { database, sql, column } = await openScratch(DEPENDENTS);
    const sync = syncDatabase(database, thingLayout({ size: { type: 'integer' } }));
    await onClient({
      sqlite: async () => {
        const objects = `SELECT sql FROM sqlite_schema WHERE name IN ('sizes', 'logged')`;
        const before = await sql(objects);
        await sync;
        expect(await sql(objects)).toEqual(before);
        expect(await column('SELECT size FROM sizes')).toEqual([50]);
        expect(await column('SELECT size FROM log')).toEqual([]);
        expect(await column('PRAGMA integrity_check')).toEqual(['ok']);
      },
      postgres: () =>
        expect(sync).rejects.toThrow('cannot alter type of a column used by a view or rule'),
    })();
  });

  it('does not alter a column with a constraint', async () => {
    const { database } = await openScratch(
      `CREATE TABLE things (${ID}, size text ${onClient({
        sqlite: 'UNIQUE',
        postgres: `CHECK (size LIKE 'a%')`,
      })})`,
    );
    await expect(
      syncDatabase(database, thingLayout({ size: { type: 'integer' } })),
    ).rejects.toThrow(/The column is text and cannot be altered to integer/i);
  });
});
