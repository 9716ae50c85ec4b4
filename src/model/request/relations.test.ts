// Owners of relations whose sides a request contains (docs/strapi/model-changes.md, "Requests").
import { expect, test } from 'vitest';
import { toRecord, type RawRecord } from '../../schema/raw.ts';
import { applyRequest } from './apply-request.ts';
import { parseSchemaRequest } from './schema-request.ts';
import type { SourceModel } from './source-model.ts';

const uidOf = (name: string): string => `api::${name}.${name}`;

const relation = (target: string, more: RawRecord = {}): RawRecord => ({
  type: 'relation',
  relation: 'manyToMany',
  target: uidOf(target),
  ...more,
});

const model = (name: string, attributes: RawRecord): [string, SourceModel] => [
  uidOf(name),
  {
    uid: uidOf(name),
    modelType: 'contentType',
    origin: 'api',
    file: null,
    json: { info: {}, attributes },
  },
];

/** An element that changes a type, or creates it. */
const element = (name: string, properties: RawRecord, action = 'update'): RawRecord => ({
  action,
  uid: uidOf(name),
  displayName: name,
  draftAndPublish: false,
  kind: 'collectionType',
  ...(action === 'create' ? { singularName: name, pluralName: `${name}s` } : {}),
  attributes: Object.entries(properties).map(([key, value]) => ({
    action: 'create',
    name: key,
    properties: value,
  })),
});

/** The attributes of a and b after a change. */
function changed(
  before: readonly (readonly [string, SourceModel])[],
  contentTypes: readonly RawRecord[],
): readonly RawRecord[] {
  const { models } = applyRequest(
    new Map(before),
    parseSchemaRequest({ data: { contentTypes, components: [] } }),
  );
  return ['a', 'b'].map((name) => toRecord(models.get(uidOf(name))?.json['attributes']));
}

const a = { x: relation('b', { targetAttribute: 'y' }) };
const b = { y: relation('a', { targetAttribute: 'x' }) };
const OWNED_BY_A = [
  { x: relation('b', { inversedBy: 'y' }) },
  { y: relation('a', { mappedBy: 'x' }) },
];
const OWNED_BY_B = [
  { x: relation('b', { mappedBy: 'y' }) },
  { y: relation('a', { inversedBy: 'x' }) },
];
const EMPTY = [model('a', {}), model('b', {})];

test('the first side of existing types owns the links', () => {
  expect(changed(EMPTY, [element('a', a), element('b', b)])).toEqual(OWNED_BY_A);
  expect(changed(EMPTY, [element('b', b), element('a', a)])).toEqual(OWNED_BY_B);
  expect(changed(EMPTY, [element('a', a)])).toEqual(OWNED_BY_A);
});

test('the last of several new types owns the links, and a new type before an existing one', () => {
  const [newA, newB] = [element('a', a, 'create'), element('b', b, 'create')];
  expect(changed([], [newA, newB])).toEqual(OWNED_BY_B);
  expect(changed([], [newB, newA])).toEqual(OWNED_BY_A);
  expect(changed([model('a', {})], [element('a', a), newB])).toEqual(OWNED_BY_B);
  expect(changed([model('a', {})], [newB, element('a', a)])).toEqual(OWNED_BY_B);
});

test('an owner remains the owner, so that links are preserved', () => {
  const both = [element('a', a), element('b', b)];
  const owned = [
    model('a', { x: relation('b', { mappedBy: 'y' }) }),
    model('b', { y: relation('a', { inversedBy: 'x' }) }),
  ];
  expect(changed(owned, both)).toEqual(OWNED_BY_B);
  // In a former version, a new side could have both keys.
  const twice = relation('a', { mappedBy: 'x', inversedBy: 'x' });
  const damaged = [model('a', { x: relation('b', { mappedBy: 'y' }) }), model('b', { y: twice })];
  expect(changed(damaged, both)).toEqual(OWNED_BY_B);
  expect(changed(damaged, both.toReversed())).toEqual(OWNED_BY_B);
  // Strapi moves the ownership to the new side.
  const unidirectional = [model('a', { x: relation('b') }), model('b', {})];
  expect(changed(unidirectional, both)).toEqual(OWNED_BY_A);
  expect(changed(unidirectional, both.toReversed())).toEqual(OWNED_BY_A);
});

test('the first side of a relation of a type to itself owns the links', () => {
  const self = {
    x: relation('a', { targetAttribute: 'y' }),
    y: relation('a', { targetAttribute: 'x' }),
  };
  const expected = {
    x: relation('a', { inversedBy: 'y' }),
    y: relation('a', { mappedBy: 'x' }),
  };
  expect(changed(EMPTY, [element('a', self)])[0]).toEqual(expected);
  expect(changed([], [element('a', self, 'create')])[0]).toEqual(expected);
});
