// Converts times of the database to milliseconds and to ISO 8601.

/** Milliseconds since 1970 of a stored time in any form that drivers return, or null. */
export function toTime(stored: unknown): number | null {
  if (stored === null || stored === undefined) return null;
  const time = typeof stored === 'number' ? stored : Date.parse(String(stored));
  return Number.isNaN(time) ? null : time;
}

/** ISO 8601 form of a time, or null for null and for an invalid date. @param time Milliseconds since 1970 */
export function toIso(time: number | null): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
