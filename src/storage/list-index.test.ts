// The indexes of our own that lists are read through: by version, and by locale where there are any.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { onClient } from '../../test/support/test-database.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { Query, ReadSteps, Row } from './database.ts';
import { createLayout } from './layout.ts';

interface TypeOptions {
  readonly draftAndPublish?: boolean;
  readonly localized?: boolean;
  /** Attributes whose values no other row may have. */
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

  test.each([
    [false, false, []],
    [false, true, [{ name: 'quoin_things__locale__list', ...ANY }]],
    [
      true,
      false,
      [
        { name: 'quoin_things__published__list', columns: ['id'], unique: false, only: PUBLISHED },
        { name: 'quoin_things__draft__list', columns: ['id'], unique: false, only: DRAFT },
      ],
    ],
    [
      true,
      true,
      [
        { name: 'quoin_things__locale__published__list', ...ANY, only: PUBLISHED },
        { name: 'quoin_things__locale__draft__list', ...ANY, only: DRAFT },
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

test('no two indexes have one name, and names are plain words, whatever tables and attributes are called', () => {
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
  // Strapi takes them apart at dots, and does not start.
  expect(names.filter((name) => !/^\w+$/.test(name))).toEqual([]);
});

describe('a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ database: 'fixtures/kitchen.db' });
  });
  afterAll(() => app.close());

  function* planOf(sql: string): ReadSteps<readonly Row[]> {
    const explain: Query = {
      sql: `explain ${onClient({ sqlite: 'query plan ', postgres: '' })}${sql}`,
      values: [],
    };
    // A planner reads a table of a few rows as a whole.
    const settings = onClient({
      sqlite: [],
      postgres: [{ sql: 'set local enable_seqscan = off', values: [] }],
    });
    const answers = yield [...settings, explain];
    return answers.at(-1) ?? [];
  }

  test.each([
    ['is not null', 'published'],
    ['is null', 'draft'],
  ])('of rows whose publishedAt %s is read through its index', async (condition, version) => {
    const list = `from "articles" where "published_at" ${condition} and "locale" = 'en'`;
    for (const sql of [
      `select "title" ${list} order by "id" limit 2 offset 2`,
      `select count(*) ${list}`,
    ]) {
      const plan = await app.store.database.read(planOf(sql));
      expect(plan.flat().join('\n')).toContain(`quoin_articles__locale__${version}__list`);
    }
  });
});
