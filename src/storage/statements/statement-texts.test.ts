// Texts of statements by key.
import { expect, test } from 'vitest';
import { StatementTexts, type KeyPart } from './statement-texts.ts';

test('creates a text once for each key', () => {
  const texts = new StatementTexts();
  const made: string[] = [];
  const keys: readonly (readonly KeyPart[])[] = [
    ['a', 'b'],
    ['a', 'b', 'c'],
    ['a', ['b']],
    ['a', ['b', 'c']],
    ['a', ['b'], 'c'],
    ['a', [['b'], 'c']],
    ['a', []],
    ['a', { column: 'b', as: 'string' }],
    ['a', 'b', 'string'],
    ['a', { constant: '' }],
    ['a', ''],
    ['a', 0],
    ['a', '0'],
    ['a', false],
    ['a', null],
    ['a', 'null'],
  ];
  for (const round of [1, 2]) {
    for (const [i, key] of keys.entries()) {
      const text = texts.get(key, () => (made.push(`${i}`), `text ${i}`));
      expect([round, text]).toEqual([round, `text ${i}`]);
    }
  }
  expect(made).toHaveLength(keys.length);
});

test('is emptied when it is full', () => {
  const texts = new StatementTexts(10_000);
  let made = 0;
  const get = (i: number): string => texts.get(['select', `t${i}`], () => `select ${++made}`);
  for (let i = 0; i < 1000; i++) {
    get(i);
    expect(texts.bytes).toBeLessThanOrEqual(10_000);
  }
  expect(get(999)).toBe('select 1000');
  get(0);
  expect(made).toBe(1001);
});
