// Parameters of a list, as the document middlewares of a project see them.
import type { LocaleChoice, SortTerm } from '../query/params.ts';
import { filterValue } from '../query/plan/filter-tree.ts';
import type { EntryList } from './entry-reader.ts';

/** Returns the parameters that describe a list, in the form that project code uses. */
export function paramsOf({
  type,
  filters,
  sort,
  fields,
  locale,
  status,
  search = null,
  publicationFilter = null,
  pagination,
}: EntryList): Record<string, unknown> {
  const isPaged = pagination !== undefined && pagination.style !== 'keyset';
  const hasLocale = type.localized && locale.kind !== 'default';
  return {
    ...(isPaged && { start: pagination.offset, limit: pagination.limit }),
    ...(sort.length > 0 && { sort: sort.map(printTerm) }),
    ...(fields !== 'all' && { fields: [...fields] }),
    filters: filters === null ? {} : filterValue(filters),
    ...(search !== null && { _q: search }),
    ...(hasLocale && { locale: printLocale(locale) }),
    status,
    ...(publicationFilter !== null && { publicationFilter }),
  };
}

function printTerm({ path, direction, byStatus }: SortTerm): string {
  const name = byStatus === true ? 'status' : path.join('.');
  return direction === 'asc' || direction === 'desc' ? `${name}:${direction}` : name;
}

function printLocale(locale: LocaleChoice): unknown {
  if (locale.kind !== 'some') return '*';
  return locale.codes.length === 1 ? locale.codes[0] : [...locale.codes];
}
