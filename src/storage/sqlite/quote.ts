// In charge of names and texts inside SQLite statements that take no parameters.

/** A name in backticks, as Strapi's tables have it. */
export function quote(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** A text in single quotes. */
export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}
