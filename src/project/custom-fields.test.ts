import { expect, test } from 'vitest';
import { definition } from '../../test/support/vendored-projects.ts';
import { valueAt } from '../schema/raw.ts';
import { hasCustomFields, resolveCustomFields } from './custom-fields.ts';

const COLOR = { type: 'customField', customField: 'plugin::color-picker.color', required: true };

test('without any hint a custom field is text, and one warning says so', () => {
  const { definitions, warnings } = resolveCustomFields(
    [post({ color: COLOR, other: COLOR, title: { type: 'string' } })],
    { configured: {} },
  );
  expect(valueAt(definitions[0]?.json, 'attributes')).toEqual({
    color: { ...COLOR, type: 'text' },
    other: { ...COLOR, type: 'text' },
    title: { type: 'string' },
  });
  expect(warnings).toEqual([
    expect.stringContaining('their type: plugin::color-picker.color. Set it'),
  ]);
});

test('a field whose name every object knows is text too', () => {
  const field = { type: 'customField', customField: 'constructor' };
  const { definitions } = resolveCustomFields([post({ color: field })], { configured: {} });
  expect(typeOf(definitions)).toBe('text');
});

test('the configuration knows better', () => {
  const configured = { 'plugin::color-picker.color': 'string' } as const;
  const { definitions, warnings } = resolveCustomFields([post({ color: COLOR })], { configured });
  expect(typeOf(definitions)).toBe('string');
  expect(warnings).toEqual([]);
});

test.each([
  ['varchar(255)', 'string'],
  ['character varying', 'string'],
  ['text', 'text'],
  ['json', 'json'],
  ['jsonb', 'json'],
  ['integer', 'integer'],
  ['bigint', 'biginteger'],
  ['float', 'float'],
  ['double precision', 'float'],
  ['numeric', 'decimal'],
  ['boolean', 'boolean'],
  ['date', 'date'],
  ['time without time zone', 'time'],
  ['datetime', 'datetime'],
  ['timestamp(6) without time zone', 'datetime'],
])('a live column of type %s knows best: %s', (sqlType, type) => {
  const asked: string[] = [];
  const { definitions } = resolveCustomFields([post({ color: COLOR })], {
    configured: { 'plugin::color-picker.color': 'richtext' },
    liveColumnType: (...column) => {
      asked.push(column.join('.'));
      return sqlType;
    },
  });
  expect(typeOf(definitions)).toBe(type);
  expect(asked).toEqual(['posts.color']);
});

test('a column that is not there or of no known type leaves it to the configuration', () => {
  const configured = { 'plugin::color-picker.color': 'string' } as const;
  for (const live of [undefined, 'geometry']) {
    const { definitions } = resolveCustomFields([post({ color: COLOR })], {
      configured,
      liveColumnType: () => live,
    });
    expect(typeOf(definitions)).toBe('string');
  }
});

test('a field that has a type of its own keeps it', () => {
  const definitions = [post({ color: { ...COLOR, type: 'string' } })];
  expect(hasCustomFields(definitions)).toBe(false);
  expect(resolveCustomFields(definitions, { configured: {} })).toEqual({
    definitions,
    warnings: [],
  });
  expect(hasCustomFields([post({ color: { ...COLOR, type: undefined } })])).toBe(true);
});

function post(attributes: object): ReturnType<typeof definition> {
  return definition('api::post.post', { collectionName: 'posts', attributes });
}

function typeOf(definitions: readonly { readonly json: unknown }[]): unknown {
  return valueAt(definitions[0]?.json, 'attributes.color.type');
}
