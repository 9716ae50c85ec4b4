// In charge of row ids in paths, as databases read them from texts.

/** No row has a higher one: the columns of ids are integers of 32 bits on PostgreSQL. */
const HIGHEST = 2 ** 31 - 1;

/** The row id that a text stands for; null: it is none, and names nothing. */
export function rowIdOf(text: string): number | null {
  const isNumber = /^ *\+?\d{1,20}(?:\.\d{0,20})?(?:e\d{1,2})? *$/i.test(text);
  const id = isNumber ? Number(text) : Number.NaN;
  return Number.isSafeInteger(id) && id <= HIGHEST ? id : null;
}

/** The row id at the end of a path. */
export function rowIdIn({ params }: { readonly params: unknown }): number | null {
  const { id } = params as { readonly id: string };
  return rowIdOf(id);
}
