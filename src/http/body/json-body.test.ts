import { expect, test } from 'vitest';
import { MAX_BODY_DEPTH } from '../../base/limits.ts';
import { parseJsonBody } from './json-body.ts';

const DEPTH = 500_000;

function rejection(message: unknown): object {
  return expect.objectContaining({ name: 'SyntaxError', message, details: null }) as object;
}

test.each([
  ['{}', {}],
  [' \t\r\n[1]', [1]],
  [
    '{"data":{"a":"__proto__","b":"\\u005f","constructor":1}}',
    { data: { a: '__proto__', b: '_', constructor: 1 } },
  ],
  ['', undefined],
])('parses %s', (text, value) => {
  expect(parseJsonBody(text)).toEqual(value);
});

test.each(['"text"', '5', 'null', 'true', ' ', 'nonsense', '\u00a0{}', '\u000b{}'])(
  'rejects %j, which is neither an object nor a list',
  (text) => {
    expect(() => parseJsonBody(text)).toThrow(
      rejection('invalid JSON, only supports object and array'),
    );
  },
);

test.each([
  ['{"data":', 'Unexpected end of JSON input'],
  ['{"a":1,}', expect.stringContaining('Expected double-quoted property name in JSON')],
  ['{"a":1} x', expect.stringContaining('after JSON')],
  ['{"a":nonsense}', expect.stringContaining("Unexpected token 'o'")],
])('%s: reports the message of the parser', (text, message: unknown) => {
  expect(() => parseJsonBody(text)).toThrow(rejection(message));
});

test.each([
  '{"__proto__":1}',
  '[{"data":[{"a":{"__proto__":{"isAdmin":true}}}]}]',
  String.raw`{"\u005f\u005fproto__":1}`,
  String.raw`{"__p\u0072oto__":1}`,
  `${'[{"a":'.repeat(DEPTH)}{"__proto__":1}${'}]'.repeat(DEPTH)}`,
])('%.50s: rejects a prototype', (text) => {
  expect(() => parseJsonBody(text)).toThrow(
    rejection('Object contains forbidden prototype property'),
  );
});

test.each([
  String.raw`{"data":{"a":"\ud800"}}`,
  String.raw`{"data":{"\uDC00":1}}`,
  String.raw`["a\uD83Db😀"]`,
  String.raw`["\uDE00\uD83D"]`,
  `${'['.repeat(DEPTH)}"\\ud83d"${']'.repeat(DEPTH)}`,
])('%.50s: rejects half a surrogate pair', (text) => {
  expect(() => parseJsonBody(text)).toThrow(
    rejection('invalid JSON, a string contains a lone surrogate'),
  );
});

test('parses whole characters, escaped or not', () => {
  const text = String.raw`{"a":"\ud83d\ude00 \\ud83d","😀":["\uD83D\uDE00"]}`;
  expect(parseJsonBody(text)).toEqual({ a: String.raw`😀 \ud83d`, '😀': ['😀'] });
});

function nested(depth: number): string {
  return `${'[{"a":'.repeat(depth / 2)}"\\u0061"${'}]'.repeat(depth / 2)}`;
}

test('parses values that are nested up to the limit, whatever their strings contain', () => {
  expect(JSON.stringify(parseJsonBody(nested(MAX_BODY_DEPTH)))).toContain('"a"');
  const wide = JSON.stringify({ a: '['.repeat(DEPTH), b: Array.from({ length: DEPTH }, () => []) });
  expect(JSON.stringify(parseJsonBody(wide))).toBe(wide);
});

test.each([MAX_BODY_DEPTH + 2, DEPTH])('rejects values that are nested %i levels deep', (depth) => {
  expect(() => parseJsonBody(nested(depth))).toThrow(
    expect.objectContaining({
      status: 400,
      name: 'ValidationError',
      message: 'The body must not be nested more than 1000 levels deep.',
    }) as object,
  );
});
