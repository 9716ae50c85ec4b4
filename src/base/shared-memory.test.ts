// Shared memory: buffers are reused after their release, and payloads are deserialized once.
import { expect, test } from 'vitest';
import { SharedBufferPool, BufferLease, PayloadPacker, PayloadReader } from './shared-memory.ts';

/** Leases memory for a text, and writes it. */
function acquire(pool: SharedBufferPool, text: string): BufferLease | null {
  const lease = pool.acquire(Buffer.byteLength(text));
  lease?.bytes.write(text);
  // As another thread receives it: the same memory, other objects.
  return lease && new BufferLease(structuredClone(lease.slice));
}

test('a buffer keeps its content until its release', () => {
  const pool = new SharedBufferPool();
  const first = acquire(pool, 'first');
  const second = acquire(pool, 'other');
  expect([first, second].map((lease) => lease?.bytes.toString())).toEqual(['first', 'other']);
  first?.release();
  acquire(pool, 'third');
  expect([first, second].map((lease) => lease?.bytes.toString())).toEqual(['third', 'other']);
});

test('leases at most eight buffers at once, and no very large one', () => {
  const pool = new SharedBufferPool();
  const lease = Array.from({ length: 9 }, (_, i) => acquire(pool, `text ${i}`));
  expect(lease.map((each) => each?.bytes.toString())).toEqual([
    ...Array.from({ length: 8 }, (_, i) => `text ${i}`),
    undefined,
  ]);
  lease[3]?.release();
  expect(pool.acquire(5_000_000)).toBeNull();
  expect(acquire(pool, 'again')?.bytes.toString()).toBe('again');
});

test('replaces a released small buffer with a larger one', () => {
  const pool = new SharedBufferPool();
  const small = Array.from({ length: 8 }, () => acquire(pool, 'small'));
  const large = 'x'.repeat(200_000);
  expect(acquire(pool, large)).toBeNull();
  small[5]?.release();
  expect(acquire(pool, large)?.bytes.toString()).toBe(large);
  expect(acquire(pool, 'small')).toBeNull();
});

const shared = { name: 'shared' };
const value = { one: shared, other: shared, set: new Set(['a']), big: 10n };

test('unpacks a payload once, with the same structure', () => {
  const payload = new PayloadPacker().pack(value);
  const unpacker = new PayloadReader<typeof value>(10_000);
  const unpacked = unpacker.unpack(payload);
  expect(unpacked).toEqual(value);
  expect(unpacked.one).toBe(unpacked.other);
  expect(unpacker.unpack(payload)).toBe(unpacked);
});

test('unpacks two payloads of one value separately', () => {
  const packer = new PayloadPacker();
  const unpacker = new PayloadReader<typeof value>(10_000);
  const [one, other] = [packer.pack(value), packer.pack(value)];
  expect(unpacker.unpack(one)).not.toBe(unpacker.unpack(other));
});

test('unpacks a payload larger than the cache each time', () => {
  const payload = new PayloadPacker().pack(value);
  const unpacker = new PayloadReader<typeof value>(10);
  expect(unpacker.unpack(payload)).not.toBe(unpacker.unpack(payload));
});
