// Query of an address as plain names and values: a repeated parameter is a list.

/** Parses the query of an address. */
export function parseAddress(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    if (known === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(known) ? known : [known]), value];
  }
  return query;
}

/** Prints the query of an address, with the question mark; empty without values. */
export function printAddress(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (typeof each === 'string') params.append(name, each);
    }
  }
  // Readable in the address bar, and as safe.
  const text = params
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%7E', '~');
  return text === '' ? '' : `?${text}`;
}
