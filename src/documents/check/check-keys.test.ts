// Allowed keys of a write, and the location of an invalid one in the response (docs/strapi/writing.md,
// "Keys of data").
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import { AppError } from '../../base/errors.ts';
import type { JsonObject } from '../../base/json.ts';
import { fullAccess } from '../../query/access.ts';
import { checkEntry } from './check-entry.ts';

const registry = kitchenRegistry([
  definition('stone.pebble', {
    collectionName: 'pebbles',
    attributes: { locked: { type: 'string', writable: false } },
  }),
  definition('api::rock.rock', {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    options: { draftAndPublish: false },
    attributes: {
      locked: { type: 'string', writable: false },
      pebble: { type: 'component', component: 'stone.pebble', repeatable: false },
      about: { type: 'relation', relation: 'morphToOne' },
      items: { type: 'relation', relation: 'morphToMany' },
    },
  }),
]);

/** Details of the rejection; null where nothing is rejected. */
function rejection(type: string, data: JsonObject): unknown {
  try {
    const sent = { type: registry.contentType(`api::${type}.${type}`), data };
    checkEntry(registry, sent, { action: 'update', draft: true, access: fullAccess });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    expect(error).toMatchObject({ name: 'ValidationError', status: 400 });
    const { details, message } = error;
    const { key, path } = details ?? {};
    expect(details).toMatchObject({ source: 'body' });
    expect(message).toBe(
      `Invalid key ${String(key)}${path && path !== key ? ` at ${String(path)}` : ''}`,
    );
    return path === undefined ? { key } : { key, path };
  }
  return null;
}

const parsed = (json: string): JsonObject => JSON.parse(json) as JsonObject;

describe('reports the first invalid key', () => {
  test.each<[string, JsonObject, object]>([
    ['author', { foo: 1, id: null, createdAt: 'x' }, { key: 'id' }],
    ['author', { documentId: 'x', id: 1 }, { key: 'id' }],
    ['author', { documentId: null }, { key: 'documentId' }],
    ['author', { foo: 1, createdAt: null }, { key: 'createdAt', path: 'createdAt' }],
    ['author', { updatedBy: 1, createdAt: 1 }, { key: 'updatedBy', path: 'updatedBy' }],
    ['author', { localizations: [] }, { key: 'localizations', path: 'localizations' }],
    ['rock', { foo: 1, locked: 'x' }, { key: 'locked', path: 'locked' }],
    ['author', { name: 5, foo: 1, bar: 2 }, { key: 'foo', path: null }],
    ['author', { status: 'draft' }, { key: 'status', path: null }],
    ['author', { Name: 'x' }, { key: 'Name', path: null }],
    ['author', { __component: 'shared.link' }, { key: '__component', path: null }],
    ['sample', { size: { foo: 1 }, bar: 2 }, { key: 'foo', path: 'size' }],
    ['sample', { bar: 2, size: { foo: 1 } }, { key: 'bar', path: null }],
  ])('%s %j', (type, data, details) => {
    expect(rejection(type, data)).toEqual(details);
  });
});

describe('checks keys in components and zones', () => {
  test.each<[string, JsonObject, object | null]>([
    ['sample', { size: { id: 1, documentId: 'x', name: 'x' } }, null],
    ['sample', { size: { __component: 'shared.dimension' } }, { key: '__component', path: 'size' }],
    ['sample', { size: { createdAt: 'x' } }, { key: 'createdAt', path: 'size' }],
    ['sample', { size: [{ foo: 1 }] }, { key: 'foo', path: 'size' }],
    ['sample', { sizes: { foo: 1 } }, { key: 'foo', path: 'sizes' }],
    ['sample', { sizes: [null, 5, { name: 'x' }, { foo: 1 }] }, { key: 'foo', path: 'sizes' }],
    ['sample', { sizes: [[{ name: 'x' }]] }, { key: '0', path: 'sizes' }],
    ['sample', { sizes: [[]] }, null],
    ['article', { seo: { links: [{ foo: 1 }] } }, { key: 'foo', path: 'seo.links' }],
    ['article', { seo: { nope: 1, shareImage: { foo: 1 } } }, { key: 'nope', path: 'seo' }],
    [
      'article',
      { seo: { shareImage: { foo: 1 }, nope: 1 } },
      { key: 'foo', path: 'seo.shareImage' },
    ],
    ['rock', { pebble: { locked: 'only the entry itself is' } }, null],
    [
      'article',
      { sections: [{ __component: 'sections.hero', foo: 1 }] },
      { key: 'foo', path: 'sections' },
    ],
    [
      'article',
      { sections: [{ __component: 'shared.link', foo: 1 }] },
      { key: 'foo', path: 'sections' },
    ],
    ['article', { sections: [{ __component: 'nope.nope', foo: 1 }, { foo: 1 }, null, 'x'] }, null],
    ['article', { sections: { __component: 'sections.hero', foo: 1 } }, null],
    ['article', { metadata: { foo: { bar: 1 } }, content: [{ foo: 1 }] }, null],
  ])('%s %j', (type, data, details) => {
    expect(rejection(type, data)).toEqual(details);
  });
});

describe('checks keys in relations and media', () => {
  test.each<[string, JsonObject, object | null]>([
    ['author', { mentor: { foo: 1 } }, { key: 'foo', path: 'mentor' }],
    [
      'author',
      { mentor: { documentId: 'x', createdAt: 1, createdBy: 1, localizations: [] } },
      null,
    ],
    ['author', { articles: [{ documentId: 'x', title: 5, locale: 'fr' }] }, null],
    [
      'author',
      { articles: [{ documentId: 'x', status: 'draft' }] },
      { key: 'status', path: 'articles' },
    ],
    ['author', { articles: [{ id: 1, position: {} }] }, { key: 'position', path: 'articles' }],
    [
      'author',
      { articles: { connect: [{ foo: 1 }], set: 5, disconnect: { bar: 1 }, options: 1 } },
      null,
    ],
    ['author', { articles: { set: 5, foo: 1 } }, { key: 'foo', path: 'articles' }],
    ['author', { articles: [null, { foo: 1 }] }, { key: 'foo', path: 'articles' }],
    ['author', { articles: [[{ foo: 1 }]] }, { key: '0', path: 'articles' }],
    [
      'author',
      { mentor: { documentId: 'x', articles: { foo: 1 } } },
      { key: 'foo', path: 'mentor.articles' },
    ],
    [
      'author',
      { articles: { documentId: 'x', seo: { foo: 1 } } },
      { key: 'foo', path: 'articles.seo' },
    ],
    ['author', { avatar: { id: 1, url: 'x', related: [] } }, null],
    ['author', { avatar: [{ id: 1, isUrlSigned: false }] }, { key: 'isUrlSigned', path: 'avatar' }],
  ])('%s %j', (type, data, details) => {
    expect(rejection(type, data)).toEqual(details);
  });
});

test('accepts any value for publishedAt and locale', () => {
  expect(rejection('author', { publishedAt: { foo: 1 }, locale: [1] })).toBeNull();
});

describe('checks keys in polymorphic relations', () => {
  const rock = { __type: 'api::author.author', id: 1 };
  test.each<[JsonObject, object | null]>([
    [{ about: rock }, { key: 'about', path: 'about' }],
    [{ about: null }, { key: 'about', path: 'about' }],
    [{ about: {} }, { key: 'about', path: 'about' }],
    [{ about: [rock] }, null],
    [{ about: [] }, null],
    [{ about: { set: [rock] } }, null],
    [{ about: { ...rock, foo: 1 } }, { key: 'foo', path: 'about' }],
    [{ items: [] }, null],
    [{ items: [rock] }, null],
    [{ items: { set: [rock] } }, null],
    [{ items: { connect: [{ ...rock, position: { end: true } }] } }, null],
    [{ items: null }, { key: 'items', path: 'items' }],
    [{ items: {} }, { key: 'items', path: 'items' }],
    [{ items: true }, null],
    [{ items: 5 }, { key: 'items', path: 'items' }],
    [{ items: '' }, { key: 'items', path: 'items' }],
    [{ items: rock }, { key: 'items', path: 'items' }],
    [{ items: [null] }, { key: 'items', path: 'items' }],
    [{ items: [[rock]] }, { key: 'items', path: 'items' }],
    [{ items: { connect: null } }, null],
    [{ items: { options: null } }, null],
    [{ items: { set: null, connect: [rock] } }, null],
    [{ items: { set: rock, connect: [] } }, { key: 'items', path: 'items' }],
    [{ items: { set: [rock], disconnect: [{ id: 1 }] } }, { key: 'items', path: 'items' }],
    [{ items: { set: [rock], position: 1 } }, null],
    [{ items: [{ id: 1 }] }, { key: 'items', path: 'items' }],
    [{ items: [{ __type: 'constructor', id: 1 }] }, { key: 'items', path: 'items' }],
    [{ items: [{ ...rock, foo: 1 }] }, { key: 'foo', path: 'items' }],
    [
      { items: null, nope: 1 },
      { key: 'nope', path: null },
    ],
  ])('%j', (data, details) => {
    expect(rejection('rock', data)).toEqual(details);
  });
});

describe('rejects names that objects inherit', () => {
  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])('%s', (key) => {
    const entry = `{${JSON.stringify(key)}:{"polluted":true}}`;
    expect(rejection('author', parsed(entry))).toEqual({ key, path: null });
    expect(rejection('author', parsed(`{"mentor":${entry}}`))).toEqual({ key, path: 'mentor' });
    expect(rejection('sample', parsed(`{"sizes":[${entry}]}`))).toEqual({ key, path: 'sizes' });
    const named = { __component: key, foo: 1 };
    expect(rejection('article', { sections: [named] })).toBeNull();
    expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
  });
});

test('checks relations nested more deeply than a body allows', () => {
  const depth = 30_000;
  const body = (inner: string) => parsed('{"mentor":'.repeat(depth) + inner + '}'.repeat(depth));
  expect(rejection('author', body('1'))).toBeNull();
  expect(rejection('author', body('{"foo":1}'))).toMatchObject({ key: 'foo' });
});

test('accepts or rejects any keys, and leaves the body unchanged', () => {
  const types = [...registry.contentTypes.values()].filter(({ origin }) => origin === 'api');
  fc.assert(
    fc.property(
      fc.constantFrom(...types),
      fc.array(fc.jsonValue()),
      fc.nat(),
      (type, values, from) => {
        const names = [...type.attributes.keys(), 'id', 'foo', '__proto__', 'connect'];
        const entries = values.map((value, i) => [names[(from + i) % names.length] ?? '', value]);
        const data = Object.fromEntries(entries) as JsonObject;
        const before = JSON.stringify(data);
        rejection(type.singularName, data);
        expect(JSON.stringify(data)).toBe(before);
      },
    ),
  );
});
