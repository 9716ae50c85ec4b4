import { expect, test } from 'vitest';
import { MAX_FAILURES, MAX_FAILURES_LENGTH } from '../../base/limits.ts';
import { failuresError, type Failure } from './finding.ts';

const failure = (value: unknown): Failure => ({ path: ['a'], message: 'wrong', value });

const listed = (failures: readonly Failure[]): readonly unknown[] =>
  failuresError(failures).details?.['errors'] as readonly unknown[];

test('one error provides the message; several are counted', () => {
  expect(failuresError([failure(1)])).toMatchObject({ status: 400, message: 'wrong' });
  expect(failuresError([failure(1), failure(2)]).message).toBe('2 errors occurred');
});

test('only a single error passes on its reason, which is never part of the response', () => {
  const taken = { path: ['a'], message: 'taken', reason: 'notUnique' } as const;
  expect(failuresError([taken]).reason).toBe('notUnique');
  expect(failuresError([taken, failure(1)]).reason).toBeNull();
  expect(listed([taken])).toEqual([{ path: ['a'], message: 'taken', name: 'ValidationError' }]);
});

test('omits a missing value, and shows a big integer as digits', () => {
  const entry = { path: ['a'], message: 'wrong', name: 'ValidationError' };
  expect(listed([{ path: ['a'], message: 'wrong' }])).toEqual([entry]);
  expect(listed([failure(2n ** 60n)])).toEqual([{ ...entry, value: '1152921504606846976' }]);
});

test('counts all errors, and lists the first ones', () => {
  const many = Array.from({ length: MAX_FAILURES + 5 }, () => failure(1));
  expect(failuresError(many).message).toBe(`${MAX_FAILURES + 5} errors occurred`);
  expect(listed(many)).toHaveLength(MAX_FAILURES);
});

test('limits the total size of the list, but always includes the first error', () => {
  const long = 'x'.repeat(MAX_FAILURES_LENGTH);
  expect(listed([failure(long), failure(1)])).toHaveLength(1);
  expect(listed([failure(1), failure(long), failure(1)])).toHaveLength(1);
});
