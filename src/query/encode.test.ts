// Stored values as JSON, for any value that another program stored (docs/strapi/storage.md, "Stored values").
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ScalarType } from '../schema/types.ts';
import { encoderOf } from './encode.ts';

describe('encodes a stored value as JSON', () => {
  test.each<[ScalarType, unknown, string]>([
    ['string', 'say "hi"\n', String.raw`"say \"hi\"\n"`],
    ['string', '', '""'],
    ['string', null, 'null'],
    ['string', 7, '"7"'],
    ['integer', 1.5, '1.5'],
    ['integer', '7', '7'],
    ['integer', 'no number', 'null'],
    ['integer', '', 'null'],
    ['float', 1e21, '1e+21'],
    ['decimal', 0.1, '0.1'],
    ['biginteger', '9223372036854775807', '"9223372036854775807"'],
    ['boolean', 1, 'true'],
    ['boolean', '0', 'false'],
    ['boolean', 2, 'null'],
    ['date', '2024-02-29', '"2024-02-29"'],
    ['time', '01:02:03.000', '"01:02:03.000"'],
    ['date', 45, '45'],
    ['time', 1.5, '1.5'],
    ['datetime', 1.5, '"1970-01-01T00:00:00.001Z"'],
    ['timestamp', 1.5, '"1"'],
    ['timestamp', -1.5, '"-1"'],
    ['timestamp', 9e15, 'null'],
    ['datetime', 0, '"1970-01-01T00:00:00.000Z"'],
    ['datetime', '2024-05-06T10:20:30Z', '"2024-05-06T10:20:30.000Z"'],
    ['datetime', 'banana', 'null'],
    ['datetime', 9e15, 'null'],
    ['datetime', -62_198_755_200_000, '"-000001-01-01T00:00:00.000Z"'],
    ['timestamp', 1714990830000, '"1714990830000"'],
    ['timestamp', null, 'null'],
    ['json', '{"a":[1,{"b":null}]}', '{"a":[1,{"b":null}]}'],
    ['json', '12345678901234567890123', '12345678901234567890123'],
    ['json', 'true', 'true'],
    ['json', 1, '1'],
    ['json', '"once"', '"\\"once\\""'],
    ['json', String.raw`"{\"a\":1}"`, '{"a":1}'],
    ['json', '{bad', '"{bad"'],
    ['json', null, 'null'],
    ['blocks', '[]', '[]'],
  ])('%s %j', (type, stored, text) => {
    expect(encoderOf(type)(stored)).toBe(text);
    expect(() => JSON.parse(text) as unknown).not.toThrow();
  });
});

test('formats times like toISOString', () => {
  const encode = encoderOf('datetime');
  const time = fc.oneof(
    fc.integer({ min: -8.64e15, max: 8.64e15 }),
    fc.integer({ min: 0, max: 4e12 }),
    fc.constantFrom(0, 86_399_999, 86_400_000, Date.UTC(10_000, 0, 1) - 1, Date.UTC(10_000, 0, 1)),
  );
  fc.assert(
    fc.property(time, (milliseconds) => {
      expect(encode(milliseconds)).toBe(JSON.stringify(new Date(milliseconds)));
    }),
  );
});
