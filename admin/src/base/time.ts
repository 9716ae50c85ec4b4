// Formats dates and times.

const DAY = 86_400_000;

/** Formats a time briefly: the time of today, `yesterday`, or the date. @param tag Language tag */
export function shortTime(date: Date, now: Date, tag: string): string {
  const days = Math.round((startOfDay(now) - startOfDay(date)) / DAY);
  if (days === 0) return date.toLocaleTimeString(tag, { hour: '2-digit', minute: '2-digit' });
  if (days === 1) return new Intl.RelativeTimeFormat(tag, { numeric: 'auto' }).format(-1, 'day');
  const isThisYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString(tag, {
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  });
}

/** Formats the full date and time, for titles and screen readers. @param tag Language tag */
export function fullTime(date: Date, tag: string): string {
  return date.toLocaleString(tag, { dateStyle: 'long', timeStyle: 'short' });
}

/** Parses a timestamp of the server, or returns null. */
export function parseTime(value: unknown): Date | null {
  if (typeof value !== 'string') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

function startOfDay(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
