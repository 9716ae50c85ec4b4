// A decoded value equals its parsed JSON encoding, for any value that another program stored.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SCALAR_TYPES } from '../schema/check-attribute.ts';
import { decoderOf } from './decode.ts';
import { encoderOf } from './encode.ts';

const stored = fc.oneof(
  fc.string(),
  fc.double(),
  fc.integer(),
  fc.boolean(),
  fc.constantFrom(null, undefined, -0, '', ' 7 ', '0', '1', '9223372036854775807', 9e15),
  fc.constantFrom('"once"', String.raw`"{\"a\":1}"`, '{bad', '12345678901234567890123', '\ud800'),
  fc.json(),
  fc.integer({ min: -8.64e15, max: 8.64e15 }),
  fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
  fc.uint8Array({ maxLength: 4 }).map((bytes) => Buffer.from(bytes)),
);

test.each(SCALAR_TYPES.map((type) => [type]))('%s', (type) => {
  const [encode, decode] = [encoderOf(type), decoderOf(type)];
  fc.assert(
    fc.property(stored, (value) => {
      expect(decode(value)).toStrictEqual(JSON.parse(encode(value)));
    }),
    { numRuns: 1000 },
  );
});

test('returns a new object for stored JSON each time', () => {
  const decode = decoderOf('json');
  expect(decode('{"a":{}}')).not.toBe(decode('{"a":{}}'));
});
