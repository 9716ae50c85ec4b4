// In charge of names and texts inside PostgreSQL statements that take no parameters.

/** A name in double quotes. */
export function quote(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in single quotes, whatever the server thinks of backslashes. */
export function quoteText(text: string): string {
  const quoted = `'${text.replaceAll("'", "''")}'`;
  return text.includes('\\') ? ` E${quoted.replaceAll('\\', '\\\\')}` : quoted;
}
