// Cursors: what is printed is read back as it was, and nothing else is read.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MAX_CURSOR_LENGTH } from '../../base/limits.ts';
import { parseCursor, printCursor } from './cursor.ts';

const VALUE = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number + 0),
  fc.constant(null),
);

test('a place is read back as it was', () => {
  fc.assert(
    fc.property(fc.string(), fc.array(VALUE), (sort, values) => {
      expect(parseCursor(printCursor(sort, values), 'after')).toEqual({ sort, values });
    }),
  );
});

test('bytes are the text that they hold', () => {
  const text = '\ufeffá\0\ufffd🎉';
  const cursor = printCursor('name:asc,id:asc', [Buffer.from(text), 1]);
  expect(parseCursor(cursor, 'after').values).toEqual([text, 1]);
});

test('any other text is an invalid cursor', () => {
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
  ['bytes that are no text', Buffer.from('["\xff",1]', 'latin1').toString('base64url')],
  ['the alphabet of base64', Buffer.from('["?~?~",1]').toString('base64')],
  ['nothing', ''],
  ['a list', ['x']],
  ['deep brackets', encoded('['.repeat(20_000))],
  ['more than a cursor may have', encoded(JSON.stringify(['x'.repeat(MAX_CURSOR_LENGTH)]))],
])('%s is no cursor', (_, text) => {
  expect(() => parseCursor(text, 'after')).toThrow('Invalid cursor in pagination[after].');
});

describe('values that another program put into a column', () => {
  test.each<[string, unknown, string]>([
    ['bytes', Buffer.from([0xff]), 'neither a string nor a number'],
    ['an infinity', Infinity, 'neither a string nor a number'],
    ['a long text', 'x'.repeat(MAX_CURSOR_LENGTH), 'too long'],
  ])('%s: the page is refused', (_, value, problem) => {
    expect(() => printCursor('name:asc,id:asc', [value, 1])).toThrow(problem);
  });
});
