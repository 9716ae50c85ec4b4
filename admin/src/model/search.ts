// Search in named items, sorted by relevance.

/** A named item. */
export interface Named {
  readonly label: string;
}

/**
 * Returns the items whose name contains each word of a text, ignoring case and accents. Names that begin with the text come
 * first, then names in which a word begins with it; otherwise the order is preserved.
 */
export function matching<Thing extends Named>(
  things: readonly Thing[],
  text: string,
): readonly Thing[] {
  const wanted = folded(text.trim());
  const words = wanted.split(/\s+/);
  return things
    .map((thing) => ({ thing, name: folded(thing.label) }))
    .filter(({ name }) => words.every((word) => name.includes(word)))
    .toSorted((a, b) => rank(a.name, wanted) - rank(b.name, wanted))
    .map(({ thing }) => thing);
}

/** Merges two lists of matches, with those that begin with the text first. */
export function merged<Thing extends Named>(
  first: readonly Thing[],
  second: readonly Thing[],
  text: string,
): readonly Thing[] {
  const wanted = folded(text.trim());
  const begins = ({ label }: Thing): boolean => folded(label).startsWith(wanted);
  const both = [...first, ...second];
  return [...both.filter(begins), ...both.filter((each) => !begins(each))];
}

function rank(name: string, wanted: string): number {
  if (name.startsWith(wanted)) return 0;
  return name.includes(` ${wanted}`) ? 1 : 2;
}

/** Converts to lower case without accents. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
