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
])('refuses %s', async (_, element) => {
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
