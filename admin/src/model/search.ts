// Search: which of several named things a text means, and in which order they are shown.

/** Something with a name. */
export interface Named {
  readonly label: string;
}

/**
 * Returns the things whose name contains each word of a text, whatever the case and the accents. Those whose name begins with
 * the text come first, then those of which a word begins with it; otherwise the order stays.
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

/** Merges two lists of matches: of both, those that begin with the text come first. */
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

/** In lower case, without accents. */
function folded(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase();
}
