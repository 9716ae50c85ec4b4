// Suggests a known name for an unknown one.

/** One typo is allowed for each three letters. */
const LETTERS_PER_TYPO = 3;

/** Returns the most similar known name, or undefined if none is similar. @param max Maximum number of typos */
export function nearest(
  name: string,
  known: readonly string[],
  max: number = Infinity,
): string | undefined {
  let best: string | undefined;
  let least = Math.min(Math.floor(name.length / LETTERS_PER_TYPO), max) + 1;
  for (const each of known) {
    const distance = distanceOf(name.toLowerCase(), each.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = each;
  }
  return best;
}

/** Levenshtein distance of two names. */
export function distanceOf(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, i) => i);
  for (let i = 1; i <= from.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= to.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (from[i - 1] === to[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
