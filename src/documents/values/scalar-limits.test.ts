import { describe, expect, test } from 'vitest';
import type { RawAttribute, ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { checkScalar, type Rules } from './check-scalar.ts';

const CREATION: Rules = { complete: true, draft: false };
const DRAFT: Rules = { complete: true, draft: true };

type Raw = RawAttribute & { readonly type: ScalarType };

function attributeOf(raw: Raw): ScalarAttribute {
  const flags = { private: false, searchable: true, writable: true, localized: false };
  return { kind: 'scalar', name: 'a', type: raw.type, ...flags, raw };
}

function messages(raw: Raw, value: unknown, rules: Rules = CREATION): readonly string[] {
  const { failures } = checkScalar({ attribute: attributeOf(raw), label: 'a', rules }, value);
  return failures.map(({ message }) => message);
}

describe('limits of the schema', () => {
  const type = 'string';
  test.each<[string, Raw, unknown, readonly string[]]>([
    ['minLength', { type, minLength: 2 }, '', ['a must be at least 2 characters']],
    ['maxLength', { type, maxLength: 2 }, 'abc', ['a must be at most 2 characters']],
    ['maxLength of a string may exceed the column', { type, maxLength: 300 }, 'x'.repeat(300), []],
    [
      'maxLength of a text',
      { type: 'text', maxLength: 2 },
      'abc',
      ['a must be at most 2 characters'],
    ],
    ['an invalid maxLength', { type, maxLength: '2' }, 'abc', []],
    ['columns count characters', { type: 'uid', regex: '.' }, '😀'.repeat(255), []],
    ['regex', { type, regex: '^a/' }, 'b', ['a must match the following: "/^a\\//"']],
    ['regex and empty text', { type, regex: 'a' }, '', []],
    [
      'regex, empty and required',
      { type, regex: 'a', required: true },
      '',
      ['a must match the following: "/a/"'],
    ],
    [
      'several',
      { type, minLength: 3, regex: '^a' },
      'b',
      ['a must be at least 3 characters', 'a must match the following: "/^a/"'],
    ],
    [
      'regex of a uid counts twice',
      { type: 'uid', regex: '^a' },
      'b',
      Array(2).fill('a must match the following: "/^a/"'),
    ],
    [
      'regex of a uid and empty text',
      { type: 'uid', regex: 'a' },
      '',
      ['a must match the following: "/a/"'],
    ],
    ['an email has no minLength', { type: 'email', minLength: 50 }, 'a@b.co', []],
    [
      'an email has a regex',
      { type: 'email', regex: 'z$' },
      'a',
      ['a must match the following: "/z$/"', 'a must be a valid email'],
    ],
    [
      'min and max',
      { type: 'integer', min: 2, max: 1 },
      1.5,
      [
        'a must be an integer',
        'a must be greater than or equal to 2',
        'a must be less than or equal to 1',
      ],
    ],
    [
      'bounds of an integer are whole',
      { type: 'integer', min: -1.5, max: '2.9' },
      3,
      ['a must be less than or equal to 2'],
    ],
    [
      'bounds of a decimal',
      { type: 'decimal', min: 0.5 },
      0.4,
      ['a must be greater than or equal to 0.5'],
    ],
    ['invalid bounds', { type: 'float', min: null, max: 'x' }, 5, []],
    [
      'max before the range of the column',
      { type: 'integer', max: 1000 },
      1e20,
      ['a must be less than or equal to 1000'],
    ],
    ['a biginteger has no bounds', { type: 'biginteger', min: 10, max: 1 }, 5, []],
  ])('%s', (_, raw, value, expected) => {
    expect(messages(raw, value)).toEqual(expected);
  });

  test('a column of another type accepts other numbers', () => {
    const columnType = (type: string, ...args: readonly unknown[]) => ({
      columnType: { type, args },
    });
    const big = { ...attributeOf({ type: 'integer' }), ...columnType('bigInteger') };
    const long = { ...attributeOf({ type: 'decimal' }), ...columnType('decimal', 12, 4) };
    const rules = CREATION;
    expect(checkScalar({ attribute: big, label: 'a', rules }, 3e9)).toMatchObject({ value: 3e9 });
    expect(checkScalar({ attribute: long, label: 'a', rules }, 99_999_999.9999)).toMatchObject({
      value: 99_999_999.9999,
    });
    expect(checkScalar({ attribute: long, label: 'a', rules }, 1e8).failures).toHaveLength(1);
  });

  test('drafts are checked only for types, maximum lengths, maximum values and enumerations', () => {
    expect(messages({ type, required: true, minLength: 2, regex: '^b' }, 'a', DRAFT)).toEqual([]);
    expect(messages({ type: 'email' }, '', DRAFT)).toEqual([]);
    expect(messages({ type: 'uid', regex: 'x' }, 'a b', DRAFT)).toEqual([]);
    expect(messages({ type: 'integer', min: 2 }, 1, DRAFT)).toEqual([]);
    expect(messages({ type, maxLength: 2 }, 'abc', DRAFT)).toHaveLength(1);
    expect(messages({ type }, 5, DRAFT)).toHaveLength(1);
    expect(messages({ type: 'integer', max: 2 }, 3, DRAFT)).toHaveLength(1);
    expect(messages({ type: 'enumeration', enum: ['x'] }, 'y', DRAFT)).toHaveLength(1);
    expect(messages({ type, required: true }, null, DRAFT)).toEqual([]);
    expect(messages({ type, required: true }, undefined, DRAFT)).toEqual([]);
  });
});

test('the error of an invalid regex names the attribute', () => {
  expect(() => messages({ type: 'string', regex: '(' }, 'a')).toThrow('attributes.a.regex');
});
