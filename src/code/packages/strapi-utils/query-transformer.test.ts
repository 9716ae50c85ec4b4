import { expect, test } from 'vitest';
import type { Model } from './model.ts';
import { createTransformer } from './query-transformer.ts';

const item = {
  uid: 'api::item.item',
  modelType: 'contentType',
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string' },
    owner: { type: 'relation', relation: 'manyToOne', target: 'api::item.item' },
  },
} as unknown as Model;

const { transformQueryParams } = createTransformer({ getModel: () => item });
const transform = (params: Record<string, unknown>): unknown =>
  transformQueryParams('api::item.item', params);

// As Strapi 5.54.
test.each([
  [
    { sort: 'title:desc,id', fields: ['title'], filters: { title: 'a' } },
    {
      orderBy: [{ title: 'desc' }, { id: 'asc' }],
      where: { title: 'a' },
      select: ['id', 'documentId', 'title'],
    },
  ],
  [
    { sort: ['owner.name:asc'], populate: 'owner' },
    { orderBy: [{ owner: { name: 'asc' } }], populate: ['owner'] },
  ],
  [
    { sort: { title: 'desc' }, populate: ['owner'], page: '2', pageSize: 5 },
    { orderBy: { title: 'desc' }, populate: ['owner'], page: 2, pageSize: 5 },
  ],
  [
    {
      populate: { owner: { fields: 'name', filters: { name: 'x' }, sort: 'name' } },
      start: '1',
      limit: '2',
    },
    {
      populate: {
        owner: {
          orderBy: [{ name: 'asc' }],
          where: { name: 'x' },
          select: ['id', 'documentId', 'name'],
        },
      },
      offset: 1,
      limit: 2,
    },
  ],
  [
    { populate: '*', _q: 'x', limit: -1, locale: 'en' },
    { locale: 'en', _q: 'x', populate: true },
  ],
  [{ populate: { owner: true } }, { populate: { owner: true } }],
  [{ populate: { owner: false } }, { populate: {} }],
  [{ fields: '*' }, {}],
  [{ status: 'draft' }, { where: { publishedAt: { $null: true } } }],
])('%j', (params, expected) => {
  expect(transform(params)).toEqual(expected);
});

test('a sort path that is too long does not exhaust the stack', () => {
  const sort = `${'owner.'.repeat(100_000)}name`;
  expect(JSON.stringify(transform({ sort })).length).toBeLessThan(1000);
});

test.each([
  [{ sort: 'title:up' }, 'Invalid order. order can only be one of asc|desc|ASC|DESC'],
  [{ page: 0 }, "Invalid 'page' parameter. Expected an integer > 0, received: 0"],
  [
    { page: { toString: 1 } },
    "Invalid 'page' parameter. Expected an integer > 0, received: [object",
  ],
  [{ limit: { toString: 1 } }, "Invalid 'limit' parameter."],
  [{ page: 1, start: 1 }, 'Invalid pagination attributes.'],
  [{ populate: 5 }, 'Invalid populate parameter.'],
  [{ fields: [1] }, 'Invalid fields parameter.'],
  [{ populate: { owner: 5 } }, 'Invalid nested populate.'],
  [{ status: 'other' }, 'the status must be one of: draft, published'],
])('%j is rejected', (params, message) => {
  expect(() => transform(params)).toThrow(message);
});
