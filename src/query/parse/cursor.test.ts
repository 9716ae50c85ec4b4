// Cursors: a printed cursor can be parsed; any other string is rejected.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CURSOR_LENGTH } from '../../base/limits.ts';
import { parseCursor, printCursor } from './cursor.ts';

const VALUE = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constant(null),
);

test('parses the sort order and values of a printed cursor', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(VALUE), (sort, values) => {
      expect(parseCursor(printCursor(sort, values), 'after')).toEqual({ sort, values });
    }),
  );
});

test('encodes bytes as text', () => {
  const text = '\ufeffá\0\ufffd🎉';
  const cursor = printCursor('name:asc,id:asc', [Buffer.from(text), 1]);
  expect(parseCursor(cursor, 'after').values).toEqual([text, 1]);
});

test('rejects any other text', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.base64String(), fc.json().map(encoded)), (text) => {
      try {
        expect(printCursor(...parts(text))).toBe(text);
      } catch (error) {
        expect(error).toMatchObject({ status: 400, name: 'ValidationError' });
      }
    }),
  );
});

function parts(text: string): Parameters<typeof printCursor> {
  const { sort, values } = parseCursor(text, 'before');
  return [sort, values];
}

function encoded(text: string): string {
  return Buffer.from(text).toString('base64url');
}

test.each([
  ['another spelling', encoded('["id:asc", 1]')],
  ['a number that JSON rounds', encoded('["id:asc",9007199254740993]')],
  ['an infinity', encoded('["id:asc",1e400]')],
  ['bytes that are not UTF-8', Buffer.from('["\xff",1]', 'latin1').toString('base64url')],
  ['the alphabet of base64', Buffer.from('["?~?~",1]').toString('base64')],
  ['nothing', ''],
  ['a list', ['x']],
  ['deep brackets', encoded('['.repeat(20_000))],
  ['a text over the maximum length', encoded(JSON.stringify(['x'.repeat(MAX_CURSOR_LENGTH)]))],
])('rejects %s', (_, text) => {
  expect(() => parseCursor(text, 'after')).toThrow('Invalid cursor in pagination[after].');
});

describe('values that cannot be part of a cursor', () => {
  test.each<[string, unknown, string]>([
    ['bytes', Buffer.from([0xff]), 'neither a string nor a number'],
    ['an infinity', Infinity, 'neither a string nor a number'],
    ['a long text', 'x'.repeat(MAX_CURSOR_LENGTH), 'too long'],
  ])('rejects %s', (_, value, problem) => {
    expect(() => printCursor('name:asc,id:asc', [value, 1])).toThrow(problem);
  });
});
