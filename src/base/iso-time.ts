// In charge of times of the database: as drivers give them, and as answers have them.

/** Milliseconds since 1970 of a stored time, whatever the driver gives for it; null for none. */
export function toTime(stored: unknown): number | null {
  if (stored === null || stored === undefined) return null;
  const time = typeof stored === 'number' ? stored : Date.parse(String(stored));
  return Number.isNaN(time) ? null : time;
}

/** A time in ISO form; null for none, and for one that no calendar has. @param time Milliseconds since 1970 */
export function toIso(time: number | null): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
