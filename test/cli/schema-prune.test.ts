// `quoin schema prune`, and the report of `quoin check` on a database (docs/strapi/differences.md, D10): data that no
// schema uses is kept until it is removed on request.
import { readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { changeDatabase, readValue } from '../support/other-connection.ts';
import { runQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';
import { share } from '../support/shared.ts';
import { strapiSchemas, type Options } from '../support/strapi-schemas.ts';

const NOTE = schemaOf('note');
const PART = 'src/components/shared/part.json';
const BEFORE = {
  [NOTE]: {
    ...collectionType('note', {
      title: { type: 'string' },
      old: { type: 'string', unique: true },
      parts: { type: 'component', repeatable: true, component: 'shared.part' },
      gone: { type: 'relation', relation: 'manyToMany', target: 'api::gone.gone' },
    }),
    pluginOptions: { i18n: { localized: true } },
  },
  [schemaOf('gone')]: collectionType('gone'),
  [PART]: {
    collectionName: 'components_parts',
    info: { displayName: 'part' },
    attributes: { a: { type: 'string' } },
  },
};
const AFTER = {
  [NOTE]: {
    ...collectionType('note', {
      title: { type: 'string' },
      parts: { type: 'component', repeatable: true, component: 'shared.other' },
    }),
    options: { draftAndPublish: false },
  },
  'src/components/shared/other.json': {
    collectionName: 'components_others',
    info: { displayName: 'other' },
    attributes: { a: { type: 'string' } },
  },
};

/** A project whose schemas have fewer parts than those that its database was created with. */
async function makeLess(): Promise<string> {
  const folder = makeProject(BEFORE);
  await migrate(folder);
  changeDatabase(
    folder,
    `insert into notes (id, document_id, title, old, locale, published_at) values
      (1, 'one', 'One', 'x', 'en', 1), (2, 'one', 'Draft', null, 'en', null), (3, 'one', 'Un', null, 'fr', 1);
    insert into gones (id, document_id, title) values (1, 'g', 'G');
    insert into notes_gone_lnk (note_id, gone_id) values (1, 1);
    insert into components_parts (id, a) values (1, 'kept'), (2, 'draft');
    insert into notes_cmps (entity_id, cmp_id, component_type, field) values (1, 1, 'shared.part', 'parts'), (2, 2, 'shared.part', 'parts');
    create table others (id integer primary key, note integer);
    alter table notes add column mine text`,
  );
  for (const file of [schemaOf('gone'), PART]) rmSync(path.join(folder, file));
  writeFiles(folder, AFTER);
  return folder;
}

/** Migrates the database, as a start does. */
async function migrate(folder: string): Promise<void> {
  const { code, stderr } = await runQuoin(folder, 'role', 'list');
  expect([code, stderr]).toEqual([0, '']);
}

const made = share(makeLess);

/** A copy of such a project. */
function copyLess(): string {
  return makeProject({}, made());
}

const FOUND = [
  'api::note.note: 1 draft of a type without drafts',
  'api::note.note: 1 entry in locales other than "en", of a type without locales',
  'column notes.old, with 1 value',
  'table components_parts, with 2 rows',
  'table gones, with 1 row',
  'table notes_gone_lnk, with 1 row',
  '2 rows of notes_cmps that refer to shared.part, which no longer exists',
];

test('lists unused tables, columns and rows, and changes nothing', async () => {
  const folder = copyLess();
  const file = path.join(folder, '.tmp', 'data.db');
  const before = readFileSync(file);
  const { code, stdout } = await runQuoin(folder, 'schema', 'prune');
  expect([code, stdout.split('\n')]).toEqual([
    0,
    [
      'Unused:',
      ...FOUND.map((line) => `  ${line}`),
      'Nothing was deleted. To delete it permanently, back up the database, stop all servers and run: quoin schema prune --yes',
      '',
    ],
  ]);
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('--yes removes these, and nothing else', async () => {
  const folder = copyLess();
  await migrate(folder);
  expect(readValue(folder, 'select count(*) from notes')).toBe(3);
  const { code, stdout } = await runQuoin(folder, 'schema', 'prune', '--yes');
  expect([code, stdout.split('\n')]).toEqual([
    0,
    ['Deleted:', ...FOUND.map((line) => `  ${line}`), ''],
  ]);
  expect(readValue(folder, 'select group_concat(title) from notes')).toBe('One');
  expect(
    readValue(folder, `select group_concat(name) from pragma_table_info('notes')`),
  ).not.toContain('old');
  expect(readValue(folder, `select group_concat(name) from pragma_table_info('notes')`)).toContain(
    'mine',
  );
  const tables = String(
    readValue(folder, `select group_concat(name) from sqlite_schema where type = 'table'`),
  ).split(',');
  expect(
    tables.filter((name) => ['gones', 'notes_gone_lnk', 'components_parts'].includes(name)),
  ).toEqual([]);
  expect(tables).toContain('others');
  expect(readValue(folder, 'select count(*) from notes_cmps')).toBe(0);
  const again = await runQuoin(folder, 'schema', 'prune', '--yes');
  expect(again.stdout).toBe(
    'Nothing is unused: everything in the database belongs to a schema or to another program.\n',
  );
  writeFiles(folder, BEFORE);
  await migrate(folder);
  expect(readValue(folder, 'select group_concat(old) from notes')).toBe(null);
});

test('keeps and lists a table that others reference', async () => {
  const folder = copyLess();
  changeDatabase(
    folder,
    'create table mine (id integer primary key, gone integer references gones(id))',
  );
  const { code, stdout } = await runQuoin(folder, 'schema', 'prune', '--yes');
  expect(code).toBe(0);
  expect(stdout).toContain('Not deleted: gones (mine points to it).');
  expect(stdout).not.toContain('table gones, with');
  expect(readValue(folder, 'select title from gones')).toBe('G');
  expect(
    readValue(folder, `select count(*) from sqlite_schema where name = 'notes_gone_lnk'`),
  ).toBe(0);
});

test('reports nothing without a database', async () => {
  const folder = makeProject(BEFORE);
  for (const args of [
    ['schema', 'prune'],
    ['schema', 'prune', '--yes'],
  ]) {
    const { code, stdout } = await runQuoin(folder, ...args);
    expect([code, stdout]).toEqual([
      0,
      'Nothing is unused: everything in the database belongs to a schema or to another program.\n',
    ]);
  }
});

test('exits with 1 and the errors of a project', async () => {
  const folder = makeProject({ [NOTE]: collectionType('note', { id: { type: 'string' } }) });
  const { code, stderr } = await runQuoin(folder, 'schema', 'prune');
  expect(code).toBe(1);
  expect(stderr).toContain('attributes.id');
});

test('check: reports what Strapi would delete', async () => {
  const folder = copyLess();
  leaveStrapi(folder, { note: { drafts: true, locales: true } });
  const file = path.join(folder, '.tmp', 'data.db');
  const before = readFileSync(file);
  const { code, stdout } = await runQuoin(folder, 'check');
  expect(code).toBe(0);
  expect(stdout).toContain(
    [
      'Going back to Strapi would delete the following data, which Quoin keeps:',
      '  api::note.note: 1 draft of a type without drafts',
      '  api::note.note: 1 entry in locales other than "en", of a type without locales',
      '  column notes.old, with 1 value',
      '  table gones, with 1 row',
      '',
    ].join('\n'),
  );
  expect(readFileSync(file).equals(before)).toBe(true);
});

test('check: reports what Strapi would show, and which drafts it would create again', async () => {
  const folder = copyLess();
  leaveStrapi(folder, { note: {} });
  expect((await runQuoin(folder, 'check')).stdout).toContain(
    'Strapi would show the following data, which Quoin does not serve:\n  api::note.note: 1 draft of a type without drafts\n',
  );
  writeFiles(folder, BEFORE);
  await migrate(folder);
  changeDatabase(folder, 'update notes set updated_at = id where id <= 3');
  const { stdout } = await runQuoin(folder, 'check');
  expect(stdout).toContain(
    'Strapi last ran without drafts of api::note.note: it would recreate them from the published versions (1 draft with changes), and might fail to start.\n',
  );
  const statement = /^ {2}(UPDATE .*;)$/m.exec(stdout)?.[1] ?? '';
  changeDatabase(folder, statement);
  expect(
    readValue(
      folder,
      `select value ->> '$."api::note.note".options.draftAndPublish' from strapi_core_store_settings where key = 'strapi_content_types_schema'`,
    ),
  ).toBe(1);
  expect((await runQuoin(folder, 'check')).stdout).not.toContain('Strapi last ran');
});

test('check: reports nothing for a database that matches the schemas', async () => {
  const folder = makeProject(BEFORE);
  await migrate(folder);
  const { stdout } = await runQuoin(folder, 'check');
  expect(stdout).not.toContain('Strapi would');
  expect(stdout).not.toContain('Going back');
});

/** What Strapi leaves at a start: the schemas, and its tables. */
function leaveStrapi(folder: string, options: Options): void {
  const schema = JSON.stringify({
    tables: [
      { name: 'notes', columns: [{ name: 'id' }, { name: 'title' }, { name: 'old' }] },
      { name: 'gones', columns: [{ name: 'id' }] },
      { name: 'not_there', columns: [] },
      // Of a plugin that only Strapi knows: in use, whatever we think.
      { name: 'navigations', columns: [{ name: 'id' }] },
      { name: 'navigations_items_lnk', columns: [{ name: 'id' }] },
    ],
  });
  const plugin = { 'plugin::navigation.navigation': { collectionName: 'navigations' } };
  const schemas = {
    ...(JSON.parse(strapiSchemas({ ...options, gone: { drafts: true } })) as object),
    ...plugin,
  };
  changeDatabase(
    folder,
    `insert into strapi_core_store_settings (key, value) values ('strapi_content_types_schema', '${JSON.stringify(schemas)}');
    insert into strapi_database_schema (schema) values ('${schema}');
    create table if not exists navigations (id integer primary key);
    create table if not exists navigations_items_lnk (id integer primary key)`,
  );
}
