// Shows where two responses differ.

/** Number of characters around the difference. */
const AROUND = 80;

/** Index of the first difference of two texts; null if they are equal. */
export function differenceOf(one: string, other: string): string | null {
  if (one === other) return null;
  let at = 0;
  while (one[at] === other[at]) at++;
  const from = Math.max(0, at - AROUND);
  return `  one:   ${one.slice(from, at + AROUND)}\n  other: ${other.slice(from, at + AROUND)}`;
}
