// Formats rows of a table and numbers.

/**
 * Formats a row: the first cell is left-aligned, the others right-aligned.
 * @param {readonly string[]} cells
 * @param {readonly number[]} widths
 */
export function formatRow(cells, widths) {
  const padded = cells.map((cell, index) =>
    index === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[index] ?? 0),
  );
  return `  ${padded.join('')}`.trimEnd();
}

/**
 * Formats with three significant digits and at most two decimals.
 * @param {number} value
 */
export function formatNumber(value) {
  if (!Number.isFinite(value)) return '';
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}

/**
 * Like `short`, but with three decimals below 1, for CPU times.
 * @param {number} value
 */
export function formatSmall(value) {
  if (!Number.isFinite(value)) return '';
  return value < 1 ? value.toFixed(3) : formatNumber(value);
}

/** @param {number} value */
export function formatInteger(value) {
  return Math.round(value).toLocaleString('en');
}

/** @param {number} value */
export function formatFactor(value) {
  return Number.isFinite(value) ? `${value.toFixed(value >= 10 ? 0 : 1)}x` : '';
}

/** @param {number} value */
export function formatRatio(value) {
  return Number.isFinite(value) ? value.toFixed(2) : '';
}
