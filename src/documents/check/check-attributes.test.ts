// The rules of a hidden attribute do not apply (`conditions.visible`, docs/strapi/writing.md, "Options"):
// values that fit its column are stored (D14), others are rejected (D2).
import { describe, expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { checkEntry, type CheckedEntry, type WriteRules } from './check-entry.ts';
import { loadVisibility } from './visibility.ts';
import { NO_DOCUMENTS } from './relation-echo.ts';

const conditions = { visible: { '==': [{ var: 'kind' }, 'a'] } };
const part = { type: 'component', component: 'stone.part', conditions };

const registry = kitchenRegistry([
  definition('stone.part', {
    collectionName: 'parts',
    attributes: {
      kind: { type: 'string' },
      label: { type: 'string', required: true, minLength: 3 },
      n: { type: 'integer', min: 5 },
      inner: { type: 'string', required: true, conditions },
    },
  }),
  definition('api::rock.rock', {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    attributes: {
      kind: { type: 'string' },
      text: { type: 'string', required: true, minLength: 3, maxLength: 5, regex: '^x', conditions },
      code: { type: 'uid', conditions },
      email: { type: 'email', conditions },
      word: { type: 'string', unique: true, conditions },
      n: { type: 'integer', min: 5, max: 9, default: 6, conditions },
      choice: { type: 'enumeration', enum: ['p', 'q'], conditions },
      blocks: { type: 'blocks', conditions },
      day: { type: 'date', conditions },
      one: { ...part, required: true },
      list: { ...part, repeatable: true, required: true, min: 2, max: 3 },
      zone: { type: 'dynamiczone', components: ['stone.part'], required: true, min: 2, conditions },
      link: {
        type: 'relation',
        relation: 'oneToOne',
        target: 'api::spoke.spoke',
        required: true,
        conditions,
      },
      shown: { type: 'component', component: 'stone.part' },
    },
  }),
]);
const rules = { strictRelations: true, isVisible: await loadVisibility(registry) };
const CREATE: WriteRules = { ...rules, action: 'create', draft: false };
const UPDATE: WriteRules = { ...CREATE, action: 'update' };

function check(data: JsonObject, how: WriteRules = CREATE): CheckedEntry {
  return checkEntry(registry, { type: registry.contentType('api::rock.rock'), data }, how);
}

function faults(data: JsonObject, how: WriteRules = CREATE): readonly string[] {
  return check(data, how).findings.map((finding) =>
    finding.kind === 'failure' ? finding.failure.path.join('.') : 'unique',
  );
}

test('applies all rules if everything is visible', () => {
  expect(faults({ kind: 'a', code: '', word: 'w' }).toSorted()).toEqual([
    'link',
    'list',
    'one',
    'text',
    'unique',
    'zone',
  ]);
});

test('requires nothing of a new row if nothing is visible, and applies defaults', () => {
  const { findings, input } = check({});
  expect(findings).toEqual([]);
  expect(Object.fromEntries(input.values)).toEqual({ n: 6 });
});

describe('values of hidden attributes', () => {
  test.each<[string, JsonValue, JsonValue]>([
    ['text', 'a', 'a'],
    ['text', 'far too long', 'far too long'],
    ['text', 5, '5'],
    ['text', true, 'true'],
    ['text', null, null],
    ['code', 'no uid!', 'no uid!'],
    ['email', 'nobody', 'nobody'],
    ['word', 'taken', 'taken'],
    ['n', 100, 100],
    ['n', '7', 7],
    ['choice', 'z', 'z'],
    ['choice', 1, '1'],
    ['blocks', [{ type: 'odd' }], [{ type: 'odd' }]],
    ['blocks', 'text', 'text'],
    ['day', '2020-01-01T10:00', '2020-01-01'],
  ])('%s %j is stored', (name, value, stored) => {
    for (const how of [CREATE, UPDATE]) {
      const { findings, input } = check({ [name]: value }, how);
      expect(findings).toEqual([]);
      expect(input.values.get(name)).toEqual(stored);
    }
  });

  test.each<[string, JsonValue]>([
    ['text', { a: 1 }],
    ['text', ['a']],
    ['text', 'a\0b'],
    ['text', 'x'.repeat(256)],
    ['n', 'abc'],
    ['n', 5.5],
    ['n', 2 ** 31],
    ['one', 'x'],
    ['one', []],
    ['list', { label: 'x' }],
    ['list', [1]],
    ['one.n', 'abc'],
  ])('%s %j is rejected', (path, value) => {
    const [name = '', inner] = path.split('.');
    const rejected = faults({ [name]: inner === undefined ? value : { [inner]: value } });
    expect(rejected.map((each) => each.split('.')[0])).toEqual([name]);
  });

  test('an invalid date is reported as usual', () => {
    expect(check({ day: '2020-02-30' }).deferredErrors.map(({ message }) => message)).toEqual([
      'Invalid date',
    ]);
  });

  test.each<[string, JsonValue, number]>([
    ['one', null, 0],
    ['one', { n: 1 }, 1],
    ['list', null, 0],
    ['list', [], 0],
    ['list', [{ label: 5 }], 1],
    ['list', [{}, {}, {}, {}], 4],
    ['zone', null, 0],
    ['zone', [{ __component: 'stone.part', n: 1 }], 1],
  ])('%s %j', (name, value, length) => {
    const { findings, input } = check({ [name]: value });
    expect(findings).toEqual([]);
    expect(input.components.get(name)).toHaveLength(length);
  });

  test('links are created, and their targets must exist', () => {
    expect(check({ link: 'abc' }).input.relations.get('link')).toMatchObject({ kind: 'set' });
    expect(check({ link: '' }).relationError).toBe('Invalid relations');
    expect(faults({ link: [] })).toEqual([]);
  });
});

test('evaluates conditions on the sent values: an update without the condition hides the rest', () => {
  expect(faults({ text: 'a' }, UPDATE)).toEqual([]);
  expect(faults({ kind: 'a', text: 'a' }, UPDATE)).toEqual(['text', 'text']);
});

test('evaluates conditions in a component on the values of the component', () => {
  const label = 'long enough';
  expect(faults({ kind: 'a' }).filter((path) => path.startsWith('shown'))).toEqual([]);
  expect(faults({ shown: { label } })).toEqual([]);
  expect(faults({ shown: { label, kind: 'a' } })).toEqual(['shown.inner']);
});

test('the echo contains the values as they were sent', () => {
  const { echo } = check({ kind: 'b', text: 5, n: '7', one: { n: '8' }, link: 99 });
  expect(echo(NO_DOCUMENTS, {})).toEqual({
    kind: 'b',
    text: 5,
    n: '7',
    one: { n: '8' },
    link: { set: [{ id: 99 }] },
  });
});
