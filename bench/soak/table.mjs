// Results table of a soak run: one line per figure with its limit.
import { formatRow } from '../table.mjs';

/** @typedef {{ part: string, name: string, value: string, limit?: string, isExceeded?: boolean }} Row */

/**
 * @param {readonly { database: string, rows: readonly Row[] }[]} runs
 * @returns {string[]} lines
 */
export function tableOf(runs) {
  const rows = runs.flatMap((run) => run.rows.map((row) => ({ database: run.database, ...row })));
  const cells = rows.map(({ database, part, name, value, limit = '', isExceeded }) => [
    `${database}  ${part}: ${name}`,
    value,
    limit,
    isExceeded ? 'EXCEEDED' : limit && 'ok',
  ]);
  const all = [['', 'value', 'limit', ''], ...cells];
  const widths = [0, 1, 2, 3].map(
    (column) => Math.max(...all.map((each) => each[column]?.length ?? 0)) + (column === 0 ? 0 : 2),
  );
  return all.map((each) => formatRow(each, widths));
}

/** @param {number} milliseconds */
export function ms(milliseconds) {
  return Number.isFinite(milliseconds) ? `${Math.round(milliseconds)} ms` : '-';
}

/** @param {number} megabytes */
export function mb(megabytes) {
  return Number.isFinite(megabytes) ? `${megabytes.toFixed(1)} MB` : '-';
}
