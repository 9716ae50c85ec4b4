import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { SCALAR_TYPES } from '../../schema/check-attribute.ts';
import type { RawAttribute, ScalarAttribute, ScalarType } from '../../schema/types.ts';
import { checkScalar, type Rules } from './check-scalar.ts';
import type { ScalarResult } from './scalar-result.ts';

const CREATION: Rules = { complete: true, draft: false };
const UPDATE: Rules = { complete: false, draft: false };
const DRAFT: Rules = { complete: true, draft: true };

type Raw = RawAttribute & { readonly type: ScalarType };

function attributeOf(raw: Raw): ScalarAttribute {
  const flags = { private: false, searchable: true, writable: true, localized: false };
  return { kind: 'scalar', name: 'a', type: raw.type, ...flags, raw };
}

function check(raw: Raw, value: unknown, rules: Rules = CREATION): ScalarResult {
  return checkScalar({ attribute: attributeOf(raw), label: 'a', rules }, value);
}

function messages(raw: Raw, value: unknown, rules: Rules = CREATION): readonly string[] {
  const { failures, value: stored } = check(raw, value, rules);
  if (failures.length > 0) expect(stored).toBeUndefined();
  return failures.map(({ message }) => message);
}

function mustBe(type: string, shown: string): string {
  return `a must be a \`${type}\` type, but the final value was: ${shown}.`;
}

describe('stored values', () => {
  test.each<[ScalarType, unknown, unknown]>([
    ['string', ' as is ', ' as is '],
    ['text', '', ''],
    ['richtext', '# é😀', '# é😀'],
    ['text', 'whole \uD83D\uDE00', 'whole 😀'],
    ['password', 'é'.repeat(36), 'é'.repeat(36)],
    ['email', 'A@B.CO', 'A@B.CO'],
    ['uid', 'ok-uid_1.~', 'ok-uid_1.~'],
    ['uid', '', ''],
    ['integer', 5, 5],
    ['integer', ' 1 7 ', 17],
    ['integer', '1e2', 100],
    ['integer', '0x10', 16],
    ['integer', [5], 5],
    ['integer', [['7 apples'], 3], 7],
    ['integer', -0, 0],
    ['integer', 2_147_483_647, 2_147_483_647],
    ['biginteger', 5, 5n],
    ['biginteger', -9_007_199_254_740_991, -9_007_199_254_740_991n],
    ['biginteger', ' +5 ', 5n],
    ['biginteger', '00012', 12n],
    ['biginteger', '-000', 0n],
    ['biginteger', '9223372036854775807', 2n ** 63n - 1n],
    ['biginteger', '-9223372036854775808', -(2n ** 63n)],
    ['float', 1e300, 1e300],
    ['float', '-.5', -0.5],
    ['decimal', 1.123456789, 1.123456789],
    ['decimal', 99_999_999.99, 99_999_999.99],
    ['boolean', true, true],
    ['boolean', 0, false],
    ['boolean', 'TRUE', true],
    ['boolean', '0', false],
    ['boolean', [['false']], false],
    ['json', { a: [null, true, 1.5] }, { a: [null, true, 1.5] }],
    ['json', false, false],
    ['json', 'text', 'text'],
    ['json', '{"a": 1}', '{"a": 1}'],
    ['json', '"q"', '"q"'],
    ['json', '', ''],
    ['blocks', [], []],
  ])('%s %j', (type, value, stored) => {
    expect(check({ type }, value)).toMatchObject({
      value: stored,
      failures: [],
      deferredMessage: null,
    });
  });

  test('are null for null, and undefined for a missing key', () => {
    for (const type of SCALAR_TYPES) {
      expect(check({ type }, null), type).toMatchObject({
        value: null,
        failures: [],
        deferredMessage: null,
      });
      expect(check({ type }, undefined), type).toMatchObject({ value: undefined, failures: [] });
    }
  });

  test('of an enumeration are cast to text', () => {
    const raw: Raw = { type: 'enumeration', enum: ['one', '1', 'true'] };
    expect(['one', 1, true].map((value) => check(raw, value).value)).toEqual(['one', '1', 'true']);
  });
});

describe('rejected values', () => {
  test.each<[ScalarType, unknown, string]>([
    ['string', 3, mustBe('string', '`3`')],
    ['text', ['ab'], mustBe('string', '`[\n  "\\"ab\\""\n]`')],
    ['richtext', { a: 1 }, mustBe('string', '`{\n  "a": "1"\n}`')],
    ['password', 123_456, mustBe('string', '`123456`')],
    ['password', 'é'.repeat(37), 'a must be less than 73 bytes'],
    ['string', 'x'.repeat(256), 'a must be at most 255 characters'],
    ['uid', 'x'.repeat(256), 'a must be at most 255 characters'],
    ['text', 'a\0b', 'a must not contain NUL characters'],
    ['email', '', 'a cannot be empty'],
    ['email', 'nope', 'a must be a valid email'],
    ['email', 5, mustBe('string', '`5`')],
    ['uid', 'bad uid', 'a must match the following: "/^[A-Za-z0-9-_.~]*$/"'],
    ['integer', 5.5, 'a must be an integer'],
    ['integer', 'Infinity', 'a must be an integer'],
    ['integer', '', mustBe('number', '`NaN` (cast from the value `""`)')],
    ['integer', true, mustBe('number', '`NaN` (cast from the value `true`)')],
    [
      'integer',
      { toString: 1 },
      mustBe('number', '`NaN` (cast from the value `{\n  "toString": "1"\n}`)'),
    ],
    ['integer', 2_147_483_648, 'a must be between -2147483648 and 2147483647'],
    ['integer', -2_147_483_649, 'a must be between -2147483648 and 2147483647'],
    ['biginteger', '1.5', 'a must be a valid integer'],
    ['biginteger', '', 'a must be a valid integer'],
    ['biginteger', [5], 'a must be a valid integer'],
    [
      'biginteger',
      9_007_199_254_740_992,
      'a has lost digits: send numbers beyond 9007199254740991 as strings',
    ],
    [
      'biginteger',
      '9223372036854775808',
      'a must be between -9223372036854775808 and 9223372036854775807',
    ],
    [
      'biginteger',
      '9'.repeat(1_000_000),
      'a must be between -9223372036854775808 and 9223372036854775807',
    ],
    ['biginteger', `${'0'.repeat(1_000_000)}x`, 'a must be a valid integer'],
    ['float', 'Infinity', 'a must be a finite number'],
    ['float', Infinity, 'a must be a finite number'],
    ['float', 'NaN', mustBe('number', '`NaN` (cast from the value `"NaN"`)')],
    ['decimal', 99_999_999.995, 'a must be less than 100000000 and greater than -100000000'],
    ['decimal', -1e8, 'a must be less than 100000000 and greater than -100000000'],
    ['boolean', 2, mustBe('boolean', '`2`')],
    ['boolean', 't', mustBe('boolean', '`"t"`')],
    ['boolean', '', mustBe('boolean', '`""`')],
    ['boolean', [], mustBe('boolean', '`[]`')],
    ['boolean', [1, 1], mustBe('boolean', '`[\n  "1",\n  "1"\n]`')],
    ['boolean', { toString: 'true' }, mustBe('boolean', '`{\n  "toString": "\\"true\\""\n}`')],
    ['text', 'torn \uD83D', 'a must not contain lone surrogates'],
    ['json', { a: '\0' }, 'a must not contain NUL characters'],
    ['json', { '\uD83D': 1 }, 'a must not contain lone surrogates'],
    ['json', '{"a": "\\u0000"}', 'a must not contain NUL characters'],
    ['json', '"{\\"a\\": 1e400}"', 'a must not contain numbers that are too large'],
    ['json', '["\\ud800"]', 'a must not contain lone surrogates'],
    ['json', '['.repeat(1000) + ']'.repeat(1000), 'a must not be nested more than 500 levels deep'],
  ])('%s %j', (type, value, message) => {
    expect(messages({ type }, value)).toEqual([message]);
  });

  test('are reported as converted', () => {
    expect(check({ type: 'integer', max: 3 }, '1001')).toMatchObject({ echo: 1001 });
    expect(check({ type: 'integer' }, 'abc')).toMatchObject({ echo: NaN });
    expect(check({ type: 'integer' }, 'abc').failures).toEqual([
      expect.objectContaining({ path: [], value: NaN }),
    ]);
    expect(check({ type: 'enumeration', enum: ['x'] }, 1).failures[0]).toMatchObject({
      value: '1',
    });
    expect(check({ type: 'biginteger' }, '1.5').failures[0]).toMatchObject({ value: '1.5' });
  });

  test('are not reported if they are too deep to show', () => {
    const deep: unknown = JSON.parse(`${'['.repeat(500_000)}${']'.repeat(500_000)}`);
    const message = 'a must not be nested more than 500 levels deep';
    for (const type of SCALAR_TYPES) {
      expect(check({ type }, deep).failures, type).toEqual([{ path: [], message }]);
    }
  });

  test('include values that an enumeration does not list, and repeated lists', () => {
    const raw: Raw = { type: 'enumeration', enum: ['one', 'two', 'two'] };
    const unlisted = 'a must be one of the following values: one, two, ';
    expect(['ONE', '', 1].map((value) => messages(raw, value))).toEqual(Array(3).fill([unlisted]));
    expect(messages(raw, ['one'])).toEqual([mustBe('string', '`[\n  "\\"one\\""\n]`'), unlisted]);
  });
});

describe('required', () => {
  test.each<[readonly ScalarType[], string, string]>([
    [
      ['string', 'text', 'richtext', 'email', 'password', 'uid', 'enumeration'],
      mustBe('string', '`null`'),
      mustBe('string', '`null`'),
    ],
    [['integer', 'float', 'decimal'], mustBe('number', '`NaN`'), mustBe('number', '`NaN`')],
    [['blocks'], mustBe('array', '`null`'), mustBe('array', '`null`')],
    [
      ['boolean', 'biginteger', 'date', 'time', 'datetime', 'timestamp', 'json'],
      'a must be defined.',
      'a cannot be null.',
    ],
  ])('%j', (types, onCreation, onUpdate) => {
    for (const type of types) {
      const raw: Raw = { type, required: true, enum: ['x'] };
      expect(check(raw, undefined).failures, type).toEqual([
        { path: [], message: 'a must be defined.' },
      ]);
      expect(check(raw, undefined, UPDATE), type).toMatchObject({ value: undefined, failures: [] });
      expect(messages(raw, null), type).toEqual([onCreation]);
      expect(messages(raw, null, UPDATE), type).toEqual([onUpdate]);
    }
  });
});

describe('looks up unique values', () => {
  test.each<[string, Raw, unknown, boolean]>([
    ['unique', { type: 'string', unique: true }, 'u', true],
    ['uid', { type: 'uid' }, 'u', true],
    ['unique number', { type: 'integer', unique: true }, '5', true],
    ['unique biginteger', { type: 'biginteger', unique: true }, 5, true],
    ['unique date', { type: 'date', unique: true }, '2024-01-01', true],
    ['wrong otherwise', { type: 'string', unique: true, minLength: 5 }, 'u', true],
    ['empty', { type: 'uid' }, '', false],
    ['null', { type: 'uid' }, null, false],
    ['missing', { type: 'uid' }, undefined, false],
    ['of the wrong type', { type: 'uid' }, 5, false],
    ['with NUL', { type: 'uid' }, '\0', false],
    ['no integer', { type: 'integer', unique: true, max: 1 }, 5.5, false],
    ['not finite', { type: 'float', unique: true }, 'Infinity', false],
    ['not unique', { type: 'string' }, 'u', false],
    ['unique enumeration', { type: 'enumeration', enum: ['x'], unique: true }, 'x', false],
    ['unique json', { type: 'json', unique: true }, 1, false],
  ])('%s', (_, raw, value, lookUp) => {
    expect(check(raw, value).lookUp).toBe(lookUp);
    expect(check(raw, value, DRAFT).lookUp).toBe(false);
  });
});

const STORED_AS: Readonly<Record<ScalarType, (value: unknown) => boolean>> = {
  string: isText,
  text: isText,
  richtext: isText,
  email: isText,
  password: isText,
  uid: isText,
  enumeration: isText,
  integer: Number.isInteger,
  biginteger: (value) => typeof value === 'bigint',
  float: Number.isFinite,
  decimal: Number.isFinite,
  boolean: (value) => typeof value === 'boolean',
  date: isText,
  time: isText,
  datetime: Number.isInteger,
  timestamp: Number.isInteger,
  json: (value) => JSON.stringify(value) !== undefined,
  blocks: Array.isArray,
};

function isText(value: unknown): boolean {
  return typeof value === 'string' && !value.includes('\0') && !/\p{Surrogate}/u.test(value);
}

test('accepts or rejects any JSON value, and stores what fits the column', () => {
  const value = fc.oneof(
    fc.jsonValue(),
    fc.string({ unit: 'binary' }),
    fc.constantFrom('1', 'true', '2024-01-01', '10:00:00', '2024-01-01T00:00Z', 'one', 'a@b.co'),
    fc.dictionary(
      fc.constantFrom('toString', 'valueOf', '__proto__', 'length', 'type'),
      fc.jsonValue(),
    ),
  );
  const raw = fc.record({
    type: fc.constantFrom(...SCALAR_TYPES),
    enum: fc.constant(['one', 'true', '1']),
    required: fc.boolean(),
    unique: fc.boolean(),
  });
  const rules = fc.record({ complete: fc.boolean(), draft: fc.boolean() });
  fc.assert(
    fc.property(raw, value, rules, (given, sent, when) => {
      const result = check(given, sent, when);
      const wrong = result.failures.length > 0 || result.deferredMessage !== null;
      expect(result.value === undefined).toBe(wrong);
      if (!wrong && result.value !== null) expect(STORED_AS[given.type](result.value)).toBe(true);
      expect(result.failures.every(({ message }) => message.length > 0)).toBe(true);
      if (result.lookUp)
        expect(['string', 'number', 'bigint']).toContain(typeof (result.value ?? result.echo));
    }),
    { numRuns: 500 },
  );
});
