import { expect, test } from 'vitest';
import { Packer, Unpacker } from './parcels.ts';

const shared = { name: 'shared' };
const value = { one: shared, other: shared, set: new Set(['a']), big: 10n };

test('what was packed comes out as it was, once', () => {
  const parcel = new Packer().pack(value);
  const unpacker = new Unpacker<typeof value>(10_000);
  const unpacked = unpacker.unpack(parcel);
  expect(unpacked).toEqual(value);
  expect(unpacked.one).toBe(unpacked.other);
  expect(unpacker.unpack(parcel)).toBe(unpacked);
});

test('two parcels of the same are two', () => {
  const packer = new Packer();
  const unpacker = new Unpacker<typeof value>(10_000);
  const [one, other] = [packer.pack(value), packer.pack(value)];
  expect(unpacker.unpack(one)).not.toBe(unpacker.unpack(other));
});

test('what takes more than may be kept is unpacked each time', () => {
  const parcel = new Packer().pack(value);
  const unpacker = new Unpacker<typeof value>(10);
  expect(unpacker.unpack(parcel)).not.toBe(unpacker.unpack(parcel));
});
