import { expect, test } from 'vitest';
import { definition } from '../../test/support/vendored-projects.ts';
import { valueAt } from '../schema/raw.ts';
import { hasCustomFields, resolveCustomFields } from './custom-fields.ts';

const COLOR = { type: 'customField', customField: 'plugin::color-picker.color', required: true };

test('treats an unknown custom field as text, with one warning', () => {
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
    expect.stringContaining('their type is unknown: plugin::color-picker.color. Set it'),
  ]);
});

test('treats a field named like an inherited property as text', () => {
  const field = { type: 'customField', customField: 'constructor' };
  const { definitions } = resolveCustomFields([post({ color: field })], { configured: {} });
  expect(typeOf(definitions)).toBe('text');
});

test('uses the configured type', () => {
  const configured = { 'plugin::color-picker.color': 'string' } as const;
  const { definitions, warnings } = resolveCustomFields([post({ color: COLOR })], { configured });
  expect(typeOf(definitions)).toBe('string');
  expect(warnings).toEqual([]);
});

test.each([
  ['varchar(255)', 'string'],
  ['character varying', 'string'],
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
])('a live column of type %s has precedence: %s', (sqlType, type) => {
  const requested: string[] = [];
  const { definitions } = resolveCustomFields([post({ color: COLOR })], {
    configured: { 'plugin::color-picker.color': type === 'boolean' ? 'json' : 'boolean' },
    liveColumnType: (...column) => {
      requested.push(column.join('.'));
      return sqlType;
    },
  });
  expect(typeOf(definitions)).toBe(type);
  expect(requested).toEqual(['posts.color']);
});

test.each([
  ['varchar(255)', 'password', 'password'],
  ['character varying', 'enumeration', 'enumeration'],
  ['text', 'richtext', 'richtext'],
  ['jsonb', 'blocks', 'blocks'],
  ['timestamp(6) without time zone', 'timestamp', 'timestamp'],
  ['text', 'json', 'json'],
  ['json', 'password', 'json'],
] as const)('a live column of type %s, configured as %s: %s', (live, configured, type) => {
  const { definitions, warnings } = resolveCustomFields([post({ color: COLOR })], {
    configured: { 'plugin::color-picker.color': configured },
    liveColumnType: () => live,
  });
  expect([typeOf(definitions), warnings]).toEqual([type, []]);
});

test('prefers the type in an archive to the column and the configuration', () => {
  const requested: unknown[] = [];
  const { definitions, warnings, notices } = resolveCustomFields([post({ color: COLOR })], {
    configured: { 'plugin::color-picker.color': 'string' },
    liveColumnType: () => 'text',
    archivedType: (place) => {
      requested.push(place);
      return 'json';
    },
  });
  expect(requested).toEqual([
    { uid: 'api::post.post', attribute: 'color', field: 'plugin::color-picker.color' },
  ]);
  expect([typeOf(definitions), warnings]).toEqual(['json', []]);
  expect(notices).toEqual([expect.stringContaining('"json"')]);
});

test.each([undefined, 'customField', 'relation', 1])('ignores an archived type %j', (archived) => {
  const { definitions, warnings } = resolveCustomFields([post({ color: COLOR })], {
    configured: {},
    archivedType: () => archived,
  });
  expect([typeOf(definitions), warnings.length]).toEqual(['text', 1]);
});

test('asks for the configuration of a type that the column does not determine', () => {
  const resolve = (configured: object): readonly string[] =>
    resolveCustomFields([post({ color: COLOR })], {
      configured: { ...configured },
      archivedType: () => 'password',
    }).notices;
  expect(resolve({})).toEqual([
    expect.stringContaining('customFields: {"plugin::color-picker.color":"password"}'),
  ]);
  expect(resolve({ 'plugin::color-picker.color': 'password' })).toEqual([]);
});

test.each([
  ['json', undefined, 0],
  ['json', 'jsonb', 0],
  ['json', 'text', 1],
  ['text', 'text', 0],
  ['richtext', 'text', 1],
])('an archived type %s and a column %s: %i notices', (archived, live, count) => {
  const { notices } = resolveCustomFields([post({ color: COLOR })], {
    configured: {},
    liveColumnType: () => live,
    archivedType: () => archived,
  });
  expect(notices).toHaveLength(count);
});

test('uses the configuration if the column is missing or has an unknown type', () => {
  const configured = { 'plugin::color-picker.color': 'string' } as const;
  for (const live of [undefined, 'geometry']) {
    const { definitions } = resolveCustomFields([post({ color: COLOR })], {
      configured,
      liveColumnType: () => live,
    });
    expect(typeOf(definitions)).toBe('string');
  }
});

test('keeps the type of a field that has one', () => {
  const definitions = [post({ color: { ...COLOR, type: 'string' } })];
  expect(hasCustomFields(definitions)).toBe(false);
  expect(resolveCustomFields(definitions, { configured: {} })).toEqual({
    definitions,
    warnings: [],
    notices: [],
  });
  expect(hasCustomFields([post({ color: { ...COLOR, type: undefined } })])).toBe(true);
});

function post(attributes: object): ReturnType<typeof definition> {
  return definition('api::post.post', { collectionName: 'posts', attributes });
}

function typeOf(definitions: readonly { readonly json: unknown }[]): unknown {
  return valueAt(definitions[0]?.json, 'attributes.color.type');
}
