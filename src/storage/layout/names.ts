// Names of tables, columns, indexes and keys, formed and shortened as in Strapi 5 (docs/strapi/storage.md, "Names").
// Each name is built from already shortened parts.
import { createHash } from 'node:crypto';
import { snakeCase } from './snake-case.ts';

/** Leaves room for the suffix `_id_seq` in PostgreSQL's 63 bytes. */
const MAX_LENGTH = 55;
const HASH_LENGTH = 5;
const MIN_LENGTH = 3;

/** Part of a name: text that may be shortened, or a fixed word. */
export type NameToken = string | { readonly fixed: string };

/**
 * Joins tokens with `_` into at most 55 characters; what does not fit is replaced with a hash.
 * @throws Error if there are too many tokens
 */
export function shortName(tokens: readonly NameToken[]): string {
  const whole = tokens.map(textOf).join('_');
  if (whole.length <= MAX_LENGTH) return whole;
  const room = allocateLengths(tokens);
  return tokens.map((token, i) => cut(textOf(token), room[i] ?? 0)).join('_');
}

/** Number of characters for each token; unused ones are distributed among long tokens one at a time. */
function allocateLengths(tokens: readonly NameToken[]): readonly number[] {
  const lengths = tokens.map((token) => textOf(token).length);
  const elastic = tokens.flatMap((token, i) => (typeof token === 'string' ? [i] : []));
  const fixed = lengths.reduce(
    (sum, length, i) => (elastic.includes(i) ? sum : sum + length),
    tokens.length - 1,
  );
  const each = Math.floor((MAX_LENGTH - fixed) / elastic.length);
  const least = elastic.map((i) =>
    (lengths[i] ?? 0) < each ? (lengths[i] ?? 0) : MIN_LENGTH + HASH_LENGTH,
  );
  if (each < MIN_LENGTH || fixed + least.reduce((a, b) => a + b, 0) > MAX_LENGTH) {
    throw new Error(
      `The name ${tokens.map(textOf).join('_')} cannot be shortened to ${MAX_LENGTH} characters.`,
    );
  }
  const room = lengths.map((length, i) => (elastic.includes(i) ? Math.min(length, each) : length));
  let surplus = MAX_LENGTH - (tokens.length - 1) - room.reduce((a, b) => a + b, 0);
  let short = elastic.filter((i) => (lengths[i] ?? 0) >= each);
  while (surplus > 0 && short.length > 0) {
    short = short.filter((i) => {
      const length = lengths[i] ?? 0;
      if (surplus === 0 || (room[i] ?? 0) >= length) return false;
      room[i] = (room[i] ?? 0) + 1;
      surplus -= 1;
      return (room[i] ?? 0) < length;
    });
  }
  return room;
}

function cut(text: string, length: number): string {
  return text.length <= length ? text : text.slice(0, length - HASH_LENGTH) + hash(text);
}

/** The first five hex digits of SHAKE256. */
export function hash(text: string): string {
  return createHash('shake256', { outputLength: 3 })
    .update(text)
    .digest('hex')
    .slice(0, HASH_LENGTH);
}

function textOf(token: NameToken): string {
  return typeof token === 'string' ? token : token.fixed;
}

/** Prefix of the names of search indexes and their triggers. */
export const SEARCH_INDEX: string = 'quoin_search';

/** Prefix of what Quoin adds. */
const OWN = 'quoin_';

const ID = { fixed: 'id' };
const INV = { fixed: 'inv' };

/** Names of all objects of a layout. `table` is a shortened table name, `singular` a singularName. */
export const names = {
  table: (collectionName: string): string => shortName([collectionName]),
  componentsTable: (collectionName: string): string =>
    shortName([collectionName, { fixed: 'cmps' }]),
  joinTable: (table: string, attribute: string): string =>
    shortName([snakeCase(table), snakeCase(attribute), { fixed: 'lnk' }]),
  morphTable: (table: string, attribute: string): string =>
    shortName([snakeCase(table), snakeCase(attribute), { fixed: 'mph' }]),

  column: (attribute: string): string => shortName([snakeCase(attribute)]),
  idColumn: (nameOrAttribute: string): string => shortName([snakeCase(nameOrAttribute), ID]),
  inverseIdColumn: (singular: string): string => shortName([INV, snakeCase(singular), ID]),
  typeColumn: (attribute: string): string => shortName([snakeCase(attribute), { fixed: 'type' }]),
  orderColumn: (singular: string): string => shortName([snakeCase(singular), { fixed: 'ord' }]),
  inverseOrderColumn: (singular: string): string =>
    shortName([INV, snakeCase(singular), { fixed: 'ord' }]),

  /** An index or key: its parts (a table or collectionName, then columns) and a fixed suffix such as `fk`. */
  key: (parts: readonly string[], ending: string): string =>
    shortName([...parts, { fixed: ending }]),
  /** An index that Quoin adds to a table of Strapi; it fits into PostgreSQL's 63 characters. */
  own: (name: string): string => `${OWN}${name}`,
  /** A search index; on SQLite its triggers and tables have longer names. */
  searchIndex: (table: string): string => shortName([{ fixed: SEARCH_INDEX }, table]),
  entityKey: (collectionName: string): string =>
    shortName([collectionName, { fixed: 'entity' }, { fixed: 'fk' }]),
} as const;

/** Returns true for an index that Quoin adds to a table of Strapi. */
export function isOwnName(name: string): boolean {
  return name.startsWith(OWN);
}

/** Strapi's key-value table of settings. */
export const CORE_STORE = 'strapi_core_store_settings';
