// Quotes names and strings in SQLite statements without parameters.

/** An identifier in backticks, as in Strapi's tables. */
export function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A string literal. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
