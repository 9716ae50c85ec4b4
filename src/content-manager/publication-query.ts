// Parses status filters of lists, in each format of Strapi's panel and API
// (docs/strapi/content-manager.md, "Lists").
import type { PublicationFilter, QueryObject, QueryValue } from '../query/params.ts';
import { isObject, listItems, textOf } from '../query/parse/values.ts';
import { parseHasPublishedVersion, parsePublicationFilter } from '../query/parse/version.ts';

/** Query parameters by status filter of the panel. */
const STATUS_FILTERS: Readonly<Record<string, QueryObject>> = {
  draft: { status: 'draft', publicationFilter: 'never-published' },
  published: { status: 'published' },
  'published-modified': { publicationStatusFilter: 'published-modified' },
  'published-unmodified': { publicationStatusFilter: 'published-unmodified' },
};

/** Replaces the filter `filters[$and][n][__status][$eq]` by the equivalent parameters. */
export function withStatusParams(query: QueryObject): QueryObject {
  const { filters } = query;
  const items = isFilterObject(filters) ? listItems(filters['$and']) : null;
  if (!isFilterObject(filters) || !items) return query;
  const params = items.map(statusParamsOf);
  if (params.every((each) => each === undefined)) return query;
  const left = items.filter((_, i) => params[i] === undefined);
  const { $and: _, ...others } = filters;
  const remaining = left.length > 0 ? { ...others, $and: left } : others;
  return Object.assign({ ...query, filters: remaining }, ...params) as QueryObject;
}

/** A query with its publication filter. */
export interface PublicationQuery {
  readonly query: QueryObject;
  readonly publicationFilter: PublicationFilter | null;
}

/** Parses the publication filter. @throws ValidationError */
export function parsePublication(sent: QueryObject): PublicationQuery {
  const query = withStatusParams(sent);
  const only = ONLY.get(textOf(query['publicationStatusFilter']));
  if (only) return { query: { ...query, status: 'published' }, publicationFilter: only };
  const named = parsePublicationFilter(query['publicationFilter']);
  return {
    query,
    publicationFilter: named ?? parseHasPublishedVersion(query['hasPublishedVersion']),
  };
}

const ONLY: ReadonlyMap<string | null, PublicationFilter> = new Map([
  ['published-modified', 'modified'],
  ['published-unmodified', 'unmodified'],
]);

function statusParamsOf(filter: QueryValue): QueryObject | undefined {
  const status = isFilterObject(filter) ? filter['__status'] : undefined;
  const name = isFilterObject(status) ? textOf(status['$eq']) : null;
  return name !== null && Object.hasOwn(STATUS_FILTERS, name) ? STATUS_FILTERS[name] : undefined;
}

function isFilterObject(value: QueryValue | undefined): value is QueryObject {
  return isObject(value);
}
