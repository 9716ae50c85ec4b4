import { copyFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CountingDatabase } from '../../../test/support/counting-database.ts';
import { layoutTemplate } from '../../../test/support/layout-template.ts';
import { openScratch } from '../../../test/support/scratch-database.ts';
import { onClient } from '../../../test/support/test-database.ts';
import { ID, NOTHING, thingLayout } from '../../../test/support/thing-layout.ts';
import { kitchenRegistry, vendored } from '../../../test/support/vendored-projects.ts';
import { createLayout } from '../layout/layout.ts';
import { openSqlite } from '../sqlite/driver.ts';
import { syncDatabase } from './sync-database.ts';

const kitchen = createLayout(kitchenRegistry());

describe('an empty database', () => {
  it('is created completely, and is not written again', async () => {
    const { database } = await openScratch();
    const report = await syncDatabase(database, kitchen);
    expect(report).toMatchObject({ created: true, columns: [], altered: [] });
    expect(report.tables).toHaveLength(kitchen.tables.length);
    const counting = new CountingDatabase(database);
    expect(await syncDatabase(counting, kitchen)).toEqual(NOTHING);
    expect(counting.writes).toBe(0);
  });

  it('has no row in strapi_database_schema, from which Strapi would drop unknown tables', async () => {
    const { database, column } = await openScratch();
    await syncDatabase(database, kitchen);
    expect(await column('SELECT id FROM strapi_database_schema')).toEqual([]);
  });
});

describe('a Strapi database', () => {
  // PostgreSQL is tested with the real Strapi (test/strapi).
  it.each(
    onClient({ sqlite: ['kitchen-seeded.db', 'kitchen-foreign.db', 'kitchen.db'], postgres: [] }),
  )('%s needs only Quoin’s own tables and indexes', async (name) => {
    const { config } = await openScratch();
    const file = `${config.client === 'sqlite' ? config.file : ''}.${name}`;
    copyFileSync(vendored('conformance', 'fixtures', name), file);
    const database = openSqlite(file);
    const report = await syncDatabase(database, kitchen);
    expect({ ...report, tables: [], indexes: [] }).toEqual(NOTHING);
    const added = [...report.tables, ...report.indexes];
    expect(added.filter((each) => !each.startsWith('quoin_'))).toEqual([]);
    expect(await syncDatabase(database, kitchen)).toEqual(NOTHING);
    await database.close();
  });

  it('of version 4 is rejected', async () => {
    const { database } = await openScratch(
      'CREATE TABLE admin_permissions_role_links (id integer primary key)',
    );
    await expect(syncDatabase(database, kitchen)).rejects.toThrow(
      'a database of Strapi 4. Start Strapi 5 on it once',
    );
  });
});

describe('adds missing objects and drops nothing', () => {
  it('in tables, in columns with their keys, and in indexes', async () => {
    const { database, script, rows, column } = await openScratch(layoutTemplate(kitchen));
    await script(`
      DROP TABLE articles_tags_lnk; DROP INDEX tags_documents_idx;
      ${onClient({
        sqlite: 'DROP INDEX authors_created_by_id_fk; ALTER TABLE authors RENAME TO old_authors',
        postgres: 'DROP TABLE authors CASCADE',
      })};
      CREATE TABLE authors (${ID}, name text, legacy text default 'x');
      CREATE INDEX authors_legacy ON authors (legacy);
      CREATE TABLE others (a integer); INSERT INTO others VALUES (1);
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
    expect(await rows('SELECT id, name, legacy, bio FROM authors')).toEqual([
      [7, 'Ann', 'x', null],
    ]);
    expect(await column('SELECT name FROM tags')).toEqual(['red']);
    expect(await column('SELECT a FROM others')).toEqual([1]);
    const { ddl } = database.dialect;
    const { indexes } = await database.read(ddl.inspect());
    expect(indexes.has('authors_legacy')).toBe(true);
    expect(await column(onClient(KEYS_OF_AUTHORS))).toEqual(['created_by_id', 'updated_by_id']);
    expect(await syncDatabase(database, kitchen)).toEqual(NOTHING);
  });

  const KEYS_OF_AUTHORS = {
    sqlite: `SELECT "from" FROM pragma_foreign_key_list('authors') ORDER BY 1`,
    postgres: `SELECT a.attname FROM pg_constraint c JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.conrelid = 'authors'::regclass AND c.contype = 'f' ORDER BY 1`,
  };

  it('keeps columns that the schema no longer has', async () => {
    const { database, script, column } = await openScratch();
    await syncDatabase(
      database,
      thingLayout({ name: { type: 'string' }, size: { type: 'integer' } }),
    );
    await script(`INSERT INTO things (name, size) VALUES ('a', 1)`);
    expect(await syncDatabase(database, thingLayout({ name: { type: 'string' } }))).toEqual(
      NOTHING,
    );
    expect(await column('SELECT size FROM things')).toEqual([1]);
  });

  it('compares names like the database', async () => {
    const { database } = await openScratch(
      `CREATE TABLE "THINGS" ("ID" integer primary key, "Name" text)`,
    );
    const report = await syncDatabase(database, thingLayout({ name: { type: 'string' } }));
    expect(report.tables.includes('things')).toBe(onClient({ sqlite: false, postgres: true }));
    expect(report.columns).not.toContain('things.name');
  });

  it('adds a NOT NULL column with its default, and fails without one', async () => {
    const { database, script, column } = await openScratch();
    await syncDatabase(database, thingLayout({}));
    await script(`INSERT INTO things (locale) VALUES (null)`);
    const size = (more: object) =>
      thingLayout({ size: { type: 'integer', column: { notNullable: true, ...more } } });
    await expect(syncDatabase(database, size({}))).rejects.toThrow(
      'api::thing.thing: attributes.size (table things, column size): The column cannot be added',
    );
    await syncDatabase(database, size({ defaultTo: 7 }));
    expect(await column('SELECT size FROM things')).toEqual([7]);
  });
});

describe('a column that another program made NOT NULL', () => {
  it('accepts NULL afterwards, with its type and default', async () => {
    const { database, script, column } = await openScratch(`
      CREATE TABLE things (${ID}, size text NOT NULL DEFAULT 'm'); INSERT INTO things (id) VALUES (1);`);
    const layout = thingLayout({ size: { type: 'string' } });
    expect((await syncDatabase(database, layout)).altered).toEqual(['things.size']);
    await script(
      'INSERT INTO things (id, size) VALUES (2, NULL); INSERT INTO things (id) VALUES (3)',
    );
    expect(await column('SELECT size FROM things ORDER BY id')).toEqual(['m', null, 'm']);
    expect(await syncDatabase(database, layout)).toEqual(NOTHING);
  });

  it('remains NOT NULL if the database cannot change it, and in link tables', async () => {
    const { database } = await openScratch(`
      CREATE TABLE things (${ID}, size text NOT NULL UNIQUE);
      CREATE TABLE files_folder_lnk (${ID}, file_id integer NOT NULL, folder_id integer NOT NULL, file_ord float);`);
    const report = await syncDatabase(database, thingLayout({ size: { type: 'string' } }));
    expect(report.altered).toEqual(onClient({ sqlite: [], postgres: ['things.size'] }));
  });
});

describe('a table that cannot be adapted', () => {
  it('has rows that violate a unique index', async () => {
    const { database } = await openScratch(`
      CREATE TABLE files_folder_lnk (${ID}, file_id integer, folder_id integer, file_ord float);
      INSERT INTO files_folder_lnk (file_id, folder_id) VALUES (4, 2), (4, 2), (4, 2), (5, 2);`);
    await expect(syncDatabase(database, kitchen)).rejects.toThrow(
      'plugin::upload.file (table files_folder_lnk, column file_id, folder_id): file_id, folder_id must be unique, but 3 rows have (4, 2).',
    );
  });

  const big = onClient({ sqlite: 'bigint', postgres: 'text' });

  it.each([`id ${big} primary key`, 'id integer', 'size integer'])(
    'has no generated id: %s',
    async (columns) => {
      const { database } = await openScratch(`CREATE TABLE things (${columns})`);
      await expect(syncDatabase(database, thingLayout({}))).rejects.toThrow(
        'It must be the primary key of the table',
      );
    },
  );
});
