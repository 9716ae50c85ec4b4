// Computes the order of links that are inserted between or after links which keep their order.

/** How numbers continue at the end of a list. */
export interface NumberingEnd {
  /** The highest number in use; 0 if there is none. */
  readonly highest: number;
  /** `whole`: highest + 1, + 2, … `parts`: all within the half above `highest` + 0.5, as Strapi numbers them. */
  readonly steps: 'whole' | 'parts';
}

/**
 * Numbers the rows of a list in which some links keep their numbers.
 * @param kept For each row the numbers of its links in ascending order; null for a row that needs a number
 * @returns the number of each row; null if there is no room, so the whole list must be renumbered
 */
export function numberRows(
  kept: readonly (readonly number[] | null)[],
  end: NumberingEnd,
): readonly number[] | null {
  const inUse = kept.flatMap((each) => each ?? []).toSorted((a, b) => a - b);
  const numbers: number[] = [];
  let from = 0;
  while (from < kept.length) {
    const [own] = kept[from] ?? [];
    if (own !== undefined) {
      numbers.push(own);
      from += 1;
      continue;
    }
    const start = from;
    while (from < kept.length && !kept[from]?.length) from += 1;
    const [high] = kept[from] ?? [];
    const after = numbers.at(-1);
    const placed =
      high === undefined
        ? numbersAtEnd(end, from - start)
        : numbersBelow(high, from - start, { low: lowerThan(high, inUse), after });
    if (!placed) return null;
    for (const number of placed) numbers.push(number);
  }
  return numbers;
}

/** The largest of sorted numbers that is less than another one. */
function lowerThan(high: number, sorted: readonly number[]): number | undefined {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? high) < high) from = middle + 1;
    else to = middle;
  }
  return sorted[from - 1];
}

function numbersAtEnd({ highest, steps }: NumberingEnd, count: number): readonly number[] {
  if (steps === 'parts') return spread(highest + 0.5, count, SPREAD);
  return Array.from({ length: count }, (_, i) => highest + i + 1);
}

interface Neighbours {
  /** The highest number in use below. */
  readonly low: number | undefined;
  /** The number of the row before. */
  readonly after: number | undefined;
}

/** Numbers directly below an existing one. */
function numbersBelow(
  high: number,
  count: number,
  { low, after }: Neighbours,
): readonly number[] | null {
  if (after !== undefined && after >= high) return null;
  if (low === undefined) return spread(high - 0.5, count, SPREAD);
  if (high - low >= 1) return spread(low + 0.5, count, SPREAD);
  const numbers = spread(low, count, high - low);
  const all = [low, ...numbers, high];
  return all.every((each, i) => i === 0 || each > (all[i - 1] ?? each)) ? numbers : null;
}

/** Strapi distributes links that are inserted together over this interval. */
const SPREAD = 0.49;

function spread(start: number, count: number, width: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => start + ((i + 1) / (count + 1)) * width);
}
