import { expect, test } from 'vitest';
import { MAX_KEY_LENGTH } from './limits.ts';
import { parseJson } from './bounded-json.ts';

const REJECTION = 'invalid JSON, a key has more than 8192 characters';

const LONG = 'x'.repeat(MAX_KEY_LENGTH + 1);
const FITS = 'x'.repeat(MAX_KEY_LENGTH);
const QUOTES = '"'.repeat(MAX_KEY_LENGTH + 1);
const BACKSLASHES = '\\'.repeat(MAX_KEY_LENGTH + 1);

test.each<[string, unknown]>([
  ['at the top', { [LONG]: 1 }],
  ['inside a list', [1, [{ a: { [LONG]: 1 } }]]],
  ['made of quotes', { [QUOTES]: 1 }],
  ['made of backslashes', { [BACKSLASHES]: 1 }],
  ['after many short ones', { a: Array.from({ length: 5000 }, (_, i) => `${i}`), [LONG]: 1 }],
  ['after a long value', { a: LONG, b: QUOTES, [LONG]: 1 }],
  ['after numbers', { a: Array.from({ length: 9000 }, () => 1), [LONG]: 1 }],
])('rejects a long key %s', (_, value) => {
  expect(() => parseJson(JSON.stringify(value))).toThrow(REJECTION);
  expect(() => parseJson(JSON.stringify(value, null, 2))).toThrow(REJECTION);
});

test.each<[string, unknown]>([
  ['a key at the limit', { [FITS]: 1 }],
  ['long values', { a: LONG, b: [QUOTES, BACKSLASHES, LONG] }],
  [
    'many short keys',
    Object.fromEntries(Array.from({ length: 9000 }, (_, i) => [`k${i}`, `"${i}`])),
  ],
  [
    'numbers between keys that start with a colon',
    { a: Array.from({ length: 9000 }, () => 1), ':b': 1 },
  ],
  ['a text that looks like JSON', { a: JSON.stringify({ [LONG]: 1 }) }],
])('parses %s', (_, value) => {
  expect(parseJson(JSON.stringify(value))).toEqual(value);
  expect(parseJson(JSON.stringify(value, null, 2))).toEqual(value);
});

test('throws a syntax error for other text', () => {
  for (const text of ['', '"', `"${LONG}`, `{"a":"${LONG}\\"`, `${LONG}"`]) {
    expect(() => parseJson(text)).toThrow(/JSON/);
  }
});
