// Numbers that order links whose other links keep theirs: what a change places goes between or behind them.

/** Where new numbers start behind all others, and how they go on. */
export interface NumberingEnd {
  /** The highest number in use; 0 if there is none. */
  readonly highest: number;
  /** `whole`: highest + 1, + 2, … `parts`: all within the half above `highest` + 0.5, as Strapi numbers them. */
  readonly steps: 'whole' | 'parts';
}

/**
 * Numbers what is placed in a list whose other links keep their numbers.
 * @param kept For each row in order the numbers of its links, the lowest first; null for a row that is placed now
 * @returns the number of each row, or null if the kept ones leave no room: the list is to be numbered again
 */
export function placedNumbers(
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
        ? behind(end, from - start)
        : below(high, from - start, { low: lowerThan(high, inUse), after });
    if (!placed) return null;
    for (const number of placed) numbers.push(number);
  }
  return numbers;
}

/** The last of sorted numbers that is less than another one. */
function lowerThan(high: number, sorted: readonly number[]): number | undefined {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? high) < high) from = middle + 1;
    else to = middle;
  }
  return sorted[from - 1];
}

function behind({ highest, steps }: NumberingEnd, count: number): readonly number[] {
  if (steps === 'parts') return spread(highest + 0.5, count, SPREAD);
  return Array.from({ length: count }, (_, i) => highest + i + 1);
}

interface Neighbours {
  /** The highest number in use below. */
  readonly low: number | undefined;
  /** The number of the row before. */
  readonly after: number | undefined;
}

/** Numbers directly below one that is kept. */
function below(high: number, count: number, { low, after }: Neighbours): readonly number[] | null {
  if (after !== undefined && after >= high) return null;
  if (low === undefined) return spread(high - 0.5, count, SPREAD);
  if (high - low >= 1) return spread(low + 0.5, count, SPREAD);
  const numbers = spread(low, count, high - low);
  const all = [low, ...numbers, high];
  return all.every((each, i) => i === 0 || each > (all[i - 1] ?? each)) ? numbers : null;
}

/** Strapi spreads links that were placed together over this part of the numbers. */
const SPREAD = 0.49;

function spread(start: number, count: number, width: number): readonly number[] {
  return Array.from({ length: count }, (_, i) => start + ((i + 1) / (count + 1)) * width);
}
