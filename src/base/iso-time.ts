// In charge of times of the database as answers have them.

/** A time in ISO form; null for none, and for one that no calendar has. @param time Milliseconds since 1970 */
export function toIso(time: number | null): string | null {
  const date = new Date(time ?? Number.NaN);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}
