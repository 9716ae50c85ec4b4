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
    expect.stringContaining('their type is unknown: plugin::color-picker.color. Set it'),
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
    configured: { 'plugin::color-picker.color': type === 'boolean' ? 'json' : 'boolean' },
    liveColumnType: (...column) => {
      asked.push(column.join('.'));
      return sqlType;
    },
  });
  expect(typeOf(definitions)).toBe(type);
  expect(asked).toEqual(['posts.color']);
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

test('an archive knows better than the column and the configuration', () => {
  const asked: unknown[] = [];
  const { definitions, warnings, notices } = resolveCustomFields([post({ color: COLOR })], {
    configured: { 'plugin::color-picker.color': 'string' },
    liveColumnType: () => 'text',
    archivedType: (place) => {
      asked.push(place);
      return 'json';
    },
  });
  expect(asked).toEqual([
    { uid: 'api::post.post', attribute: 'color', field: 'plugin::color-picker.color' },
  ]);
  expect([typeOf(definitions), warnings]).toEqual(['json', []]);
  expect(notices).toEqual([expect.stringContaining('"json"')]);
});

test.each([undefined, 'customField', 'relation', 1])(
  'an archive that tells %j tells nothing',
  (told) => {
    const { definitions, warnings } = resolveCustomFields([post({ color: COLOR })], {
      configured: {},
      archivedType: () => told,
    });
    expect([typeOf(definitions), warnings.length]).toEqual(['text', 1]);
  },
);

test('what the next start cannot know of the columns is to be set', () => {
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
])('an archived type %s beside a column %s: %i to set', (archived, live, count) => {
  const { notices } = resolveCustomFields([post({ color: COLOR })], {
    configured: {},
    liveColumnType: () => live,
    archivedType: () => archived,
  });
  expect(notices).toHaveLength(count);
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
