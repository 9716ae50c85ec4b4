// Query strings as plain objects: repeated parameters are lists.

/** Parses a query string. */
export function parseAddress(text: string): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const known = query[name];
    if (known === undefined) query[name] = value;
    else query[name] = [...(Array.isArray(known) ? known : [known]), value];
  }
  return query;
}

/** Serializes a query with the question mark; empty without values. */
export function printAddress(query: Readonly<Record<string, unknown>>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value]) {
      if (typeof each === 'string') params.append(name, each);
    }
  }
  // Characters that are safe in a query string stay readable.
  const text = params
    .toString()
    .replaceAll('%3A', ':')
    .replaceAll('%2C', ',')
    .replaceAll('%7E', '~');
  return text === '' ? '' : `?${text}`;
}
