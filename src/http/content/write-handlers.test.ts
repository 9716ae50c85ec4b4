import { expect, test } from 'vitest';
import { dataOf } from './write-handlers.ts';

test('returns the object under data, and ignores other keys', () => {
  const data = { name: 'x' };
  expect(dataOf({ data, meta: [] })).toBe(data);
  expect(dataOf({ data: {} })).toEqual({});
});

test.each([
  [undefined],
  [null],
  ['text'],
  [{}],
  [[1]],
  [{ data: null }],
  [{ data: 'text' }],
  [{ data: 5 }],
  [{ data: true }],
  [{ Data: {} }],
])('rejects %j, which has no data', (body) => {
  expect(() => dataOf(body)).toThrow(
    expect.objectContaining({
      name: 'ValidationError',
      message: 'Missing "data" payload in the request body',
      details: {},
    }) as object,
  );
});

test.each([
  [[], '[]'],
  [[{ name: 'list' }], '[\n  {\n    "name": "\\"list\\""\n  }\n]'],
])('rejects the list %j', (data, shown) => {
  const message = `this must be a \`object\` type, but the final value was: \`null\` (cast from the value \`${shown}\`).`;
  expect(() => dataOf({ data })).toThrow(
    expect.objectContaining({
      status: 400,
      message,
      details: { errors: [{ path: [], message, name: 'ValidationError', value: null }] },
    }) as object,
  );
});

test('rejects a list of any depth and length in time', () => {
  let deep: unknown = [];
  for (let level = 0; level < 500_000; level += 1) deep = [deep];
  expect(() => dataOf({ data: deep })).toThrow(/this must be a `object` type/);
  expect(() => dataOf({ data: Array.from({ length: 500_000 }, () => ({})) })).toThrow(/`object`/);
});
