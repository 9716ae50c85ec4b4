// Requests for content-types with hostile names and sizes are rejected with a reason and change nothing.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openLiveServer, type LiveServer } from '../support/live-server.ts';

let server: LiveServer;
beforeAll(async () => {
  server = await openLiveServer();
});
afterAll(() => server[Symbol.asyncDispose]());

const string = { type: 'string' };
const long = 'a'.repeat(300);

function attributes(...names: readonly string[]): readonly object[] {
  return names.map((name) => ({ action: 'create', name, properties: string }));
}

function newType(name: string, more: object = {}): object {
  return {
    action: 'create',
    uid: `api::${name}.${name}`,
    kind: 'collectionType',
    displayName: 'X',
    singularName: name,
    pluralName: `${name}s`,
    draftAndPublish: false,
    attributes: attributes('a'),
    ...more,
  };
}

/** An update that renames an attribute. */
function renaming(renamedFrom: string): object {
  const attribute = { action: 'update', name: 'b', properties: string, renamedFrom };
  const named = { uid: 'api::tag.tag', displayName: 'Tag', draftAndPublish: false };
  return { action: 'update', ...named, attributes: [attribute] };
}

const many = Array.from({ length: 2500 }, (_, i) => `f${i}`);
const nested = JSON.parse(`${'{"a":'.repeat(2000)}1${'}'.repeat(2000)}`) as unknown;

/** A value within the limit of a body. */
const shallow = JSON.parse(`${'{"a":'.repeat(100)}1${'}'.repeat(100)}`) as unknown;

/** A value that has no text: `String` throws for it. */
const noText = { toString: 1, valueOf: 1 };

test.each<[string, object]>([
  ['a uid that is too long for a file', newType(long)],
  ['a table of another type', newType('x', { collectionName: 'tags' })],
  ['a table of administrators', newType('x', { collectionName: 'admin_users' })],
  ['a table of the database', newType('x', { collectionName: 'sqlite_x; DROP TABLE tags' })],
  ['a rename from what every object has', renaming('__proto__')],
  ['a rename from a method of every object', renaming('constructor')],
  ['names that differ in their case', newType('x', { attributes: attributes('abc', 'ABC') })],
  ['names with a quote', newType('x', { attributes: attributes('a"b') })],
  ['names with NUL', newType('x', { attributes: attributes('a\u0000') })],
  ['more columns than a table has', newType('x', { attributes: attributes(...many) })],
  ['a deletion of a built-in type', { action: 'delete', uid: 'admin::user' }],
  ['a deletion of nothing', { action: 'delete', uid: '__proto__' }],
  ['a list in place of a text', newType('x', { singularName: ['x'] })],
  ['a deep value', newType('x', { kind: nested })],
  ['deep options', newType('x', { options: shallow })],
  ['a long name', newType('x', { displayName: 'a'.repeat(900_000) })],
  ['a table with a long name', newType('x', { collectionName: 'a'.repeat(256) })],
  ['an attribute with a long name', newType('x', { attributes: attributes(long) })],
  ['a name that is not a string', newType('x', { singularName: noText })],
  [
    'an attribute whose name is not a string',
    newType('x', { attributes: [{ ...attributes('a')[0], name: noText }] }),
  ],
  [
    'an attribute whose type is not a string',
    newType('x', { attributes: [{ ...attributes('a')[0], properties: { type: noText } }] }),
  ],
  [
    'a relation that is not a string',
    newType('x', {
      attributes: [{ ...attributes('a')[0], properties: { type: 'relation', relation: noText } }],
    }),
  ],
])('rejects %s', async (_, element) => {
  const files = () => readdirSync(path.join(server.folder, 'src'), { recursive: true });
  const before = files();
  const schema = await server.admin('GET', '/content-type-builder/schema');
  const data = { contentTypes: [element] };
  const planned = await server.admin('POST', '/admin/quoin/types/plan', { data });
  expect(planned.status).toBeLessThan(500);
  const response = await server.update(data);
  expect(response.status).toBeGreaterThanOrEqual(400);
  expect(response.status).toBeLessThan(500);
  expect(files()).toEqual(before);
  expect(await server.admin('GET', '/content-type-builder/schema')).toEqual(schema);
});

const manyAttributes = Object.fromEntries(
  Array.from({ length: 30_000 }, (_, i) => [`f${i}`, string]),
);

function legacyType(more: object): object {
  const names = { singularName: 'x', pluralName: 'xs', displayName: 'X', kind: 'collectionType' };
  return { contentType: { ...names, attributes: { a: string }, ...more } };
}

function legacyComponent(more: object): object {
  const named = { displayName: 'X', category: 'x', icon: 'x', attributes: { a: string } };
  return { component: { ...named, ...more } };
}

test.each<[string, string, object]>([
  ['a name that is not a string', 'content-types', legacyType({ singularName: noText })],
  ['a kind that is not a string', 'content-types', legacyType({ kind: noText })],
  [
    'a type that is not a string',
    'content-types',
    legacyType({ attributes: { a: { type: noText } } }),
  ],
  ['a long name', 'content-types', legacyType({ displayName: 'a'.repeat(900_000) })],
  ['a table with a long name', 'content-types', legacyType({ collectionName: 'a'.repeat(256) })],
  [
    'an attribute with a long name',
    'content-types',
    legacyType({ attributes: { [long]: string } }),
  ],
  ['many attributes', 'content-types', legacyType({ attributes: manyAttributes })],
  ['a deep description', 'content-types', legacyType({ description: nested })],
  ['deep options', 'content-types', legacyType({ options: shallow })],
  [
    'a component with a long name',
    'components',
    legacyComponent({ displayName: 'a'.repeat(900_000) }),
  ],
  ['a long category', 'components', legacyComponent({ category: 'a'.repeat(900_000) })],
  ['a category that is not a string', 'components', legacyComponent({ category: noText })],
  [
    'a nested component with a long name',
    'content-types',
    {
      ...legacyType({}),
      components: [
        { tmpUID: 'x', displayName: 'a'.repeat(900_000), category: 'x', attributes: {} },
      ],
    },
  ],
])('the legacy routes reject %s', async (_, path, body) => {
  const before = await server.admin('GET', '/content-type-builder/schema');
  const response = await server.admin('POST', `/content-type-builder/${path}`, body);
  expect(response.status).toBe(400);
  expect(await server.admin('GET', '/content-type-builder/schema')).toEqual(before);
});
