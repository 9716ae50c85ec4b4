// Which errors are described in a response, and which a changed content model may have caused.
import { expect, test } from 'vitest';
import { AppError } from '../../base/errors.ts';
import { errorResponse, isServerError, mayBeOutdated } from './errors.ts';

test('a Fastify error about the request is a 400', () => {
  const error = Object.assign(new Error('Bad'), { statusCode: 415, code: 'FST_ERR_CTP' });
  expect(isServerError(error)).toBe(false);
  expect(errorResponse(error)).toMatchObject({
    status: 400,
    body: JSON.stringify({
      data: null,
      error: { status: 400, name: 'ValidationError', message: 'Bad', details: {} },
    }),
  });
});

test.each([
  Object.assign(new Error('secret'), { statusCode: 404 }),
  Object.assign(new Error('secret'), { statusCode: 401, code: 'ERR_NON_2XX_3XX_RESPONSE' }),
  { statusCode: 404, code: 'FST_ERR_CTP', message: 'secret' },
])('an error of an HTTP client is an opaque 500 that is logged: %o', (error) => {
  expect(isServerError(error)).toBe(true);
  const { status, body } = errorResponse(error);
  expect([status, body.includes('secret')]).toEqual([500, false]);
});

test('a request is only repeated if a changed table may have caused its error', () => {
  const cause = new Error('connect ECONNREFUSED');
  const unsent = new AppError('ApplicationError', 'Error sending confirmation email', { cause });
  expect(mayBeOutdated(unsent)).toBe(false);
  expect(
    mayBeOutdated(new AppError('ValidationError', 'rejected', { cause, reason: 'rejectedValue' })),
  ).toBe(true);
  expect(mayBeOutdated(new Error('no such column'))).toBe(true);
});
