// Queries of users: `start` and `limit` are top-level parameters, and `populate[role]=*` populates the role only
// (docs/strapi/accounts.md, "Users").
import type { ParamObject, ParamValue } from '../../query/params.ts';
import { checkRootPage } from '../../query/parse/root-range.ts';
import { isObject, listItems } from '../../query/parse/values.ts';
import { rangeValue, rangeQuery } from '../routing/range-query.ts';

/** Query of a list; a limit of 0 or -1 means none. @throws ValidationError for an invalid number */
export function listQuery(query: ParamObject): ParamObject {
  return rangeQuery(withoutStars(query));
}

/** Query of a single user, or null if its range excludes the user. @throws ValidationError for an invalid number */
export function singleQuery(query: ParamObject): ParamObject | null {
  const { filters } = query;
  checkRootPage(query);
  rangeValue(query, 'limit');
  if (rangeValue(query, 'start') > 0) return null;
  const plain = withoutStars(query);
  // A filter on the document would otherwise be replaced by the id in the path.
  const isNamed = typeof filters === 'object' && filters !== null && 'documentId' in filters;
  return isNamed ? { ...plain, filters: { $and: [filters] } } : plain;
}

/** Query of a count, which does not depend on pagination. @throws PaginationError, ValidationError for an invalid number */
export function countQuery(query: ParamObject): ParamObject {
  checkRootPage(query);
  rangeValue(query, 'start');
  rangeValue(query, 'limit');
  const {
    start: _start,
    limit: _limit,
    page: _page,
    pageSize: _size,
    ...others
  } = withoutStars(query);
  return { ...others, pagination: { pageSize: 1, withCount: true } };
}

/** Replaces `*` for relations with true: these routes populate nothing below them. */
function withoutStars(query: ParamObject): ParamObject {
  const { populate } = query;
  if (!isObject(populate) || listItems(populate) !== null) return query;
  const plain = Object.entries(populate).map(([name, value]): [string, ParamValue] => {
    if (value === '*') return [name, true];
    return [name, isObject(value) ? withoutStars(value) : value];
  });
  const isSame = plain.every(([name, value]) => populate[name] === value);
  return isSame ? query : { ...query, populate: Object.fromEntries(plain) };
}
