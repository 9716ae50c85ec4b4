// In charge of the queries of users: `start` and `limit` stand at the top, and `populate[role]=*` asks for the role
// alone (docs/strapi/accounts.md, "Users").
import type { QueryObject, QueryValue } from '../../query/params.ts';
import { isObject, listItems } from '../../query/parse/values.ts';
import { placeOf, rangeQuery } from '../range-query.ts';

/** The query of a list: a limit of 0 or -1 is none. @throws ValidationError for what is no place in a list */
export function listQuery(query: QueryObject): QueryObject {
  return rangeQuery(withoutStars(query));
}

/** The query of the one user that is there; null: it passes that one over. @throws ValidationError as above */
export function singleQuery(query: QueryObject): QueryObject | null {
  const { filters } = query;
  placeOf(query, 'limit');
  if (placeOf(query, 'start') > 0) return null;
  const plain = withoutStars(query);
  // On its own a filter on the document would give way to the path.
  const isNamed = typeof filters === 'object' && filters !== null && 'documentId' in filters;
  return isNamed ? { ...plain, filters: { $and: [filters] } } : plain;
}

/** The query of a list's length: what is counted does not depend on pages. */
export function countQuery(query: QueryObject): QueryObject {
  const {
    start: _start,
    limit: _limit,
    page: _page,
    pageSize: _size,
    ...others
  } = withoutStars(query);
  return { ...others, pagination: { pageSize: '1', withCount: 'true' } };
}

/** The query with `true` where `*` stands for a relation: in these routes it takes nothing below along. */
function withoutStars(query: QueryObject): QueryObject {
  const { populate } = query;
  if (!isObject(populate) || listItems(populate) !== null) return query;
  const plain = Object.entries(populate).map(([name, value]): [string, QueryValue] => {
    if (value === '*') return [name, 'true'];
    return [name, isObject(value) ? withoutStars(value) : value];
  });
  const isSame = plain.every(([name, value]) => populate[name] === value);
  return isSame ? query : { ...query, populate: Object.fromEntries(plain) };
}
