// Which errors a changed content model may have caused.
import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { RejectedValueError } from '../../storage/errors.ts';
import { mayBeOutdated } from './errors.ts';

test('a request is only repeated if a changed table may have caused its error', () => {
  const cause = new Error('connect ECONNREFUSED');
  const unsent = new AppError('ApplicationError', 'Error sending confirmation email', { cause });
  expect(mayBeOutdated(unsent)).toBe(false);
  expect(mayBeOutdated(new RejectedValueError({ cause }))).toBe(true);
  expect(mayBeOutdated(new Error('no such column'))).toBe(true);
});
