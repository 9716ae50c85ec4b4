// Words of a text, in any script.

const segmenter = new Intl.Segmenter(undefined, { granularity: 'word' });

/** Returns how many words a text has. */
export function countWords(text: string): number {
  let count = 0;
  for (const { isWordLike } of segmenter.segment(text)) if (isWordLike) count += 1;
  return count;
}
