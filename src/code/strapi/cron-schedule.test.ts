import { describe, expect, test } from 'vitest';
import { scheduleOf } from './cron-schedule.ts';

describe('scheduleOf', () => {
  test.each([
    ['0 5 * * *', '0 5 * * *'],
    [{ rule: '*/5 * * * * *' }, '*/5 * * * * *'],
    ['0 0 ? * MON', '0 0 * * MON'],
    [{ hour: 5, minute: 30 }, '0 30 5 * * *'],
    [{ rule: { minute: [0, 30], dayOfWeek: { start: 1, end: 5 } } }, '0 0,30 * * * 1-5'],
    [{ month: 0, date: 1, hour: 0, minute: 0, year: 2030 }, '0 0 0 1 1 * 2030'],
    [{ month: { from: 0, to: 11, step: 3 }, second: '15' }, '15 * * * 1-12/3 *'],
    [{ minute: {} }, '0 * * * * *'],
  ])('%j: pattern %s', (options, pattern) => {
    expect(scheduleOf(options).pattern).toBe(pattern);
  });

  test('a date or a timestamp: runs once', () => {
    const date = new Date('2030-01-01T00:00:00Z');
    for (const options of [date, date.getTime(), { rule: date }, { rule: date.getTime() }]) {
      expect(scheduleOf(options)).toEqual({ pattern: date, settings: { maxRuns: 1 } });
    }
  });

  test('fields: the day of the month and the day of the week must match', () => {
    expect(scheduleOf({ date: 13, dayOfWeek: 5 }).settings).toEqual({ domAndDow: true });
    expect(scheduleOf('0 0 13 * 5').settings).not.toHaveProperty('domAndDow');
  });

  test('a time zone and limits', () => {
    const start = '2030-01-01T00:00:00.000Z';
    const end = Date.parse('2031-01-01T00:00:00.000Z');
    const schedule = scheduleOf({ rule: '0 5 * * *', tz: 'Europe/Paris', start, end });
    expect(schedule.settings).toEqual({
      sloppyRanges: true,
      timezone: 'Europe/Paris',
      startAt: new Date(start),
      stopAt: new Date(end),
    });
  });

  test.each([[undefined], [null], [{}], [true], [{ rule: undefined }], [{ rule: {} }]])(
    '%j: rejected',
    (options) => expect(() => scheduleOf(options)).toThrow('Set "options" or "options.rule"'),
  );
});
