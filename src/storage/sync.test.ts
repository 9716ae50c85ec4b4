import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openTemporary, type TempDatabase } from '../../test/support/temp-database.ts';
import { definition, kitchenRegistry, vendored } from '../../test/support/vendored-projects.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import { createLayout, type Layout } from './layout.ts';
import { openSqlite } from './sqlite/driver.ts';
import { StorageError } from './storage-error.ts';
import { syncDatabase } from './sync.ts';

const NOTHING = { created: false, tables: [], columns: [], altered: [], indexes: [] };
const kitchen = createLayout(kitchenRegistry());

/** A layout of the built-in types and one called thing. */
function thingLayout(attributes: Readonly<Record<string, unknown>>): Layout {
  const info = { singularName: 'thing', pluralName: 'things', displayName: 'Thing' };
  const json = { kind: 'collectionType', collectionName: 'things', info, attributes };
  return createLayout(
    defineRegistry([...builtInDefinitions, definition('api::thing.thing', json)]),
  );
}

/** The rows of every table, for comparing before with after. */
function rowsOf({
  other,
}: Pick<TempDatabase, 'other'>): Readonly<Record<string, readonly unknown[]>> {
  const tables = other
    .prepare(`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`)
    .pluck()
    .all() as readonly string[];
  return Object.fromEntries(
    tables.map((table) => [table, other.prepare(`SELECT * FROM "${table}"`).raw().all()]),
  );
}

describe('an empty database', () => {
  it('is created whole, and then found to fit without a write', async () => {
    const { database } = openTemporary();
    const report = await syncDatabase(database, kitchen);
    expect(report).toMatchObject({ created: true, columns: [], altered: [] });
    expect(report.tables).toHaveLength(kitchen.tables.length);
    const version = database.version();
    expect(await syncDatabase(database, kitchen)).toEqual(NOTHING);
    expect(database.version()).toBe(version);
  });

  it('never gets a row in the tables by which Strapi would drop what it does not know', async () => {
    const { database, other } = openTemporary();
    await syncDatabase(database, kitchen);
    expect(other.prepare('SELECT count(*) FROM strapi_database_schema').pluck().get()).toBe(0);
  });
});

describe('a database of Strapi', () => {
  it.each(['kitchen-seeded.db', 'kitchen-foreign.db', 'kitchen.db'])(
    '%s fits as it is, but for tables and indexes of our own',
    async (name) => {
      const temporary = openTemporary();
      const file = `${temporary.file}.${name}`;
      copyFileSync(vendored('conformance', 'fixtures', name), file);
      const database = openSqlite(file);
      const report = await syncDatabase(database, kitchen);
      expect({ ...report, tables: [], indexes: [] }).toEqual(NOTHING);
      const made = [...report.tables, ...report.indexes];
      expect(made.filter((each) => !each.startsWith('quoin_'))).toEqual([]);
      expect(await syncDatabase(database, kitchen)).toEqual(NOTHING);
      await database.close();
    },
  );

  it('of version 4 is refused', async () => {
    const { database } = openTemporary(
      'CREATE TABLE admin_permissions_role_links (id integer primary key)',
    );
    await expect(syncDatabase(database, kitchen)).rejects.toThrow(
      'a database of Strapi 4. Start Strapi 5 on it once',
    );
  });
});

describe('what is missing is added, and nothing is dropped', () => {
  it('tables, columns with their keys, and indexes', async () => {
    const temporary = openTemporary();
    const { database, other } = temporary;
    await syncDatabase(database, kitchen);
    other.exec(`
      DROP TABLE articles_tags_lnk; DROP INDEX tags_documents_idx;
      DROP INDEX authors_created_by_id_fk; ALTER TABLE authors RENAME TO old_authors;
      CREATE TABLE authors (id integer primary key autoincrement, name text, legacy text default 'x');
      CREATE INDEX authors_legacy ON authors (legacy); CREATE TABLE others (a); INSERT INTO others VALUES (1);
      INSERT INTO authors (id, name) VALUES (7, 'Ann'); INSERT INTO tags (id, name) VALUES (3, 'red');`);
    const report = await syncDatabase(database, kitchen);
    expect(report.tables).toEqual(['articles_tags_lnk']);
    expect(report.columns).toContain('authors.created_by_id');
    expect(report.indexes).toEqual(
      expect.arrayContaining([
        'tags_documents_idx',
        'authors_created_by_id_fk',
        'articles_tags_lnk_uq',
      ]),
    );
    expect(other.prepare('SELECT id, name, legacy, bio FROM authors').raw().all()).toEqual([
      [7, 'Ann', 'x', null],
    ]);
    expect(other.prepare('SELECT name FROM tags').pluck().all()).toEqual(['red']);
    expect(other.prepare('SELECT a FROM others').pluck().all()).toEqual([1]);
    expect(
      other
        .prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'authors_legacy'`)
        .pluck()
        .get(),
    ).toBe(1);
    const keys = other.pragma('foreign_key_list(authors)') as readonly { readonly from: string }[];
    expect(keys.map((key) => key.from).toSorted()).toEqual(['created_by_id', 'updated_by_id']);
    expect(await syncDatabase(database, kitchen)).toEqual(NOTHING);
  });

  it('what the schema no longer speaks of stays', async () => {
    const { database, other } = openTemporary();
    await syncDatabase(
      database,
      thingLayout({ name: { type: 'string' }, size: { type: 'integer' } }),
    );
    other.exec(`INSERT INTO things (name, size) VALUES ('a', 1)`);
    expect(await syncDatabase(database, thingLayout({ name: { type: 'string' } }))).toEqual(
      NOTHING,
    );
    expect(other.prepare('SELECT size FROM things').pluck().get()).toBe(1);
  });

  it('compares names as SQLite does', async () => {
    const { database } = openTemporary('CREATE TABLE THINGS (ID integer primary key, Name text)');
    const report = await syncDatabase(database, thingLayout({ name: { type: 'string' } }));
    expect(report.tables).not.toContain('things');
    expect(report.columns).not.toContain('things.name');
  });

  it('a column that rows cannot do without gets its default, or refuses the start', async () => {
    const { database, other } = openTemporary();
    await syncDatabase(database, thingLayout({}));
    other.exec(`INSERT INTO things (locale) VALUES (null)`);
    const size = (column: object) =>
      thingLayout({ size: { type: 'integer', column: { notNullable: true, ...column } } });
    await expect(syncDatabase(database, size({}))).rejects.toThrow(
      'api::thing.thing: attributes.size (table things, column size): The column cannot be added',
    );
    await syncDatabase(database, size({ defaultTo: 7 }));
    expect(other.prepare('SELECT size FROM things').pluck().get()).toBe(7);
  });
});

describe('a column of another type', () => {
  const LOSSLESS: readonly (readonly [
    declared: string,
    type: string,
    values: readonly unknown[],
    kept: readonly unknown[],
  ])[] = [
    [
      'varchar(255)',
      'integer',
      ['7', '-10', '9007199254740993', null],
      [7, -10, 9007199254740993n, null],
    ],
    ['varchar(255)', 'decimal', ['1.50', '7', '-0.25'], [1.5, 7, -0.25]],
    ['integer', 'string', [7, null], ['7', null]],
    ['float', 'string', [1.5], ['1.5']],
    ['integer', 'decimal', [7], [7]],
    ['float', 'integer', [7, 1.5], [7, 1.5]],
    ['integer', 'boolean', [0, 1, null], [0, 1, null]],
    [
      'text',
      'datetime',
      ['2024-02-29T12:00:00.000Z', '1709201472345'],
      ['2024-02-29T12:00:00.000Z', 1709201472345],
    ],
    ['date', 'datetime', ['2024-02-29'], ['2024-02-29']],
    ['json', 'text', ['{"a":1}', 5], ['{"a":1}', '5']],
  ];

  it.each(LOSSLESS)('%s becomes %s with %j kept', async (declared, type, values, kept) => {
    const { database, other } = openTemporary(
      `CREATE TABLE things (id integer primary key autoincrement, size ${declared});`,
    );
    for (const value of values) other.prepare('INSERT INTO things (size) VALUES (?)').run(value);
    const report = await syncDatabase(database, thingLayout({ size: { type } }));
    expect(report.altered).toEqual(['things.size']);
    const stored = other
      .prepare('SELECT size FROM things ORDER BY id')
      .pluck()
      .safeIntegers()
      .all();
    expect(stored.map((value) => String(value))).toEqual(kept.map((value) => String(value)));
    expect(stored.map((value) => typeof value === 'string')).toEqual(
      kept.map((value) => typeof value === 'string'),
    );
    expect(await syncDatabase(database, thingLayout({ size: { type } }))).toEqual(NOTHING);
  });

  it.each([
    ['varchar(255)', 'integer', 'many', 1],
    ['varchar(255)', 'integer', '007', 1],
    ['varchar(255)', 'integer', '12345678901234567890', 1],
    ['varchar(255)', 'boolean', 'true', 1],
    ['integer', 'boolean', 5, 1],
    ['json', 'integer', '{"a":1}', 1],
    ['varchar(255)', 'datetime', 'soon', 1],
    ['bigint', 'float', 9007199254740993n, 1],
  ])('%s is not made %s where it holds %s', async (declared, type, value, count) => {
    const temporary =
      openTemporary(`CREATE TABLE things (id integer primary key autoincrement, size ${declared});
      CREATE INDEX mine ON things (size); INSERT INTO things (size) VALUES (1);`);
    temporary.other.prepare('INSERT INTO things (size) VALUES (?)').run(value);
    const before = rowsOf(temporary);
    const sync = syncDatabase(
      temporary.database,
      thingLayout({ size: { type } }),
      () => 'src/thing/schema.json',
    );
    await expect(sync).rejects.toThrow(StorageError);
    await expect(sync).rejects.toThrow(
      'src/thing/schema.json: attributes.size (table things, column size): The column is',
    );
    await expect(sync).rejects.toThrow(
      `${count} of its values, such as ${typeof value === 'string' ? `'${value}'` : value}, are none of type`,
    );
    expect(rowsOf(temporary)).toEqual(before);
    expect(
      temporary.other
        .prepare(`SELECT count(*) FROM sqlite_schema WHERE name = 'mine'`)
        .pluck()
        .get(),
    ).toBe(1);
  });

  it.each([
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
  ])('%s does for %s as it is', async (declared, type) => {
    const { database } = openTemporary(
      `CREATE TABLE things (id integer primary key, size ${declared})`,
    );
    expect((await syncDatabase(database, thingLayout({ size: { type } }))).altered).toEqual([]);
  });

  it('keeps ids, the id sequence, keys, indexes, triggers and views', async () => {
    const { database, other } = openTemporary(`
      CREATE TABLE things (id integer primary key autoincrement not null, size varchar(255), owner integer);
      CREATE TABLE parts (id integer primary key, thing integer references things(id) on delete cascade);
      CREATE TABLE log (size);
      CREATE UNIQUE INDEX mine ON things (size, owner) WHERE size IS NOT NULL;
      CREATE VIEW sizes AS SELECT size FROM things;
      CREATE TRIGGER logged AFTER UPDATE OF size ON things BEGIN INSERT INTO log VALUES (new.size); END;
      INSERT INTO things (id, size) VALUES (5, '50'), (9, '90'); DELETE FROM things WHERE id = 9;
      INSERT INTO parts VALUES (1, 5);`);
    const objects = () =>
      other
        .prepare(
          `SELECT name, sql FROM sqlite_schema WHERE name IN ('mine', 'sizes', 'logged', 'parts')`,
        )
        .all();
    const before = objects();
    await syncDatabase(database, thingLayout({ size: { type: 'integer' } }));
    expect(objects()).toEqual(expect.arrayContaining(before));
    expect(other.prepare('SELECT id, size FROM things').raw().all()).toEqual([[5, 50]]);
    expect(other.prepare('SELECT size FROM sizes').pluck().all()).toEqual([50]);
    expect(other.prepare('SELECT thing FROM parts').pluck().all()).toEqual([5]);
    expect(other.prepare('SELECT count(*) FROM log').pluck().get()).toBe(0);
    expect(other.prepare('INSERT INTO things (size) VALUES (1) RETURNING id').pluck().get()).toBe(
      10,
    );
    expect(other.pragma('integrity_check', { simple: true })).toBe('ok');
  });

  it('that a constraint holds on to refuses the start', async () => {
    const { database } = openTemporary(
      'CREATE TABLE things (id integer primary key, size text UNIQUE)',
    );
    await expect(
      syncDatabase(database, thingLayout({ size: { type: 'integer' } })),
    ).rejects.toThrow('The column is TEXT and cannot be altered to integer');
  });
});

describe('a column that another program made NOT NULL', () => {
  it('takes NULL afterwards, with its type and default', async () => {
    const { database, other } = openTemporary(`
      CREATE TABLE things (id integer primary key, size text NOT NULL DEFAULT 'm'); INSERT INTO things (id) VALUES (1);`);
    const layout = thingLayout({ size: { type: 'string' } });
    expect((await syncDatabase(database, layout)).altered).toEqual(['things.size']);
    other.exec(
      'INSERT INTO things (id, size) VALUES (2, NULL); INSERT INTO things (id) VALUES (3)',
    );
    expect(other.prepare('SELECT size FROM things').pluck().all()).toEqual(['m', null, 'm']);
    expect(await syncDatabase(database, layout)).toEqual(NOTHING);
  });

  it('stays as it is where the database cannot change it, and in link tables', async () => {
    const { database } = openTemporary(`
      CREATE TABLE things (id integer primary key, size text NOT NULL UNIQUE);
      CREATE TABLE files_folder_lnk (id integer primary key, file_id integer NOT NULL, folder_id integer NOT NULL, file_ord float);`);
    const report = await syncDatabase(database, thingLayout({ size: { type: 'string' } }));
    expect(report.altered).toEqual([]);
  });
});

describe('a table that cannot be made to fit', () => {
  it('has rows that a unique index would forbid', async () => {
    const { database } = openTemporary(`
      CREATE TABLE files_folder_lnk (id integer primary key, file_id integer, folder_id integer, file_ord float);
      INSERT INTO files_folder_lnk (file_id, folder_id) VALUES (4, 2), (4, 2), (4, 2), (5, 2);`);
    await expect(syncDatabase(database, kitchen)).rejects.toThrow(
      'plugin::upload.file (table files_folder_lnk, column file_id, folder_id): Rows must differ in file_id, folder_id, but 3 of them have (4, 2).',
    );
  });

  it.each(['id bigint primary key', 'id integer', 'size integer'])(
    'has no id of the database’s own: %s',
    async (columns) => {
      const { database } = openTemporary(`CREATE TABLE things (${columns})`);
      await expect(syncDatabase(database, thingLayout({}))).rejects.toThrow(
        'It must be the primary key of the table',
      );
    },
  );
});
