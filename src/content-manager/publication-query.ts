// Parses status filters of lists, in each format of Strapi's panel and API
// (docs/strapi/content-manager.md, "Lists").
import type {
  FilterKey,
  FilterTree,
  PublicationFilter,
  QueryObject,
  Status,
} from '../query/params.ts';
import { parseFilters } from '../query/parse/filters.ts';
import { textOf } from '../query/parse/values.ts';
import { parseHasPublishedVersion, parsePublicationFilter } from '../query/parse/version.ts';
import { itemsOf, scalarOf } from '../query/plan/filter-tree.ts';
import { isLimitedToStatus } from './list-query.ts';
import { parseStatus } from './version-params.ts';

/** The filters of a list, and the status of its entries. */
interface StatusQuery {
  readonly filters: FilterTree | null;
  readonly status: Status;
  readonly publicationFilter: PublicationFilter | null;
  /** True if the list is limited to a status. */
  readonly isLimited: boolean;
}

/**
 * Parses the filters and the status of a list. The filter `filters[$and][n][__status][$eq]` replaces the parameters of the
 * status.
 * @throws ValidationError
 */
export function parseStatusQuery(query: QueryObject): StatusQuery {
  const { filters, names } = withoutStatus(query);
  const isLimited = names.length > 0 || isLimitedToStatus(query);
  const only = names.findLast((name) => ONLY.has(name)) ?? query['publicationStatusFilter'];
  const publicationFilter = ONLY.get(textOf(only));
  if (publicationFilter) return { filters, status: 'published', publicationFilter, isLimited };
  const named = names.includes('draft')
    ? 'never-published'
    : parsePublicationFilter(query['publicationFilter']);
  const status = names.findLast((name) => name === 'draft' || name === 'published');
  return {
    filters,
    publicationFilter: named ?? parseHasPublishedVersion(query['hasPublishedVersion']),
    status: parseStatus(status ?? query['status'] ?? null),
    isLimited,
  };
}

const ONLY: ReadonlyMap<string | null, PublicationFilter> = new Map([
  ['published-modified', 'modified'],
  ['published-unmodified', 'unmodified'],
]);

/** Removes the status filters of the panel, and returns their values. */
function withoutStatus(query: QueryObject): {
  readonly filters: FilterTree | null;
  readonly names: readonly string[];
} {
  if (query['filters'] === undefined) return { filters: null, names: [] };
  const filters = parseFilters(query['filters']);
  const group = filters.form === 'keys' ? filters.keys.find(({ kind }) => kind === 'and') : null;
  const items = (group && itemsOf(group.value)) ?? [];
  const names = items.flatMap((item) => statusNameOf(item) ?? []);
  if (filters.form !== 'keys' || names.length === 0) return { filters, names };
  const others = filters.keys.filter((key) => key !== group);
  const left = items.filter((item) => statusNameOf(item) === null);
  const keys = left.length > 0 ? [...others, allOfKey(left)] : others;
  return { filters: { form: 'keys', keys }, names };
}

function allOfKey(items: readonly FilterTree[]): FilterKey {
  return { kind: 'and', key: '$and', value: { form: 'list', items, index: '0' } };
}

function statusNameOf(item: FilterTree): string | null {
  const status = valueAt(item, '__status');
  const value = status && valueAt(status, '$eq');
  const name = value && scalarOf(value);
  const isStatus = name === 'draft' || name === 'published';
  return typeof name === 'string' && (isStatus || ONLY.has(name)) ? name : null;
}

function valueAt(tree: FilterTree, name: string): FilterTree | null {
  if (tree.form !== 'keys') return null;
  return tree.keys.find(({ key }) => key === name)?.value ?? null;
}
