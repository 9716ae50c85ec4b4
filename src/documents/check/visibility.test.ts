import { expect, test } from 'vitest';
import { definition, kitchenRegistry } from '../../../test/support/vendored-projects.ts';
import type { JsonObject } from '../../base/json.ts';
import { ALL_VISIBLE, loadVisibility } from './visibility.ts';

const conditions: Readonly<Record<string, unknown>> = {
  is: { '==': [{ var: 'kind' }, 'a'] },
  isNot: { '!=': [{ var: 'kind' }, 'a'] },
  some: { and: [{ in: [{ var: 'kind' }, ['a', 'b']] }, { '>': [{ var: 'n' }, 2] }] },
  deep: { '===': [{ var: 'size.name' }, 'A5'] },
  list: { var: 'sizes' },
  empty: {},
  no: false,
};

const registry = kitchenRegistry([
  definition('api::rock.rock', {
    kind: 'collectionType',
    collectionName: 'rocks',
    info: { singularName: 'rock', pluralName: 'rocks', displayName: 'Rock' },
    attributes: Object.fromEntries(
      Object.entries(conditions).map(([name, visible]) => [
        name,
        { type: 'string', conditions: { visible } },
      ]),
    ),
  }),
]);
const isVisible = await loadVisibility(registry);

test.each<[string, JsonObject, boolean]>([
  ['is', { kind: 'a' }, true],
  ['is', { kind: 'b' }, false],
  ['is', {}, false],
  ['isNot', { kind: 'a' }, false],
  ['isNot', {}, true],
  ['some', { kind: 'b', n: 3 }, true],
  ['some', { kind: 'b', n: 2 }, false],
  ['some', { kind: 'c', n: 3 }, false],
  ['deep', { size: { name: 'A5' } }, true],
  ['deep', { size: null }, false],
  ['list', { sizes: 0 }, false],
  ['empty', {}, true],
  ['no', {}, true],
])('%s with %j: %s', (name, data, expected) => {
  const attribute = registry.attribute('api::rock.rock', name);
  expect(attribute && isVisible(attribute, data)).toBe(expected);
});

test('applies the rules if no operator fits a value', () => {
  const attribute = registry.attribute('api::rock.rock', 'is');
  const odd = JSON.parse('{"kind":{"toString":1,"valueOf":1}}') as JsonObject;
  const deep = JSON.parse(`{"kind":${'['.repeat(50_000)}${']'.repeat(50_000)}}`) as JsonObject;
  expect([odd, deep].map((data) => attribute && isVisible(attribute, data))).toEqual([true, true]);
});

test('loads nothing if there are no conditions', async () => {
  expect(await loadVisibility(kitchenRegistry())).toBe(ALL_VISIBLE);
});
