// Values that components and lists of components accept, and errors for others (docs/strapi/writing.md,
// "Components").
import { describe, expect, test } from 'vitest';
import { stoneRegistry } from '../../../test/support/stone-types.ts';
import type { JsonObject, JsonValue } from '../../base/json.ts';
import { checkEntry, type CheckedEntry, type WriteRules } from './check-entry.ts';
import { failuresError, resolveValues } from './finding.ts';
import { NO_DOCUMENTS } from './relation-echo.ts';

const registry = stoneRegistry();
const CREATE: WriteRules = { action: 'create', draft: false };
const UPDATE: WriteRules = { action: 'update', draft: false };

function check(type: string, data: JsonObject, rules: WriteRules = CREATE): CheckedEntry {
  return checkEntry(registry, { type: registry.contentType(`api::${type}.${type}`), data }, rules);
}

/** What is wrong, as `label: message` without the label in the message. */
function faults(type: string, data: JsonObject, rules: WriteRules = CREATE): readonly string[] {
  return check(type, data, rules).findings.flatMap((finding) =>
    finding.kind === 'failure'
      ? [`${finding.failure.path.join('.')} | ${finding.failure.message.split('\n').join('')}`]
      : [],
  );
}

const noType = (label: string, type: string, value: string, original?: string) =>
  `${label.replaceAll(/\[(\d+)\]/g, '.$1')} | ${label} must be a \`${type}\` type, but the final value was: \`${value}\`${
    original === undefined ? '' : ` (cast from the value \`${original}\`)`
  }.`;
const missing = (label: string) =>
  `${label.replaceAll(/\[(\d+)\]/g, '.$1')} | ${label} must be defined.`;

describe('the form of components', () => {
  test.each<[JsonValue, string]>([
    [5, noType('size', 'object', '5')],
    ['x', noType('size', 'object', '"x"')],
    ['null', noType('size', 'object', '"null"')],
    [[], noType('size', 'object', '[]')],
  ])('size: %j', (size, fault) => {
    expect(faults('sample', { size })).toEqual([fault]);
    expect(faults('sample', { size }, UPDATE)).toEqual([fault]);
  });

  test.each<[JsonValue, string]>([
    [null, noType('sizes', 'array', 'null')],
    ['[]', noType('sizes', 'array', '"[]"')],
    [[null], noType('sizes[0]', 'object', 'null')],
    [[{ name: 'a' }, 'a'], noType('sizes[1]', 'object', 'null', '"a"')],
    [['[1]'], noType('sizes[0]', 'object', 'null', '"[1]"')],
    [[[]], noType('sizes[0]', 'object', 'null', '[]')],
    [[{ name: 5 }], noType('sizes[0].name', 'string', '5')],
  ])('sizes: %j', (sizes, fault) => {
    expect(faults('sample', { sizes })).toEqual([fault]);
  });

  test('accepts an item as JSON text, and drops its unknown keys', () => {
    const { input, findings } = check('sample', { sizes: ['{"name":"a","foo":1}'] });
    expect(findings).toEqual([]);
    const [size] = input.components.get('sizes') ?? [];
    expect(size?.values).toEqual(new Map(Object.entries({ name: 'a', unit: 'mm' })));
  });

  test('limits the nesting of components, however deep a body is', () => {
    const deep: unknown = JSON.parse('{"selves":['.repeat(20_000) + ']}'.repeat(20_000));
    const checked = check('rock', deep as JsonObject);
    expect(checked.findings).toHaveLength(1);
    const response = JSON.stringify(checked.echo(NO_DOCUMENTS, {}));
    expect(response.length).toBeLessThan(2000);
  });

  test('does not show a value that is too deep to print', () => {
    const value = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) as JsonValue;
    for (const data of [{ one: value }, { zone: [{ __component: value }] }, { listed: value }]) {
      const checked = check('rock', data);
      const failures = checked.findings.flatMap((each) =>
        each.kind === 'failure' ? [each.failure] : [],
      );
      expect(failures.length).toBeGreaterThan(0);
      expect(() => JSON.stringify(failuresError(failures).details)).not.toThrow();
      expect(() => JSON.stringify(checked.echo(NO_DOCUMENTS, {}))).not.toThrow();
    }
  });
});

describe('lengths and missing lists', () => {
  const item = { name: 'a' };
  const good = { must: item, some: [item, item], any: [], area: [] };
  test.each<[JsonObject, readonly string[]]>([
    [{ ...good, area: [{ __component: 'stone.leaf', name: 'a' }] }, []],
    [good, ['area | area field must have at least 1 items']],
    [{ ...good, some: [] }, ['some', 'area']],
    [{ ...good, some: [item] }, ['some', 'area']],
    [{ ...good, some: [item, item, item, item] }, ['some', 'area']],
  ])('%j', (data, found) => {
    expect(faults('gem', data)).toEqual(found.map((each) => expect.stringContaining(each)));
    expect(faults('gem', data, UPDATE)).toEqual(found.map((each) => expect.stringContaining(each)));
  });

  test('an optional list may be empty, but not shorter than its minimum', () => {
    expect(faults('sample', { sizes: [] })).toEqual([]);
    expect(faults('rock', { branch: { leaf: item, leaves: [] } })).toEqual([]);
    expect(faults('rock', { branch: { leaf: item, leaves: [item] } })).toEqual([
      'branch.leaves | branch.leaves field must have at least 2 items',
    ]);
  });

  test('errors in items precede the error of the list, whose value contains the defaults of new documents', () => {
    const data = { sizes: [{}, { name: 'a' }, { name: 'b' }, { name: 'c' }] };
    const failure = {
      path: ['sizes'],
      message: 'sizes field must have less than or equal to 3 items',
      value: [{ unit: 'mm' }, ...['a', 'b', 'c'].map((name) => ({ name, unit: 'mm' }))],
    };
    const found = (rules: WriteRules) =>
      resolveValues(check('sample', data, rules).findings, NO_DOCUMENTS);
    expect(found(CREATE)).toEqual([
      {
        kind: 'failure',
        failure: { path: ['sizes', '0', 'name'], message: 'sizes[0].name must be defined.' },
      },
      { kind: 'failure', failure },
    ]);
    expect(found(UPDATE).at(-1)).toEqual({
      kind: 'failure',
      failure: { ...failure, value: data.sizes },
    });
  });

  test('a draft requires its lists, of any length, but not its single components', () => {
    const draft = { action: 'create', draft: true } as const;
    expect(faults('gem', {})).toEqual(['must', 'some', 'any', 'area'].map(missing));
    expect(faults('gem', {}, draft)).toEqual(['some', 'any', 'area'].map(missing));
    expect(faults('gem', { must: null, some: [], any: [], area: [] }, draft)).toEqual([]);
    expect(faults('gem', { some: [{}, {}, {}, {}], any: [], area: [] }, draft)).toEqual([]);
    expect(faults('gem', { some: null, any: [], area: [] }, draft)).toEqual([
      noType('some', 'array', 'null'),
    ]);
    expect(faults('gem', {}, UPDATE)).toEqual([]);
    expect(faults('gem', { must: null }, UPDATE)).toEqual([noType('must', 'object', 'null')]);
  });
});
