// Values of attributes that link to several types, and of their inverse sides
// (docs/strapi/differences.md, D2, D12 to D14).
import { describe, expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonValue } from '../../base/json.ts';
import { checkEntry, type CheckedEntry } from './check-entry.ts';

const [ROCK, SPOKE, HUB] = ['api::rock.rock', 'api::spoke.spoke', 'api::hub.hub'];

const registry = kitchenRegistry([
  definition(ROCK, {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    attributes: {
      about: { type: 'relation', relation: 'morphToOne' },
      items: { type: 'relation', relation: 'morphToMany' },
      aboutOne: { type: 'relation', relation: 'morphOne', target: ROCK, morphBy: 'about' },
      aboutMany: { type: 'relation', relation: 'morphMany', target: ROCK, morphBy: 'about' },
      itemOne: { type: 'relation', relation: 'morphOne', target: ROCK, morphBy: 'items' },
      itemMany: { type: 'relation', relation: 'morphMany', target: ROCK, morphBy: 'items' },
    },
  }),
]);

function check(attribute: string, value: JsonValue, action: 'create' | 'update'): CheckedEntry {
  const sent = { type: registry.contentType(ROCK), data: { [attribute]: value } };
  return checkEntry(registry, sent, { action, draft: false });
}

function relation(attribute: string, value: JsonValue): unknown {
  const checked = check(attribute, value, 'update');
  expect([checked.findings, checked.relationError]).toEqual([[], null]);
  return checked.input.relations.get(attribute) ?? null;
}

const row = (id: number, uid?: string) => ({ by: 'id', id, ...(uid ? { uid } : {}) });
const doc = (documentId: string, uid?: string) => ({
  by: 'documentId',
  documentId,
  locale: null,
  status: null,
  ...(uid ? { uid } : {}),
});
const set = (...targets: readonly object[]) => ({ kind: 'set', targets, referenced: [] });
const change = (more: object) => ({
  kind: 'change',
  connect: [],
  disconnect: [],
  strict: true,
  referenced: [],
  ...more,
});
const spoke = { __type: SPOKE, id: 1 };
const hub = { __type: HUB, documentId: 'abc' };
const end = { at: 'end' };

describe('targets of several types', () => {
  test.each<[JsonValue, unknown]>([
    [[spoke, hub], set(row(1, SPOKE), doc('abc', HUB))],
    [{ set: [spoke] }, set(row(1, SPOKE))],
    [[{ ...spoke, documentId: 'abc' }], set(doc('abc', SPOKE))],
    [[], set()],
    [{ set: [] }, set()],
    [true, null],
    [{ connect: [] }, null],
    [{ set: null, connect: null }, null],
    [{ id: 1, connect: [] }, null],
    [
      {
        connect: [spoke, { ...hub, position: { start: true } }],
        disconnect: [{ ...spoke, id: 2 }],
      },
      change({
        connect: [
          { target: row(1, SPOKE), position: end },
          { target: doc('abc', HUB), position: { at: 'start' } },
        ],
        disconnect: [row(2, SPOKE)],
      }),
    ],
    [
      { connect: [{ ...hub, position: { before: 'def' } }] },
      change({
        connect: [{ target: doc('abc', HUB), position: { at: 'before', anchor: doc('def', HUB) } }],
      }),
    ],
    [
      { connect: [{ ...hub, position: { after: 'def', __type: SPOKE } }] },
      change({
        connect: [
          { target: doc('abc', HUB), position: { at: 'after', anchor: doc('def', SPOKE) } },
        ],
      }),
    ],
  ])('%j', (value, expected) => {
    expect(relation('items', value)).toEqual(expected);
  });

  test('keep the last of two in a relation to one target', () => {
    expect(relation('about', [spoke, hub])).toEqual(set(doc('abc', HUB)));
  });

  test.each<JsonValue>([
    [{ __type: SPOKE }],
    [{ __type: 'nope', id: 1 }],
    [{ id: 1 }],
    [{ __type: 'shared.seo', id: 1 }],
    spoke,
    5,
    '',
    {},
    { connect: spoke },
    { connect: [{ ...hub, position: { before: 'def', __type: 'nope' } }] },
  ])('%j does not specify a target', (value) => {
    for (const name of ['items', 'about']) {
      expect(check(name, value, 'create').relationError).toBe('Invalid relations');
    }
  });
});

describe('inverse sides', () => {
  test.each<[string, JsonValue, unknown]>([
    ['itemMany', ['abc', 2], set(doc('abc'), row(2))],
    ['itemMany', [{ id: 2, __type: 'any' }], set(row(2))],
    ['itemMany', {}, null],
    [
      'itemMany',
      { connect: ['abc'] },
      change({ connect: [{ target: doc('abc'), position: end }] }),
    ],
    ['itemOne', [1, 2], set(row(1), row(2))],
    ['itemOne', { connect: [1, 2], disconnect: [3] }, set(row(2))],
    ['itemOne', { connect: ['a', 2] }, { ...set(row(2)), referenced: [doc('a')] }],
    ['itemOne', { disconnect: [3] }, change({ disconnect: [row(3)] })],
    ['aboutMany', [1, 2], set(row(1), row(2))],
    ['aboutOne', [1, 2], set(row(1))],
    ['aboutOne', { connect: [1, 2] }, set(row(2))],
    ['aboutOne', null, set()],
  ])('%s %j', (name, value, expected) => {
    expect(relation(name, value)).toEqual(expected);
  });
});

test('the echo contains the types of the rows', () => {
  const { echo } = check('items', [spoke, hub], 'update');
  const rowsOf = (uid: string): readonly number[] => (uid === HUB ? [5, 6] : []);
  expect(echo({ rowsOf, locale: null }, {})).toEqual({
    items: { set: [spoke, { id: 5, __type: HUB }, { id: 6, __type: HUB }] },
  });
});
