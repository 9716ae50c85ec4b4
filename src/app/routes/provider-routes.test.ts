import { expect, test } from 'vitest';
import { callbackRule } from './provider-routes.ts';

test('accepts a validation function for callback URLs', () => {
  const validate = (callback: unknown): unknown => [callback];
  const rule = callbackRule({ raw: { callback: { validate } } });
  expect(rule?.('a', { callback: null })).toEqual(['a']);
  expect(callbackRule({ raw: {} })).toBeNull();
});
