// Quotes string constants in statements that no dialect prints.

/** Returns a string literal that all databases read alike. @throws Error if there is none */
export function literal(text: string): string {
  if (text.includes('\\')) throw new Error('a literal holds a backslash');
  return `'${text.replaceAll("'", "''")}'`;
}
