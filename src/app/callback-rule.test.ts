import { expect, test } from 'vitest';
import { callbackRule } from './callback-rule.ts';

test('a rule for pages is taken over', () => {
  const validate = (callback: unknown): unknown => [callback];
  const rule = callbackRule({ raw: { callback: { validate } } });
  expect(rule?.('a', { callback: null })).toEqual(['a']);
  expect(callbackRule({ raw: {} })).toBeNull();
});
