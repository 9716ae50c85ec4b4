// In charge of telling what a start did to its database.
import type { PrepareReport } from '../storage/prepare.ts';

/** How many names stand in a line. */
const NAMED = 8;

/** Lines for the console; none when nothing was done. */
export function describeReport(report: PrepareReport): readonly string[] {
  if (report.created) return ['A new database was made.'];
  const done: readonly (readonly [string, readonly string[]])[] = [
    ['Tables added', report.tables],
    ['Columns added', report.columns],
    ['Columns altered, their values kept', report.altered],
    ['Indexes added', report.indexes],
    ['First rows written to', report.filled],
  ];
  return done
    .filter(([, names]) => names.length > 0)
    .map(([what, names]) => `${what}: ${listNames(names)}.`);
}

/** `a, b and 3 more` where there are many. */
export function listNames(names: readonly string[], most: number = NAMED): string {
  const more = names.length - most;
  return more > 0 ? `${names.slice(0, most).join(', ')} and ${more} more` : names.join(', ');
}
