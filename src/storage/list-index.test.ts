// Quoin's own indexes for lists: by version, by locale if the type is localized, and by main field.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { onClient } from '../../test/support/test-database.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { Query, ReadSteps, Row } from './session.ts';
import { createLayout } from './layout/layout.ts';

interface TypeOptions {
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  /** Unique attributes. */
  readonly unique?: readonly string[];
}

/** A content-type by the name of its table. */
function typeOf(
  table: string,
  { draftAndPublish = true, localized = false, unique = [] }: TypeOptions,
): RawDefinition {
  const name = table.replaceAll('_', '-');
  const attributes = unique.map((each) => [each, { type: 'string', unique: true }]);
  return {
    modelType: 'contentType',
    uid: `api::${name}.${name}`,
    origin: 'api',
    file: `${name}.json`,
    json: {
      kind: 'collectionType',
      collectionName: table,
      info: { singularName: name, pluralName: `${name}-list`, displayName: name },
      options: { draftAndPublish },
      pluginOptions: { i18n: { localized } },
      attributes: { name: { type: 'string' }, ...Object.fromEntries(attributes) },
    },
  };
}

describe('the indexes of a content-type', () => {
  const ANY = { columns: ['id', 'locale'], unique: false };
  const PUBLISHED = { column: 'published_at', isNull: false };
  const DRAFT = { column: 'published_at', isNull: true };
  const SORTED = { name: 'quoin_things__name__draft__sort', unique: false, only: DRAFT };

  test.each([
    [false, false, [{ name: 'quoin_things__name__sort', columns: ['name', 'id'], unique: false }]],
    [
      false,
      true,
      [
        { name: 'quoin_things__locale__list', ...ANY },
        { name: 'quoin_things__name__sort', columns: ['name', 'id', 'locale'], unique: false },
      ],
    ],
    [
      true,
      false,
      [
        { name: 'quoin_things__published__list', columns: ['id'], unique: false, only: PUBLISHED },
        { name: 'quoin_things__draft__list', columns: ['id'], unique: false, only: DRAFT },
        { ...SORTED, columns: ['name', 'id'] },
      ],
    ],
    [
      true,
      true,
      [
        { name: 'quoin_things__locale__published__list', ...ANY, only: PUBLISHED },
        { name: 'quoin_things__locale__draft__list', ...ANY, only: DRAFT },
        { ...SORTED, columns: ['name', 'id', 'locale'] },
      ],
    ],
  ])('drafts: %s, locales: %s', (draftAndPublish, localized, indexes) => {
    const registry = defineRegistry([
      ...builtInDefinitions,
      typeOf('things', { draftAndPublish, localized }),
    ]);
    const table = createLayout(registry).tables.find(({ name }) => name === 'things');
    expect(table?.indexes.filter(({ name }) => name.startsWith('quoin_'))).toEqual(indexes);
  });
});

test('index names are unique and consist of word characters, for any names of tables and attributes', () => {
  const { tables } = createLayout(
    defineRegistry([
      ...builtInDefinitions,
      typeOf('things', {
        localized: true,
        unique: ['localePublishedList', 'localeDraftList', 'localeName'],
      }),
      typeOf('things_locale', { unique: ['publishedList', 'draftList', 'name'] }),
      typeOf('things_locale_published', { draftAndPublish: false, unique: ['list'] }),
    ]),
  );
  const names = tables.flatMap(({ indexes }) => indexes.map(({ name }) => name));
  expect(names.filter((name, i) => names.indexOf(name) < i)).toEqual([]);
  // Strapi splits them at dots, and does not start.
  expect(names.filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

describe('the query plan of a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ database: 'fixtures/kitchen.db' });
  });
  afterAll(() => app.close());

  async function planOf(sql: string): Promise<string> {
    const rows = await app.store.database.read(explained(sql));
    return rows.flat().join('\n');
  }

  function* explained(sql: string): ReadSteps<readonly Row[]> {
    const explain: Query = {
      sql: `explain ${onClient({ sqlite: 'query plan ', postgres: '' })}${sql}`,
      values: [],
    };
    // A planner reads a table of a few rows as a whole.
    const settings = onClient({
      sqlite: [],
      postgres: [{ sql: 'set local enable_seqscan = off', values: [] }],
    });
    const responses = yield [...settings, explain];
    return responses.at(-1) ?? [];
  }

  test.each([
    ['is not null', 'published'],
    ['is null', 'draft'],
  ])('uses the index for rows whose publishedAt %s', async (condition, version) => {
    const list = `from "articles" where "published_at" ${condition} and "locale" = 'en'`;
    const index = `quoin_articles__locale__${version}__list`;
    const page = await planOf(`select "title" ${list} order by "id" limit 2 offset 2`);
    expect(page).toContain(index);
    // For drafts, PostgreSQL may count in the other index that has them.
    const count = await planOf(`select count(*) ${list}`);
    expect(count).toMatch(new RegExp(`${index}|quoin_articles__title__${version}__sort`));
  });

  test.each([
    [
      'quoin_articles__title__draft__sort',
      'articles',
      'title',
      `"published_at" is null and "locale" = 'en'`,
    ],
    ['quoin_authors__name__sort', 'authors', 'name', '"id" not in (1, 2)'],
  ])(
    'reads a list by main field through %s instead of sorting it',
    async (index, table, field, condition) => {
      const list = `select "${field}", "updated_at" from "${table}" where ${condition}`;
      const plan = await planOf(`${list} order by "${field}", "id" limit 2`);
      expect(plan).toContain(index);
      expect(plan).not.toMatch(onClient({ sqlite: /order by/i, postgres: /sort key/i }));
    },
  );
});
