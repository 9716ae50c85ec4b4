// Parses form fields: names with brackets become arrays and objects (docs/strapi/server.md, "Request bodies").
// Nothing is dropped; a form beyond the limits is rejected (docs/strapi/differences.md, D3).
import { countParameters } from '../../query/parse/query-string.ts';
import { parse, type IParseOptions } from 'qs';
import { validationError, type AppError } from '../../base/errors.ts';
import {
  FORM_ARRAY_LIMIT,
  FORM_DEPTH,
  MAX_FORM_FIELDS,
  MAX_KEY_LENGTH,
} from '../../base/limits.ts';
import { prototypePollution } from './json-body.ts';

/** Form fields by name; an array for a name that was sent more than once. */
export type FormFields = ReadonlyMap<string, string | readonly string[]>;

const OPTIONS = {
  depth: FORM_DEPTH,
  strictDepth: true,
  arrayLimit: FORM_ARRAY_LIMIT,
  parameterLimit: MAX_FORM_FIELDS,
  // Allows keys such as `constructor`.
  plainObjects: true,
} satisfies IParseOptions;

/**
 * Parses `application/x-www-form-urlencoded`, where dots in names act as brackets.
 * @throws ValidationError for too many or too deeply nested fields, SyntaxError for a field named `__proto__`
 */
export function parseFormBody(text: string): unknown {
  if (countParameters(text) > MAX_FORM_FIELDS) throw tooManyFields();
  return nested(text, {
    ...OPTIONS,
    allowDots: true,
    decoder: (...[part, decode, charset, kind]) => {
      const decoded: unknown = decode(part, decode, charset);
      if (kind === 'key') assertName(String(decoded));
      return decoded;
    },
  });
}

/** Nests the fields of `multipart/form-data`, where dots have no meaning. @throws as `parseFormBody` */
export function nestFields(fields: FormFields): unknown {
  for (const name of fields.keys()) assertName(name);
  return nested(Object.fromEntries(fields), OPTIONS);
}

/** 400 for too many fields. */
export function tooManyFields(): AppError {
  return validationError(`Too many fields in a form. At most ${MAX_FORM_FIELDS} are allowed.`);
}

function nested(
  fields: string | Readonly<Record<string, string | readonly string[]>>,
  options: IParseOptions,
): unknown {
  try {
    return withLists(parse(fields as string | Record<string, string>, options));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw validationError(`Fields of a form may have at most ${FORM_DEPTH} brackets.`);
  }
}

/** Converts to ordinary arrays and objects. Above its array limit the parser returns an object with index keys. */
function withLists(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withLists);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, withLists(inner)] as const);
  const isList =
    entries.length > FORM_ARRAY_LIMIT && entries.every(([key], index) => key === String(index));
  return isList ? entries.map(([, inner]) => inner) : Object.fromEntries(entries);
}

/** Checks the name of an object key. @throws ValidationError if it is too long */
export function assertShort(name: string): void {
  if (name.length <= MAX_KEY_LENGTH) return;
  throw validationError(`Names in a form may have at most ${MAX_KEY_LENGTH} characters.`);
}

/** The parser would drop this name. */
function assertName(name: string): void {
  assertShort(name);
  if (/(?:^|[.[])__proto__(?:$|[.[\]])/.test(name)) throw prototypePollution();
}
