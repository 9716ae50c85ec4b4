import { describe, expect, test, vi } from 'vitest';
import { Seal } from './seal.ts';

const options = { keys: ['one', 'two'], purpose: 'test', lifetime: 60 };
const payload = { email: 'ada@example.com', nothing: null };

test('what was sealed comes back', async () => {
  const seal = new Seal(options);
  const sealed = await seal.seal(payload);
  expect(await seal.open(sealed)).toMatchObject(payload);
  expect(Buffer.from(sealed.split('.').at(-2) ?? '', 'base64url').toString()).not.toContain('ada');
});

test('it is told apart from what was sealed before', async () => {
  const seal = new Seal(options);
  expect(await seal.seal(payload)).not.toBe(await seal.seal(payload));
});

test('a key that was the first still opens', async () => {
  const sealed = await new Seal({ ...options, keys: ['old'] }).seal(payload);
  expect(await new Seal({ ...options, keys: ['new', 'old'] }).open(sealed)).toMatchObject(payload);
});

describe('what is not opened', () => {
  test.each([
    ['of another key', { ...options, keys: ['three'] }],
    ['for another purpose', { ...options, purpose: 'other' }],
  ])('a word %s', async (_, others) => {
    expect(await new Seal(options).open(await new Seal(others).seal(payload))).toBeNull();
  });

  test('a word whose time is over', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    const seal = new Seal(options);
    const sealed = await seal.seal(payload);
    vi.advanceTimersByTime(59_000);
    expect(await seal.open(sealed)).not.toBeNull();
    vi.advanceTimersByTime(1000);
    expect(await seal.open(sealed)).toBeNull();
    vi.useRealTimers();
  });

  test('a word with a changed sign', async () => {
    const seal = new Seal(options);
    const sealed = await seal.seal(payload);
    const parts = sealed.split('.');
    for (const [index, part] of parts.entries()) {
      const changed = part === '' ? 'AA' : `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}`;
      expect(await seal.open(parts.with(index, changed).join('.'))).toBeNull();
    }
  });

  test.each(['', '.', '....', 'a.b.c', '\0', 'ö'.repeat(100), 'a'.repeat(1_000_000)])(
    'no word of ours %#',
    async (sealed) => {
      expect(await new Seal(options).open(sealed)).toBeNull();
    },
  );
});
