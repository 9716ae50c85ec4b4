// In charge of texts that stand in a statement itself: constants of ours, in statements that no dialect prints.

/** A text in single quotes, as every database reads it. @throws Error for one that they would read differently */
export function literal(text: string): string {
  if (text.includes('\\')) throw new Error('a literal holds a backslash');
  return `'${text.replaceAll("'", "''")}'`;
}
