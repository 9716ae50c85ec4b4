// Counts words in any script.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns the number of words in a text. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
