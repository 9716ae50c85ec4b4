// The indexes of our own that lists are read through: by version, and by locale where there are any.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/support/app.ts';
import { onClient } from '../../test/support/test-database.ts';
import { builtInDefinitions } from '../schema/built-in/definitions.ts';
import { defineRegistry } from '../schema/define.ts';
import type { Query, Reading, Row } from './database.ts';
import { createLayout } from './layout.ts';

describe('the indexes of a content-type', () => {
  const ANY = { columns: ['locale', 'id'], unique: false };
  const PUBLISHED = { column: 'published_at', isNull: false };
  const DRAFT = { column: 'published_at', isNull: true };

  test.each([
    [false, false, []],
    [false, true, [{ name: 'quoin_things_locale_list', ...ANY }]],
    [
      true,
      false,
      [
        { name: 'quoin_things_published_list', columns: ['id'], unique: false, only: PUBLISHED },
        { name: 'quoin_things_draft_list', columns: ['id'], unique: false, only: DRAFT },
      ],
    ],
    [
      true,
      true,
      [
        { name: 'quoin_things_locale_published_list', ...ANY, only: PUBLISHED },
        { name: 'quoin_things_locale_draft_list', ...ANY, only: DRAFT },
      ],
    ],
  ])('drafts: %s, locales: %s', (draftAndPublish, localized, indexes) => {
    const registry = defineRegistry([
      ...builtInDefinitions,
      {
        modelType: 'contentType',
        uid: 'api::thing.thing',
        origin: 'api',
        file: 'thing.json',
        json: {
          kind: 'collectionType',
          collectionName: 'things',
          info: { singularName: 'thing', pluralName: 'things', displayName: 'Thing' },
          options: { draftAndPublish },
          pluginOptions: { i18n: { localized } },
          attributes: { name: { type: 'string' } },
        },
      },
    ]);
    const table = createLayout(registry).tables.find(({ name }) => name === 'things');
    expect(table?.indexes.filter(({ name }) => name.startsWith('quoin_'))).toEqual(indexes);
  });
});

describe('a list', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await openTestApp({ database: 'fixtures/kitchen.db' });
  });
  afterAll(() => app.close());

  function* planOf(sql: string): Reading<readonly Row[]> {
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
      expect(plan.flat().join('\n')).toContain(`quoin_articles_locale_${version}_list`);
    }
  });
});
