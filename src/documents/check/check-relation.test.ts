// Values of relations and media: accepted forms, and errors for others (docs/strapi/writing.md, "Relations" and
// "Media"; D12 to D14).
import { describe, expect, test } from 'vitest';
import { kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonValue } from '../../base/json.ts';
import { checkEntry, type CheckedEntry } from './check-entry.ts';
import type { Failure } from './finding.ts';
import type { DocumentTarget, TargetInput } from '../input.ts';
import { NO_DOCUMENTS } from './relation-echo.ts';

const registry = kitchenRegistry();

interface RelationCase {
  readonly attribute?: string;
  readonly type?: string;
  readonly action?: 'create' | 'update';
}

function check(
  value: JsonValue,
  { attribute = 'manyToMany', type = 'hub', action = 'update' }: RelationCase = {},
): CheckedEntry {
  const sent = { type: registry.contentType(`api::${type}.${type}`), data: { [attribute]: value } };
  return checkEntry(registry, sent, { action, draft: false });
}

function relation(value: JsonValue, relationCase: RelationCase = {}): unknown {
  const { attribute = 'manyToMany' } = relationCase;
  const checked = check(value, relationCase);
  expect(failuresAt(attribute, checked)).toEqual([]);
  expect(checked.relationError).toBeNull();
  return checked.input.relations.get(attribute) ?? null;
}

function failuresAt(attribute: string, { findings }: CheckedEntry): readonly Failure[] {
  return findings.flatMap((each) =>
    each.kind === 'failure' && each.failure.path[0] === attribute ? [each.failure] : [],
  );
}

const row = (id: number, text?: string): TargetInput =>
  text === undefined ? { by: 'id', id } : { by: 'id', id, text };
const doc = (documentId: string, more: Partial<DocumentTarget> = {}): DocumentTarget => ({
  by: 'documentId',
  documentId,
  locale: null,
  status: null,
  ...more,
});
const set = (...targets: readonly TargetInput[]) => ({ kind: 'set', targets, referenced: [] });
const end = { at: 'end' };
const change = (more: object) => ({
  kind: 'change',
  connect: [],
  disconnect: [],
  strict: true,
  referenced: [],
  ...more,
});

describe('plain targets replace all links', () => {
  test.each<[JsonValue, unknown]>([
    ['abc', set(doc('abc'))],
    [['abc', 'def'], set(doc('abc'), doc('def'))],
    [{ documentId: 'abc' }, set(doc('abc'))],
    [{ documentId: 'abc', locale: 'fr', label: 'x' }, set(doc('abc', { locale: 'fr' }))],
    [{ set: 'abc' }, set(doc('abc'))],
    [{ set: ['abc', { id: 2 }] }, set(doc('abc'), row(2))],
    [5, set(row(5))],
    [0, set(row(0))],
    [1.5, set(row(1.5))],
    ['5', set(row(5, '5'))],
    [' +5 ', set(row(5, ' +5 '))],
    ['5abc', set(row(0, '5abc'))],
    ['0x5', set(row(0, '0x5'))],
    ['Infinity', set(doc('Infinity'))],
    [{ id: '5' }, set(row(5, '5'))],
    [{ id: null }, set(row(0))],
    [{ id: 'abc' }, set(row(0, 'abc'))],
    [{ documentId: '5' }, set(doc('5'))],
    [{ documentId: 5 }, set(doc('5'))],
    [{ documentId: {} }, set(doc('[object Object]'))],
    [{ documentId: 'abc', id: 5 }, set(doc('abc'))],
    [{ documentId: null, id: 5 }, set(row(5))],
    [{ documentId: 'abc', set: [], connect: [], disconnect: null }, set(doc('abc'))],
    [[null, 'abc', null], set(doc('abc'))],
    [[['abc'], []], set(doc('abc'))],
    [null, set()],
    [[], set()],
    [{ set: [] }, set()],
    [false, set(row(0))],
  ])('%j', (value, expected) => {
    expect(relation(value)).toEqual(expected);
  });

  test.each<[JsonValue, string | null]>([
    [null, null],
    ['', null],
    [false, null],
    ['fr', 'fr'],
    [5, '5'],
    [{}, '[object Object]'],
  ])('locale %j', (locale, expected) => {
    expect(relation({ documentId: 'abc', locale })).toEqual(set(doc('abc', { locale: expected })));
  });

  test.each<[JsonValue, DocumentTarget['status']]>([
    [null, null],
    ['', null],
    ['published', 'published'],
    ['draft', 'draft'],
    ['modified', 'draft'],
    [5, 'draft'],
  ])('status %j', (status, expected) => {
    const value = { set: [{ documentId: 'abc', status }] };
    expect(relation(value)).toEqual(set(doc('abc', { status: expected })));
  });
});

test.each<JsonValue>([
  {},
  true,
  { connect: [] },
  { connect: null },
  { disconnect: [] },
  { set: null },
  { connect: [null], disconnect: [[]] },
  { options: { strict: false } },
  { label: 'x' },
])('%j changes nothing', (value) => {
  for (const action of ['create', 'update'] as const) {
    expect(relation(value, { action })).toBeNull();
    expect(relation(value, { type: 'author', attribute: 'avatar', action })).toBeNull();
  }
});

describe('connect and disconnect', () => {
  test.each<[JsonValue, unknown]>([
    [{ connect: 'abc' }, change({ connect: [{ target: doc('abc'), position: end }] })],
    [
      { connect: ['abc', { id: 5, position: { start: true } }], disconnect: ['def', 9] },
      change({
        connect: [
          { target: doc('abc'), position: end },
          { target: row(5), position: { at: 'start' } },
        ],
        disconnect: [doc('def'), row(9)],
      }),
    ],
    [
      { connect: [{ documentId: 'abc', locale: 'fr', position: { before: 'def' } }] },
      change({
        connect: [
          {
            target: doc('abc', { locale: 'fr' }),
            position: { at: 'before', anchor: doc('def', { locale: 'fr' }) },
          },
        ],
      }),
    ],
    [
      { connect: [{ id: 1, position: { after: 5 } }] },
      change({ connect: [{ target: row(1), position: { at: 'after', anchor: row(5) } }] }),
    ],
    [
      { connect: [{ id: 1, position: { after: 'abc' } }] },
      change({ connect: [{ target: row(1), position: { at: 'after', anchor: doc('abc') } }] }),
    ],
    [
      { connect: [{ documentId: 'abc', position: { after: 5 } }] },
      change({ connect: [{ target: doc('abc'), position: { at: 'after', anchor: doc('5') } }] }),
    ],
    [
      {
        set: [
          { id: 1, position: { after: 5 } },
          { id: 2, position: { before: 'abc' } },
        ],
      },
      set(row(1), row(2)),
    ],
    [
      { connect: [{ id: 1, position: null }] },
      change({ connect: [{ target: row(1), position: end }] }),
    ],
    [{ disconnect: 'abc' }, change({ disconnect: [doc('abc')] })],
    [
      { connect: [1], options: { strict: false } },
      change({ connect: [{ target: row(1), position: end }], strict: false }),
    ],
    [
      { disconnect: [{ documentId: 'abc', position: { before: 'def' } }] },
      change({ disconnect: [doc('abc')], referenced: [doc('def')] }),
    ],
  ])('%j', (value, expected) => {
    expect(relation(value)).toEqual(expected);
  });

  test('a new document disconnects nothing, but the named documents must exist', () => {
    const value = { connect: [1], disconnect: ['abc', 5], options: { strict: false } };
    expect(relation(value, { action: 'create' })).toEqual(
      change({ connect: [{ target: row(1), position: end }], referenced: [doc('abc')] }),
    );
    expect(relation({ disconnect: [5] }, { action: 'create' })).toBeNull();
  });
});

describe('to-one relations', () => {
  const relationCase = { attribute: 'oneWay' };
  test('set the last of several targets', () => {
    expect(relation(['abc', 'def', null], relationCase)).toEqual(set(doc('def')));
    expect(relation({ set: [1, 2] }, relationCase)).toEqual(set(row(2)));
  });

  test('require all connected targets to exist', () => {
    expect(relation({ connect: ['abc', 'def'] }, relationCase)).toMatchObject({
      connect: [{ target: doc('abc') }, { target: doc('def') }],
    });
  });
});

test('a single media attribute links all given files', () => {
  const relationCase = { type: 'author', attribute: 'avatar' };
  expect(relation([1, 2], relationCase)).toEqual(set(row(1), row(2)));
  expect(relation({ disconnect: [1] }, relationCase)).toEqual(change({ disconnect: [row(1)] }));
});

test.each<JsonValue>([
  '',
  [''],
  [true],
  ['abc', ''],
  [{}],
  [[['abc']]],
  { documentId: null },
  { documentId: '' },
  { documentId: 'a\0b' },
  { set: true },
  { set: false },
  { set: 0 },
  { set: '' },
  { set: {} },
  { set: [true] },
  { connect: true },
  { connect: 0 },
  { connect: [{ foo: 1 }] },
  { disconnect: [true] },
  { disconnect: {} },
])('%j does not specify a target', (value) => {
  for (const action of ['create', 'update'] as const) {
    const { findings, relationError } = check(value, { action });
    expect(findings).toEqual([]);
    expect(relationError).toBe('Invalid relations');
  }
});

describe('rejects', () => {
  const relationCase = (attribute: string, type: string): RelationCase => ({ attribute, type });
  const hub = relationCase('manyToMany', 'hub');
  const avatar = relationCase('avatar', 'author');
  const gallery = relationCase('gallery', 'article');
  test.each<[JsonValue, RelationCase, readonly string[], JsonValue]>([
    [{ set: ['abc'], connect: [1] }, hub, [], { set: ['abc'], connect: [1] }],
    [{ set: [], disconnect: 'abc' }, hub, [], { set: [], disconnect: 'abc' }],
    [{ id: 1, connect: ['abc'] }, hub, [], { id: 1, connect: ['abc'] }],
    [{ connect: ['abc'] }, avatar, ['connect'], ['abc']],
    [{ connect: 1, disconnect: [2] }, avatar, ['connect'], 1],
    [{ connect: [{ id: 1 }] }, gallery, ['connect'], [{ id: 1 }]],
    ...[
      {},
      'x',
      5,
      [],
      { start: true, end: true },
      { first: true },
      { start: false },
      { end: 1 },
      { before: null },
      { before: '' },
      { after: { documentId: 'abc' } },
    ].map((position): [JsonValue, RelationCase, readonly string[], JsonValue] => [
      { connect: ['abc', { id: 1, position }] },
      hub,
      ['connect', '1', 'position'],
      position,
    ]),
    [{ connect: { id: 1, position: {} } }, hub, ['connect', 'position'], {}],
  ])('%j %j', (value, of, path, shown) => {
    for (const action of ['create', 'update'] as const) {
      const checked = check(value, { ...of, action });
      const errors = [{ path: [of.attribute, ...path], value: shown }];
      expect(failuresAt(of.attribute ?? '', checked)).toEqual([]);
      expect(checked.deferredErrors).toMatchObject([
        { status: 400, name: 'ValidationError', details: { errors } },
      ]);
    }
  });

  test.each<[JsonValue, readonly number[]]>([
    [{ set: ['abc', 1], connect: [{ documentId: 'def', position: { before: 'ghi' } }, 2] }, [2]],
    [{ connect: ['abc', { documentId: 'def', position: { before: 'ghi', end: true } }, 2] }, [2]],
    [{ connect: ['abc', true, { documentId: 'def', position: { after: 'ghi' } }, 2] }, []],
  ])('looks up the targets of %j first', (value, rows) => {
    const input = check(value).input.relations.get('manyToMany');
    const connect = input?.kind === 'change' ? input.connect : [];
    const targets = connect.flatMap(({ target, position }) =>
      'anchor' in position ? [target, position.anchor] : [target],
    );
    const named = [...targets, ...(input?.referenced ?? [])];
    expect(named.filter(({ by }) => by === 'documentId')).toHaveLength(3);
    expect(named.filter(({ by }) => by === 'id')).toEqual(rows.map((id) => row(id)));
  });
});

test('keeps relations in the order of the body', () => {
  const type = registry.contentType('api::hub.hub');
  const data = { manyToOne: 'c', oneWay: 'a', manyToMany: 'b' };
  const { input } = checkEntry(registry, { type, data }, { action: 'update', draft: false });
  expect([...input.relations.keys()]).toEqual(Object.keys(data));
});

describe('the echo', () => {
  const rowsOf = (uid: string, target: DocumentTarget): readonly number[] =>
    uid === 'api::spoke.spoke' ? [target.documentId.length, 100] : [];
  const found = { rowsOf, locale: 'en' };
  test.each<[JsonValue, unknown]>([
    [null, null],
    [true, true],
    [false, false],
    [{}, {}],
    [[], { set: [] }],
    [99, { set: [{ id: 99 }] }],
    ['99', { set: [{ id: '99' }] }],
    ['1abc', { set: [{ id: '1abc' }] }],
    ['', { set: [{ documentId: '' }] }],
    ['abc', { set: [{ id: 3 }, { id: 100 }] }],
    [{ id: 99, label: 'x' }, { set: [{ id: 99, label: 'x' }] }],
    [{ documentId: 'abc', label: 'x' }, { set: [{ id: 3 }, { id: 100 }] }],
    [{ set: {} }, { set: [{}] }],
    [{ set: null }, { set: null }],
    [{ connect: 0 }, { connect: 0 }],
    [{ connect: [{ foo: 1 }] }, { connect: [{ foo: 1 }] }],
    [
      {
        connect: [
          9,
          { documentId: 'abc', locale: 'x', position: { before: 'abcd' } },
          { documentId: 'abc', position: { after: 'abcd', foo: 1 } },
          { id: 9, position: { foo: 1 } },
        ],
        disconnect: [{ id: 1 }],
        options: { strict: true },
        label: 'x',
      },
      {
        connect: [
          { id: 9 },
          { id: 3, position: { before: 4 } },
          { id: 100, position: { before: 4 } },
          { id: 3, position: { after: 4, foo: 1, locale: 'en' } },
          { id: 100, position: { after: 4, foo: 1, locale: 'en' } },
          { id: 9, position: { foo: 1 } },
        ],
        disconnect: [{ id: 1 }],
        options: { strict: true },
      },
    ],
  ])('%j', (value, expected) => {
    expect(check(value).echo(found, {})).toEqual({ manyToMany: expected });
  });

  test('shows the last target of a to-one relation, but all files of a media attribute', () => {
    expect(check([1, 2], { attribute: 'oneWay' }).echo(found, {})).toEqual({
      oneWay: { set: [{ id: 2 }] },
    });
    expect(check([1, 'abc'], { attribute: 'oneWay' }).echo(found, {})).toEqual({
      oneWay: { set: [{ id: 3 }, { id: 100 }] },
    });
    expect(check([1, 2], { type: 'author', attribute: 'avatar' }).echo(found, {})).toEqual({
      avatar: { set: [{ id: 1 }, { id: 2 }] },
    });
  });

  test('shows missing documents as named', () => {
    expect(check(['abc']).echo(NO_DOCUMENTS, {})).toEqual({
      manyToMany: { set: [{ documentId: 'abc' }] },
    });
  });
});

test('checks relations in components and zones in the same way', () => {
  const sections = [{ __component: 'sections.quote', author: { connect: [{ foo: 1 }] } }];
  const relationCase = { type: 'article', attribute: 'sections' };
  expect(check(sections, relationCase).relationError).toBe('Invalid relations');
  const quote = [{ __component: 'sections.quote', author: 'abc' }];
  const [component] = check(quote, relationCase).input.components.get('sections') ?? [];
  expect(component?.relations.get('author')).toEqual(set(doc('abc')));
});
