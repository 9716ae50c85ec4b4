// Detects search texts that are slow to find with LIKE.
import { MAX_LIKE_COST } from '../../base/limits.ts';

/**
 * True for a text such as `aaaaaaaaaaaa`: in a similar text, LIKE compares almost all of it at every position.
 *
 * The first n characters can match at most once per period of these characters, so the sum of 1 / period over all n is the
 * number of comparisons per character in the worst case. It is about the logarithm of the length for an ordinary text, and
 * the length itself for a repeated letter.
 */
export function isRepetitive(text: string): boolean {
  if (text.length <= MAX_LIKE_COST) return false;
  const folded = text.toLowerCase();
  // For each prefix, the length of its longest proper prefix that is also a suffix (Knuth, Morris and Pratt).
  const borders = new Uint16Array(folded.length);
  let cost = 1;
  let border = 0;
  for (let at = 1; at < folded.length; at += 1) {
    while (border > 0 && folded[at] !== folded[border]) border = borders[border - 1] ?? 0;
    if (folded[at] === folded[border]) border += 1;
    borders[at] = border;
    cost += 1 / (at + 1 - border);
    if (cost > MAX_LIKE_COST) return true;
  }
  return false;
}
