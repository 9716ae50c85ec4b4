// In charge of lists outside of content: their `start` and `limit` stand at the top of the query, and no limit is the
// largest (docs/strapi/accounts.md, "Users"; docs/strapi/media.md).
import { validationError } from '../base/errors.ts';
import type { QueryObject, QueryValue } from '../query/params.ts';
import { isObject, shown } from '../query/parse/values.ts';

/** The query of a list whose `start` and `limit` stand at the top. @throws ValidationError for what is no place in a list */
export function rangeQuery(query: QueryObject): QueryObject {
  const { limit, ...others } = query;
  placeOf(query, 'start');
  return limit !== undefined && isUnlimited(placeOf(query, 'limit')) ? others : query;
}

/**
 * What a query becomes: its text where nothing has to change, which is planned once. Null where it becomes none.
 * @param change Looks at `start`, `limit`, `documentId` and stars
 * @throws ValidationError as `change`
 */
export function changedQuery<T extends QueryObject | null>(
  parse: (text: string) => QueryObject,
  text: string,
  change: (query: QueryObject) => T,
): string | T {
  if (!/start|limit|documentId|[*%]/i.test(text)) return text;
  const query = parse(text);
  const changed = change(query);
  return changed === query ? text : changed;
}

/** A number of rows that stands at the top of a query; none is 0. @throws ValidationError for what is no place in a list */
export function placeOf(query: QueryObject, name: 'start' | 'limit'): number {
  const value: QueryValue | undefined = query[name];
  const number = isObject(value) ? Number.NaN : Number(shown(value ?? ''));
  const isPlace = number >= 0 || (name === 'limit' && number === -1);
  if (isPlace && Number.isSafeInteger(number)) return number;
  const title = name === 'start' ? 'Start' : 'Limit';
  throw validationError(
    `convert${title}QueryParams expected a positive integer got ${String(number)}`,
  );
}

function isUnlimited(limit: number): boolean {
  return limit === 0 || limit === -1;
}
