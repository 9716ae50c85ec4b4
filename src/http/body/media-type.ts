// Parses `Content-Type`. As in Strapi, an invalid value counts as none.

/** A lowercase media type, such as `application/json`. */
export interface MediaType {
  readonly name: string;
  /** Names are lowercase; values are unquoted. */
  readonly parameters: ReadonlyMap<string, string>;
}

const TOKEN = String.raw`[\w!#$%&'*+.^\`|~-]+`;
const QUOTED = String.raw`"(?:[^"\\]|\\.)*"`;
const PARAMETER = String.raw`[ \t]*;[ \t]*(${TOKEN})[ \t]*=[ \t]*(${TOKEN}|${QUOTED})`;
const PARAMETERS = new RegExp(PARAMETER, 'g');
const WHOLE = new RegExp(`^[ \\t]*(${TOKEN}/${TOKEN})((?:${PARAMETER})*)[ \\t]*$`);

const NO_PARAMETERS: MediaType['parameters'] = new Map();

/** Returns the media type of a header, or null if there is none or it is invalid. */
export function parseMediaType(header: string | undefined): MediaType | null {
  const match = WHOLE.exec(header ?? '');
  if (!match) return null;
  const [, name = '', rest = ''] = match;
  return {
    name: name.toLowerCase(),
    parameters: rest === '' ? NO_PARAMETERS : parametersIn(rest),
  };
}

function parametersIn(text: string): MediaType['parameters'] {
  const parameters = Array.from(
    text.matchAll(PARAMETERS),
    ([, key = '', value = '']) => [key.toLowerCase(), unquoted(value)] as const,
  );
  return new Map(parameters);
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.slice(1, -1).replaceAll(/\\(.)/g, '$1') : value;
}
