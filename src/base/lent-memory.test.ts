import { expect, test } from 'vitest';
import { Lender, LentBytes } from './lent-memory.ts';

/** Lends memory for a text, and writes it. */
function lend(lender: Lender, text: string): LentBytes | null {
  const lent = lender.lend(Buffer.byteLength(text));
  lent?.bytes.write(text);
  // As another thread gets it: the same memory, other objects.
  return lent && new LentBytes(structuredClone(lent.loan));
}

test('what was written is read, and stays until it is given back', () => {
  const lender = new Lender();
  const first = lend(lender, 'first');
  const second = lend(lender, 'other');
  expect([first, second].map((lent) => lent?.bytes.toString())).toEqual(['first', 'other']);
  first?.giveBack();
  lend(lender, 'third');
  expect([first, second].map((lent) => lent?.bytes.toString())).toEqual(['third', 'other']);
});

test('a copy stays', () => {
  const lender = new Lender();
  const copy = lend(lender, 'first')?.copied();
  lend(lender, 'other');
  expect(copy?.toString()).toBe('first');
});

test('no more than eight are lent at once, and none that is very large', () => {
  const lender = new Lender();
  const lent = Array.from({ length: 9 }, (_, i) => lend(lender, `text ${i}`));
  expect(lent.map((each) => each?.bytes.toString())).toEqual([
    ...Array.from({ length: 8 }, (_, i) => `text ${i}`),
    undefined,
  ]);
  lent[3]?.giveBack();
  expect(lender.lend(5_000_000)).toBeNull();
  expect(lend(lender, 'again')?.bytes.toString()).toBe('again');
});

test('a larger one takes the place of a small one', () => {
  const lender = new Lender();
  const small = Array.from({ length: 8 }, () => lend(lender, 'small'));
  const large = 'x'.repeat(200_000);
  expect(lend(lender, large)).toBeNull();
  small[5]?.giveBack();
  expect(lend(lender, large)?.bytes.toString()).toBe(large);
  expect(lend(lender, 'small')).toBeNull();
});
