// Queries of lists outside the content API: `start` and `limit` are top-level parameters, and without a limit the
// maximum applies (docs/strapi/accounts.md, "Users"; docs/strapi/media.md).
import type { ParamObject, ParamValue } from '../../query/params.ts';
import type { QueryParams } from '../../query/read.ts';
import { invalidRange } from '../../query/parse/range-errors.ts';
import { checkRootPage } from '../../query/parse/root-range.ts';
import { isObject, printValue } from '../../query/parse/values.ts';

/** Moves top-level `start` and `limit` to pagination. @throws PaginationError, ValidationError for an invalid range */
export function rangeQuery(query: ParamObject): ParamObject {
  checkRootPage(query);
  const { limit, ...others } = query;
  rangeValue(query, 'start');
  return limit !== undefined && isUnlimited(rangeValue(query, 'limit')) ? others : query;
}

/**
 * Applies a change to a query. An unchanged query keeps its text, whose plan is cached. Null if the change returns
 * null.
 * @param change Reads `start`, `limit`, `page`, `pageSize`, `documentId` and `*`
 * @throws ValidationError as `change`
 */
export function changedQuery<T extends ParamObject | null>(
  parse: (query: QueryParams) => ParamObject,
  given: QueryParams,
  change: (query: ParamObject) => T,
): QueryParams | T {
  if (typeof given === 'string' && !/start|limit|page|documentId|[*%]/i.test(given)) return given;
  const query = parse(given);
  const changed = change(query);
  return changed === query ? given : changed;
}

/** Value of a top-level parameter; 0 if it is missing. @throws ValidationError for an invalid number */
export function rangeValue(query: ParamObject, name: 'start' | 'limit'): number {
  const value: ParamValue | undefined = query[name];
  const number = isObject(value) ? Number.NaN : Number(printValue(value ?? ''));
  const isRangeValue = number >= 0 || (name === 'limit' && number === -1);
  if (isRangeValue && Number.isSafeInteger(number)) return number;
  throw invalidRange(name === 'start' ? 'Start' : 'Limit', number);
}

function isUnlimited(limit: number): boolean {
  return limit === 0 || limit === -1;
}
