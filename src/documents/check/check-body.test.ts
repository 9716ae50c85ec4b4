// The order of the errors in the data of a write (docs/strapi/writing.md, "Keys of data").
import { expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonObject } from '../../base/json.ts';
import { fullAccess, type ReadAccess } from '../../query/access.ts';
import { checkEntry } from './check-entry.ts';
import type { Visibility } from './visibility.ts';

const registry = kitchenRegistry([
  definition('stone.ring', {
    collectionName: 'rings',
    attributes: { one: { type: 'component', component: 'stone.ring' } },
  }),
  definition('api::rock.rock', {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    options: { draftAndPublish: false },
    attributes: {
      locked: { type: 'string', writable: false },
      parts: { type: 'dynamiczone', components: ['sections.related'] },
      hub: { type: 'relation', relation: 'oneToOne', target: 'api::hub.hub' },
      items: { type: 'relation', relation: 'morphToMany' },
      ring: { type: 'component', component: 'stone.ring' },
      rings: { type: 'component', component: 'stone.ring', repeatable: true },
    },
  }),
]);
const rock = registry.contentType('api::rock.rock');

/** A caller that may find authors only. */
const AUTHORS: ReadAccess = { key: 'authors', mayFind: (uid) => uid === 'api::author.author' };

const related = { __component: 'sections.related', articles: [1] };

test.each<[string, JsonObject, string]>([
  [
    'an id',
    { hub: 1, items: 5, foo: 1, locked: 1, parts: [related], documentId: 'x', id: 1 },
    'Invalid key id',
  ],
  [
    'an attribute that is not writable',
    { hub: 1, items: 5, foo: 1, parts: [related], locked: 1 },
    'Invalid key locked',
  ],
  [
    'an unknown key anywhere',
    { hub: 1, items: 5, parts: [{ ...related, foo: 1 }] },
    'Invalid key foo at parts',
  ],
  ['a malformed relation', { hub: 1, parts: [related], items: 5 }, 'Invalid key items'],
  [
    'the first relation, in a component',
    { parts: [related], hub: 1, items: [] },
    'Invalid key articles at parts.articles',
  ],
  ['the first relation', { items: [], hub: 1, parts: [related] }, 'Invalid key hub'],
  [
    'a relation in a component that is sent as text',
    { parts: [JSON.stringify({ foo: 1, ...related })], hub: 1 },
    'Invalid key articles at parts.articles',
  ],
  [
    'an unknown key, after a relation in text',
    { parts: [JSON.stringify(related)], foo: 1 },
    'Invalid key foo',
  ],
  [
    'an exceeded limit before a relation',
    { parts: Array<null>(10_001).fill(null), hub: 1 },
    'Too many components in one request. At most 10000 can be written at once.',
  ],
  [
    'a relation before an exceeded limit',
    { hub: 1, parts: Array<null>(10_001).fill(null) },
    'Invalid key hub',
  ],
])('reports %s', (_name, data, message) => {
  const rules = { action: 'create', draft: false, access: AUTHORS } as const;
  const check = () => checkEntry(registry, { type: rock, data }, rules);
  expect(check).toThrow(expect.objectContaining({ name: 'ValidationError', message }));
});

test('checks no values after an error', () => {
  const data = {
    hub: 1,
    parts: Array.from({ length: 10_001 }, () => ({ ...related, articles: {} })),
    items: [],
  };
  const checked: string[] = [];
  const isVisible: Visibility = ({ name }) => {
    checked.push(name);
    return true;
  };
  const rules = { action: 'update', draft: true, access: fullAccess, isVisible } as const;
  expect(() => checkEntry(registry, { type: rock, data }, rules)).toThrow('Too many components');
  expect(checked).toEqual(['hub']);
});

test('checks keys in components of the wrong form', () => {
  const deep = Array.from({ length: 60 }).reduce<JsonObject>((one) => ({ one }), { nope: 1 });
  const bodies: readonly (readonly [data: JsonObject, path: string])[] = [
    [{ ring: [{ nope: 1 }] }, 'ring'],
    [{ rings: { nope: 1 } }, 'rings'],
    [{ rings: [[{}]] }, 'rings'],
    [{ parts: [{ __component: 'stone.ring', nope: 1 }] }, 'parts'],
    [{ ring: deep }, ['ring', ...Array<string>(60).fill('one')].join('.')],
  ];
  for (const [data, path] of bodies) {
    const rules = { action: 'update', draft: true, access: fullAccess } as const;
    const details = expect.objectContaining({ path });
    const check = () => checkEntry(registry, { type: rock, data }, rules);
    expect(check).toThrow(expect.objectContaining({ details }));
  }
});

test('checks keys, relations and limits only with the access of a caller', () => {
  const data = { hub: 1, parts: [{ ...related, foo: 1 }], foo: 1 };
  const { findings, input } = checkEntry(
    registry,
    { type: rock, data },
    { action: 'update', draft: true },
  );
  expect(findings).toEqual([]);
  expect([...input.relations.keys()]).toEqual(['hub']);
});
