// Estimates how long LIKE takes for a text to look for.
import { MAX_LIKE_COST } from '../../base/limits.ts';

/**
 * True for a text such as `aaaaaaaaaaaa`, which LIKE compares with nearly itself at every place of a similar text.
 *
 * A text can match its first n characters at most once in as many characters as their period is long: the sum of
 * 1 / period over all n is the number of comparisons for each character of the worst text to search. It is about the
 * logarithm of the length of an ordinary text, and the length of one that repeats one letter.
 */
export function isRepetitive(text: string): boolean {
  if (text.length <= MAX_LIKE_COST) return false;
  const folded = text.toLowerCase();
  // Of each beginning, the length of its longest other beginning that it ends with (Knuth, Morris and Pratt).
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
