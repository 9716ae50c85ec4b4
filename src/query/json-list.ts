// Joins JSON texts to a list.

/**
 * The texts as a JSON list. Put together piece by piece: `join` would copy each text that is made of pieces itself, and
 * what it gives is copied once more.
 */
export function jsonList(texts: readonly string[]): string {
  let list = '[';
  let comma = '';
  for (const text of texts) {
    list += comma + text;
    comma = ',';
  }
  return `${list}]`;
}
