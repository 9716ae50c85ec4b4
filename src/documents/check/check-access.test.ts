// Relations that a caller may write: those to types that it may find, as in Strapi
// (docs/strapi/access.md, "Relations"). Limits of one write.
import { expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { AppError } from '../../base/errors.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { checkEntry } from './check-entry.ts';

const registry = kitchenRegistry([
  definition('stone.door', {
    collectionName: 'doors',
    attributes: { code: { type: 'password' } },
  }),
  definition('api::safe.safe', {
    kind: 'collectionType',
    collectionName: 'safes',
    info: { singularName: 'safe', pluralName: 'safes', displayName: 'Safe' },
    options: { draftAndPublish: false },
    attributes: { doors: { type: 'component', component: 'stone.door', repeatable: true } },
  }),
  definition('api::rock.rock', {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    options: { draftAndPublish: false },
    attributes: { items: { type: 'relation', relation: 'morphToMany' } },
  }),
]);

const AUTHORS: ReadAccess = { key: 'authors', mayFind: (uid) => uid === 'api::author.author' };

function rejection(type: string, data: JsonObject, access: ReadAccess): unknown {
  try {
    const sent = { type: registry.contentType(`api::${type}.${type}`), data };
    checkEntry(registry, sent, { action: 'update', draft: true, access });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error).toMatchObject({ name: 'ValidationError', status: 400 });
    return error.message;
  }
  return null;
}

test.each<[string, JsonObject, string | null]>([
  ['hub', { oneWay: 1 }, 'Invalid key oneWay'],
  ['hub', { oneWay: null }, 'Invalid key oneWay'],
  ['hub', { oneWay: [] }, 'Invalid key oneWay'],
  ['hub', { oneWay: {} }, 'Invalid key oneWay'],
  ['hub', { oneWay: { connect: [] } }, 'Invalid key oneWay'],
  ['hub', { oneWay: true }, 'Invalid key oneWay'],
  ['hub', { manyWay: 'x', oneWay: 1 }, 'Invalid key manyWay'],
  ['hub', { name: 'x' }, null],
  ['category', { parent: null }, 'Invalid key parent'],
  ['setting', { owner: null, logo: null }, null],
  ['article', { author: { id: 1, articles: [1] } }, 'Invalid key articles at author.articles'],
  ['article', { author: { id: 1, mentor: { connect: [1] } } }, null],
  ['article', { author: { connect: [{ id: 1, articles: [1] }] } }, null],
  ['article', { sections: [{ __component: 'sections.quote', author: 1 }] }, null],
  [
    'article',
    {
      sections: [
        { __component: 'sections.hero' },
        { __component: 'sections.related', articles: [] },
      ],
    },
    'Invalid key articles at sections.articles',
  ],
  // There it is Strapi that lets it pass.
  [
    'article',
    { sections: ['{"__component":"sections.related","articles":[1]}'] },
    'Invalid key articles at sections.articles',
  ],
  ['rock', { items: [{ __type: 'api::author.author', id: 1 }] }, null],
  ['rock', { items: [{ __type: 'api::hub.hub', id: 1 }] }, 'Invalid key items'],
  ['rock', { items: { connect: [{ __type: 'api::hub.hub', id: 1 }] } }, 'Invalid key items'],
  [
    'rock',
    {
      items: {
        connect: [
          {
            __type: 'api::author.author',
            id: 1,
            position: { before: 'x', __type: 'api::hub.hub' },
          },
        ],
      },
    },
    'Invalid key items',
  ],
])('the body %s %j of a caller who may only find authors: %s', (type, data, message) => {
  expect(rejection(type, data, AUTHORS)).toBe(message);
  expect(rejection(type, data, fullAccess)).toBe(null);
});

const list = (length: number, item: JsonValue): readonly JsonValue[] => Array(length).fill(item);

test.each<[string, string, JsonObject, string | null]>([
  ['the components that can be', 'sample', { sizes: list(10_000, {}) }, null],
  ['one more', 'sample', { sizes: list(10_001, {}) }, 'components'],
  ['in two attributes', 'sample', { size: {}, sizes: list(10_000, 1) }, 'components'],
  [
    'inside others',
    'article',
    { seo: { links: list(6000, {}) }, faq: list(5000, {}) },
    'components',
  ],
  [
    'inside texts',
    'article',
    { sections: [JSON.stringify({ __component: 'sections.faq', questions: list(10_000, {}) })] },
    'components',
  ],
  ['the targets that can be', 'hub', { manyWay: list(100_000, 1) }, null],
  ['one more', 'hub', { manyWay: list(100_001, 1) }, 'related documents'],
  ['in lists of lists', 'hub', { manyWay: { set: list(2, list(50_001, 1)) } }, 'related documents'],
  [
    'in several operations',
    'hub',
    { manyWay: { connect: list(60_000, 1), disconnect: list(60_000, 1) } },
    'related documents',
  ],
  ['the passwords that can be', 'safe', { doors: list(100, { code: 'x' }) }, null],
  ['one more', 'safe', { doors: list(101, { code: 'x' }) }, 'passwords'],
])('%s: %s', (_name, type, data, what) => {
  expect(rejection(type, data, fullAccess)).toEqual(
    what === null ? null : expect.stringContaining(`Too many ${what} in one request.`),
  );
});
