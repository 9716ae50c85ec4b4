import { expect, test } from 'vitest';
import { PayloadPacker, PayloadReader } from './shared-payload.ts';

const shared = { name: 'shared' };
const value = { one: shared, other: shared, set: new Set(['a']), big: 10n };

test('what was packed comes out as it was, once', () => {
  const payload = new PayloadPacker().pack(value);
  const unpacker = new PayloadReader<typeof value>(10_000);
  const unpacked = unpacker.unpack(payload);
  expect(unpacked).toEqual(value);
  expect(unpacked.one).toBe(unpacked.other);
  expect(unpacker.unpack(payload)).toBe(unpacked);
});

test('two parcels of the same are two', () => {
  const packer = new PayloadPacker();
  const unpacker = new PayloadReader<typeof value>(10_000);
  const [one, other] = [packer.pack(value), packer.pack(value)];
  expect(unpacker.unpack(one)).not.toBe(unpacker.unpack(other));
});

test('what takes more than may be kept is unpacked each time', () => {
  const payload = new PayloadPacker().pack(value);
  const unpacker = new PayloadReader<typeof value>(10);
  expect(unpacker.unpack(payload)).not.toBe(unpacker.unpack(payload));
});
