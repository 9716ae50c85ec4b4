// Shows where two responses differ.

/** Characters around the place. */
const AROUND = 80;

/** Where two texts first differ; null: nowhere. */
export function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at++;
  const from = Math.max(0, at - AROUND);
  return `  one:   ${one.slice(from, at + AROUND)}\n  other: ${other.slice(from, at + AROUND)}`;
}
