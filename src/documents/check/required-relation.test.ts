// Errors for missing values of required relations and media (docs/strapi/writing.md, "Options", `strictRelations`).
import { describe, expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { checkEntry, type WriteRules } from './check-entry.ts';
import { resolveValues } from './finding.ts';

const relation = (kind: string) => ({
  type: 'relation',
  relation: kind,
  target: 'api::spoke.spoke',
  required: true,
});

const type = (name: string, attributes: object) =>
  definition(`api::${name}.${name}`, {
    kind: 'collectionType',
    collectionName: `${name}s`,
    info: { singularName: name, pluralName: `${name}s`, displayName: name },
    attributes,
  });

const registry = kitchenRegistry([
  type('one', { link: relation('oneToOne') }),
  type('many', { link: relation('oneToMany') }),
  type('pic', { link: { type: 'media', multiple: false, required: true } }),
  type('pics', { link: { type: 'media', multiple: true, required: true } }),
  type('typed', { link: { type: 'relation', relation: 'morphToMany', required: true } }),
  type('behind', {
    link: {
      type: 'relation',
      relation: 'morphMany',
      target: 'api::typed.typed',
      morphBy: 'link',
      required: true,
    },
  }),
  definition('stone.holder', {
    collectionName: 'holders',
    attributes: { link: relation('oneToOne') },
  }),
  type('outer', {
    single: { type: 'component', component: 'stone.holder' },
    list: { type: 'component', component: 'stone.holder', repeatable: true },
  }),
]);

const STRICT: WriteRules = { action: 'create', draft: false, strictRelations: true };

function check(name: string, data: JsonObject, rules: WriteRules = STRICT) {
  const sent = { type: registry.contentType(`api::${name}.${name}`), data };
  const { findings } = checkEntry(registry, sent, rules);
  return resolveValues(findings, { rowsOf: () => [7, 8], locale: null }).flatMap((finding) =>
    finding.kind === 'failure' ? [finding.failure] : [],
  );
}

/** The value, and whether a new row and an existing row accept it. */
const FORMS: readonly (readonly [JsonValue, boolean, boolean])[] = [
  [null, false, false],
  [[], false, false],
  [[null], false, false],
  [{}, true, true],
  [{ set: [] }, false, false],
  [{ set: null }, true, true],
  [{ connect: [] }, false, true],
  [{ connect: null }, true, true],
  [{ disconnect: [] }, true, true],
  [{ connect: [], set: [1] }, false, false],
  [{ set: [1] }, true, true],
  [[1], true, true],
  [{ options: { strict: true } }, true, true],
];
const LISTS = ['one', 'many', 'pic', 'pics', 'behind'];

describe.each(LISTS)('%s', (name) => {
  test.each(FORMS)('%j', (link, created, updated) => {
    expect(check(name, { link }).length === 0).toBe(created);
    expect(check(name, { link }, { ...STRICT, action: 'update' }).length === 0).toBe(updated);
  });

  test('requires the key in a new row', () => {
    expect(check(name, {})).toEqual([{ path: ['link'], message: 'link must be defined.' }]);
    expect(check(name, {}, { ...STRICT, action: 'update' })).toEqual([]);
  });

  test('requires nothing in a draft, or if the project does not enable the check', () => {
    expect(check(name, {}, { ...STRICT, draft: true })).toEqual([]);
    expect(check(name, { link: null }, { action: 'create', draft: false })).toEqual([]);
  });
});

test.each<[string, boolean]>([
  ['one', false],
  ['many', true],
  ['pic', false],
  ['pics', true],
  ['behind', true],
])('whether removing targets certainly empties %s: %s', (name, passes) => {
  const link = { disconnect: ['abc'], connect: [] };
  expect(check(name, { link })).toHaveLength(1);
  expect(check(name, { link }, { ...STRICT, action: 'update' }).length === 0).toBe(passes);
});

test('reports the rows of the documents as the value', () => {
  expect(check('many', { link: { disconnect: ['abc'] } })).toEqual([
    {
      path: ['link'],
      message: 'link must be defined.',
      value: { disconnect: [{ id: 7 }, { id: 8 }] },
    },
  ]);
});

test('accepts targets that name their type', () => {
  const link = [{ __type: 'api::spoke.spoke', id: 1 }];
  expect(check('typed', { link })).toEqual([]);
  expect(check('typed', { link: [] })).toHaveLength(1);
});

test('reports only the name in a component', () => {
  const message = 'link must be defined.';
  expect(check('outer', { single: {}, list: [{ link: null }] })).toEqual([
    { path: ['single', 'link'], message },
    { path: ['list', '0', 'link'], message, value: null },
  ]);
});

test('reports null for a stored draft without links', () => {
  expect(check('one', {}, { ...STRICT, missing: 'null' })).toEqual([
    { path: ['link'], message: 'link must be defined.', value: null },
  ]);
});
