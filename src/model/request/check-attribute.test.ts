// The error of an attribute that breaks a rule.
import { expect, test } from 'vitest';
import { ModelChangeError } from '../errors.ts';
import { checkAttribute } from './check-attribute.ts';

test('an expression that cannot be compiled is reported with its cause', () => {
  const check = (): unknown => checkAttribute({ type: 'string', regex: '(' }, 'collectionType');
  expect(check).toThrow(ModelChangeError);
  expect(check).toThrow(expect.objectContaining({ status: 400, cause: expect.any(SyntaxError) }));
});
