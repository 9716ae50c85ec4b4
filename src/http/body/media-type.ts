// In charge of reading `Content-Type`: one type, and parameters behind it. What is not written as it should be counts
// as no type at all, as in Strapi.

/** A media type in lower case, such as `application/json`. */
export interface MediaType {
  readonly name: string;
  /** Names in lower case; values as they were sent, without their quotes. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const PARAMETER = String.raw`[ \t]*;[ \t]*(${TOKEN})[ \t]*=[ \t]*(${TOKEN}|${QUOTED})`;
const WHOLE = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})((?:${PARAMETER})*)[ \\t]*$`);

/** The media type that a header names; null where there is none, or nothing that is one. */
export function parseMediaType(header: string | undefined): MediaType | null {
  const match = WHOLE.exec(header ?? '');
  if (!match) return null;
  const [, name = '', rest = ''] = match;
  const parameters = [...rest.matchAll(new RegExp(PARAMETER, 'g'))].map(
    ([, key = '', value = '']) => [key.toLowerCase(), unquoted(value)] as const,
  );
  return { name: name.toLowerCase(), parameters: new Map(parameters) };
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}
