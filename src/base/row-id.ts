// Parses row ids.

/** Highest 32-bit integer, the type of ids on PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

/** Returns the row id of a text, or null if it is invalid. */
export function rowIdOf(text: string): number | null {
  const isNumber = /^ *\+?\d{1,20}(?:\.\d{0,20})?(?:e\d{1,2})? *$/i.test(text);
  const id = isNumber ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) && id <= HIGHEST ? id : null;
}

/** Returns the valid row ids in a list, each once; other values match no row and are skipped. */
export function rowIds(sent: readonly unknown[]): readonly number[] {
  const texts = sent.filter((id) => typeof id === 'number' || typeof id === 'string').map(String);
  return [...new Set(texts.flatMap((text) => rowIdOf(text) ?? []))];
}
