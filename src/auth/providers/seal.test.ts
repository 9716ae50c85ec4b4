import { describe, expect, test, vi } from 'vitest';
import { Seal } from './seal.ts';

const options = { keys: ['one', 'two'], purpose: 'test', lifetime: 60 };
const payload = { email: 'ada@example.com', nothing: null };

test('opens what it sealed', async () => {
  const seal = new Seal(options);
  const sealed = await seal.seal(payload);
  expect(await seal.open(sealed)).toMatchObject(payload);
  expect(Buffer.from(sealed.split('.').at(-2) ?? '', 'base64url').toString()).not.toContain('ada');
});

test('seals the same payload differently each time', async () => {
  const seal = new Seal(options);
  expect(await seal.seal(payload)).not.toBe(await seal.seal(payload));
});

test('opens values sealed with an older key', async () => {
  const sealed = await new Seal({ ...options, keys: ['old'] }).seal(payload);
  expect(await new Seal({ ...options, keys: ['new', 'old'] }).open(sealed)).toMatchObject(payload);
});

describe('does not open', () => {
  test.each([
    ['of another key', { ...options, keys: ['three'] }],
    ['for another purpose', { ...options, purpose: 'other' }],
  ])('a value %s', async (_, others) => {
    expect(await new Seal(options).open(await new Seal(others).seal(payload))).toBeNull();
  });

  test('an expired value', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const seal = new Seal(options);
    const sealed = await seal.seal(payload);
    vi.advanceTimersByTime(59_000);
    expect(await seal.open(sealed)).not.toBeNull();
    vi.advanceTimersByTime(1000);
    expect(await seal.open(sealed)).toBeNull();
    vi.useRealTimers();
  });

  test('a value with a changed character', async () => {
    const seal = new Seal(options);
    const sealed = await seal.seal(payload);
    const parts = sealed.split('.');
    for (const [index, part] of parts.entries()) {
      const changed = part === '' ? 'AA' : `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
      expect(await seal.open(parts.with(index, changed).join('.'))).toBeNull();
    }
  });

  test.each(['', '.', '....', 'a.b.c', '\0', 'ö'.repeat(100), 'a'.repeat(1_000_000)])(
    'a malformed value %#',
    async (sealed) => {
      expect(await new Seal(options).open(sealed)).toBeNull();
    },
  );
});
