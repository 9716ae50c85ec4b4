import { expect, test } from 'vitest';
import { openScratch } from '../../test/support/scratch-database.ts';
import { definition } from '../../test/support/vendored-projects.ts';
import { defineRegistry } from '../schema/define.ts';
import { quoinTables } from './layout/quoin-tables.ts';
import { readServedRows, type ServedRows } from './served-rows.ts';

const NOTE = 'api::note.note';
const ON = schema({ drafts: true, locales: true });

test.each([
  [{ drafts: true, locales: true }, undefined],
  [
    { drafts: false, locales: true },
    { publishedOnly: true, locale: null },
  ],
  [
    { drafts: true, locales: false },
    { publishedOnly: false, locale: 'nl' },
  ],
  [
    { drafts: false, locales: false },
    { publishedOnly: true, locale: 'nl' },
  ],
])('served rows of a type with former drafts and locales: %j', async (now, served) => {
  expect(await servedRows(JSON.stringify({ [NOTE]: ON }), now)).toEqual(served);
});

test.each([
  ['nothing of it', {}],
  ['neither drafts nor locales', { [NOTE]: schema({ drafts: false, locales: false }) }],
  ['no options', { [NOTE]: {} }],
  ['no object', { [NOTE]: true }],
  ['another type', { 'api::other.other': ON }],
])('serves all rows if the record has %s', async (_what, stored) => {
  expect(await servedRows(JSON.stringify(stored), { drafts: false, locales: false })).toBe(
    undefined,
  );
});

test.each([
  ['no record', null],
  ['one that cannot be read', '{'],
  ['a list', '[]'],
])('serves all rows with %s', async (_what, stored) => {
  expect(await servedRows(stored, { drafts: false, locales: false })).toBe(undefined);
});

test('prefers Quoin’s record to Strapi’s', async () => {
  const stored = JSON.stringify({ [NOTE]: schema({ drafts: false, locales: true }) });
  const [was, now] = [
    { drafts: true, locales: false },
    { drafts: false, locales: false },
  ];
  expect(await servedRows(stored, now, was)).toEqual({ publishedOnly: true, locale: 'nl' });
  expect(await servedRows(null, now, was)).toEqual({ publishedOnly: true, locale: null });
});

interface Options {
  readonly drafts: boolean;
  readonly locales: boolean;
}

function schema({ drafts, locales }: Options): object {
  return {
    options: { draftAndPublish: drafts },
    pluginOptions: { i18n: { localized: locales } },
    attributes: {},
  };
}

/** The rows served of a type with these options and this record of former ones; null: no record. */
async function servedRows(
  stored: string | null,
  now: Options,
  was?: Options,
): Promise<ServedRows | undefined> {
  const { database, script } = await openScratch(
    'create table strapi_core_store_settings (id integer primary key, key text, value text)',
  );
  const { ddl } = database.dialect;
  await script(
    quoinTables()
      .map((table) => ddl.createTable(table))
      .join(';'),
  );
  const value = stored === null ? 'null' : `'${stored}'`;
  await script(
    `insert into strapi_core_store_settings (id, key, value) values (1, 'strapi_content_types_schema', ${value})`,
  );
  if (was) {
    const cells = [was.drafts, was.locales].map((has) => (has ? 'true' : 'false')).join(', ');
    await script(
      `insert into quoin_type_options (uid, drafts, locales) values ('${NOTE}', ${cells})`,
    );
  }
  const registry = defineRegistry([definition(NOTE, schema(now))]);
  return (await database.read(readServedRows(registry, 'nl'))).get(NOTE);
}
