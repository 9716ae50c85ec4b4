import { expect, test } from 'vitest';
import { AppError, InsufficientStorageError } from '../../base/errors.ts';
import { isOutage, OutageLog } from './outage-log.ts';

function noSpace(code: string): InsufficientStorageError {
  return new InsufficientStorageError({ cause: Object.assign(new Error('no space'), { code }) });
}

test('logs an outage once per cause, regardless of the number of failed requests', () => {
  const log = new OutageLog();
  const lines: unknown[] = [];
  const logger = { error: (...line: unknown[]) => void lines.push(line) };
  for (let i = 0; i < 100; i += 1) {
    log.log(noSpace('SQLITE_FULL'), logger);
    log.log(noSpace('ENOSPC'), logger);
  }
  const message = 'The server is out of storage space. Nothing was saved.';
  const line = { status: 507, reason: 'no space', failedSince: 0 };
  expect(lines).toEqual([
    [{ ...line, code: 'SQLITE_FULL' }, message],
    [{ ...line, code: 'ENOSPC' }, message],
  ]);
});

test('rejected requests and bugs are not outages', () => {
  expect(isOutage(new AppError('ValidationError', 'no'))).toBe(false);
  expect(isOutage(new Error('bug'))).toBe(false);
  expect(isOutage(new AppError('ServiceUnavailableError', 'away'))).toBe(true);
});
