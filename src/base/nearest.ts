// In charge of guessing what was meant by a word that is not known.

/** Letters that may be wrong in a word, for each three that it has. */
const LETTERS_PER_MISTAKE = 3;

/** The known word that is most like another one; undefined where none is like it. @param most Letters that may be wrong */
export function nearest(
  word: string,
  known: readonly string[],
  most: number = Infinity,
): string | undefined {
  let best: string | undefined;
  let least = Math.min(Math.floor(word.length / LETTERS_PER_MISTAKE), most) + 1;
  for (const each of known) {
    const distance = distanceOf(word.toLowerCase(), each.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    best = each;
  }
  return best;
}

/** How many letters have to be put in, taken out or changed to make one word of the other. */
function distanceOf(from: string, to: string): number {
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
