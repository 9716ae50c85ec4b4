// Joins JSON texts to a JSON array.

/** Builds a JSON array by concatenation: `join` would flatten each text first and then copy it again. */
export function jsonList(texts: readonly string[]): string {
  let list = '[';
  let comma = '';
  for (const text of texts) {
    list += comma + text;
    comma = ',';
  }
  return `${list}]`;
}
