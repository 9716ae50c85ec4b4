// Schedules of cron tasks: a pattern, a date, a timestamp, or the fields of a recurring time, as `options` or `options.rule`.
import type { CronOptions } from 'croner';
import { isRecord } from '../../schema/raw.ts';

/** Schedule of a task, in the format of croner. */
export interface Schedule {
  readonly pattern: string | Date;
  readonly settings: CronOptions;
}

/** The fields of a pattern in their order. Months are counted from 0 in a recurring time, from 1 in a pattern. */
const FIELDS = [
  { name: 'second', default: '0', offset: 0 },
  { name: 'minute', default: '*', offset: 0 },
  { name: 'hour', default: '*', offset: 0 },
  { name: 'date', default: '*', offset: 0 },
  { name: 'month', default: '*', offset: 1 },
  { name: 'dayOfWeek', default: '*', offset: 0 },
  { name: 'year', default: '', offset: 0 },
] as const;

type Field = (typeof FIELDS)[number];

/** A field `?`, which means the same as `*` in Strapi's patterns. */
const ANY = /(^|\s)\?(?=\s|$)/g;

/** @throws Error for anything else */
export function scheduleOf(options: unknown): Schedule {
  if (isRecord(options) && 'rule' in options) {
    const { tz, start, end } = options;
    const { pattern, settings } = timeOf(options['rule']);
    return {
      pattern,
      settings: {
        ...settings,
        ...(typeof tz === 'string' && tz !== '' ? { timezone: tz } : {}),
        ...(isMoment(start) ? { startAt: new Date(start) } : {}),
        ...(isMoment(end) ? { stopAt: new Date(end) } : {}),
      },
    };
  }
  return timeOf(options);
}

function timeOf(rule: unknown): Schedule {
  // Patterns such as `5/15`, which start a range without an end, are allowed as in Strapi.
  if (typeof rule === 'string') {
    return { pattern: rule.replaceAll(ANY, '$1*'), settings: { sloppyRanges: true } };
  }
  if (rule instanceof Date || typeof rule === 'number') {
    return { pattern: new Date(rule), settings: { maxRuns: 1 } };
  }
  if (isRecord(rule) && FIELDS.some(({ name }) => name in rule)) {
    const pattern = FIELDS.map((field) => patternOf(rule[field.name], field)).join(' ');
    // All fields must match. In a pattern, the day of the month or the day of the week is enough.
    return { pattern: pattern.trimEnd(), settings: { domAndDow: true } };
  }
  throw new Error(
    'Set "options" or "options.rule" to a pattern such as "0 * * * *", a date, or fields such as { hour: 5, minute: 30 }.',
  );
}

/** A number, a range such as `{ start: 1, end: 5, step: 2 }`, or a list of these. */
function patternOf(value: unknown, field: Field): string {
  if (Array.isArray(value)) return value.map((each) => patternOf(each, field)).join(',');
  const single = numberOf(value, field.offset);
  if (single !== undefined) return single;
  if (!isRecord(value)) return field.default;
  const start = numberOf(value['start'] ?? value['from'], field.offset);
  const end = numberOf(value['end'] ?? value['to'], field.offset);
  const step = numberOf(value['step'], 0);
  if (start === undefined || end === undefined) return field.default;
  return step === undefined ? `${start}-${end}` : `${start}-${end}/${step}`;
}

function numberOf(value: unknown, offset: number): string | undefined {
  if (typeof value === 'number') return String(value + offset);
  return typeof value === 'string' ? value : undefined;
}

function isMoment(value: unknown): value is string | number | Date {
  return typeof value === 'string' || typeof value === 'number' || value instanceof Date;
}
