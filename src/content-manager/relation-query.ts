// Queries of relations (docs/strapi/content-manager.md, "Relations").
import { invalidInput } from '../base/errors.ts';
import type {
  FilterTree,
  OffsetPagination,
  QueryObject,
  QueryValue,
  SortTerm,
  Status,
} from '../query/params.ts';
import { listItems, textOf, toNumber } from '../query/parse/values.ts';
import type { ContentType, Model } from '../schema/types.ts';
import { parseListFields, parseListQuery } from './list-query.ts';
import { readableFilters, readableSort, type Readable } from './readable-query.ts';
import { localeIn } from './version-params.ts';

/** Parses `page` and `pageSize`. @throws ValidationError */
export function parseRelationPage({ page, pageSize }: QueryObject): OffsetPagination {
  const number = countOf('page', page, 1);
  const limit = countOf('pageSize', pageSize, 10);
  return { style: 'page', offset: (number - 1) * limit, limit, page: number, withCount: true };
}

/** The first page of a relation. @param limit Page size */
export function firstPage(limit: number): OffsetPagination {
  return { style: 'page', offset: 0, limit, page: 1, withCount: true };
}

const MAX_PAGE_SIZE = 100;

/** The version of the source and the target of a relation. */
export interface RelationVersion {
  /** Status of the target. Entries of types without drafts link to drafts. */
  readonly status: Status;
  /** Locale code; null for all. */
  readonly locale: string | null;
}

/** Parses `locale` and `status` of a relation of a model. @throws ValidationError */
export function parseRelationVersion(query: QueryObject, model: Model): RelationVersion {
  const locale = localeIn(query);
  const { status = null } = query;
  if (status !== null && status !== 'published' && status !== 'draft') {
    throw invalidInput(['status'], 'Invalid option: expected one of "published"|"draft"');
  }
  const hasVersions = model.modelType === 'component' || model.draftAndPublish;
  return { status: hasVersions ? (status ?? 'draft') : 'draft', locale };
}

/** @throws ValidationError unless the row ids to omit and to include are lists */
export function assertIdLists(query: QueryObject): void {
  for (const name of ['idsToOmit', 'idsToInclude']) {
    const value = query[name];
    if (value === undefined || listItems(value)) continue;
    const received = value === null ? 'null' : typeof value;
    throw invalidInput([name], `Invalid input: expected array, received ${received}`);
  }
}

function countOf(name: string, value: QueryValue | undefined, absent: number): number {
  if (value === undefined) return absent;
  const number = value === '' ? 0 : toNumber(value);
  if (!Number.isSafeInteger(number)) {
    throw invalidInput([name], 'Invalid input: expected number, received NaN');
  }
  if (number < 1) throw invalidInput([name], 'Too small: expected number to be >=1');
  if (name === 'pageSize' && number > MAX_PAGE_SIZE) {
    throw invalidInput([name], `Too big: expected number to be <=${MAX_PAGE_SIZE}`);
  }
  return number;
}

/** Returns the row ids in a list. */
export function idsIn(value: QueryValue | undefined): readonly number[] {
  const items = listItems(value) ?? [value ?? null];
  return items.flatMap((item) => {
    const id = Number(textOf(item) ?? '');
    return Number.isSafeInteger(id) && id > 0 ? [id] : [];
  });
}

const COMPARISONS: ReadonlySet<string> = new Set([
  '$contains',
  '$containsi',
  '$startsWith',
  '$startsWithi',
  '$endsWith',
  '$endsWithi',
  '$eq',
  '$eqi',
  '$ne',
  '$nei',
  '$notContains',
  '$notContainsi',
]);

/** Returns the filter of `_q` and `_filter` for an attribute, or null without a search text. */
export function searchFilter(
  { _q: text, _filter: comparison }: QueryObject,
  field: string,
): FilterTree | null {
  const searched = textOf(text) ?? '';
  if (searched === '') return null;
  const requested = textOf(comparison) ?? '';
  const key = COMPARISONS.has(requested) ? requested : '$containsi';
  const value: FilterTree = {
    form: 'keys',
    keys: [{ kind: 'operator', key, value: { form: 'value', value: searched } }],
  };
  return { form: 'keys', keys: [{ kind: 'name', key: field, value }] };
}

/** Returns the fields of related entries. @param mainField Null if it is not readable */
export function fieldsOf({ localized }: ContentType, mainField: string | null): readonly string[] {
  const names = ['publishedAt', 'updatedAt', ...(localized ? ['locale'] : [])];
  return mainField === null || names.includes(mainField) ? names : [mainField, ...names];
}

/** Which candidates are listed, in which order, and with which values. */
interface CandidateSelection {
  readonly filters: FilterTree | null;
  readonly sort: readonly SortTerm[];
  readonly read: readonly string[];
  /** False if `locale` is read to find the status, but is not part of the response. */
  readonly showsLocale: boolean;
}

/**
 * Parses `filters`, `sort` and `fields` of candidates, without attributes that are not readable.
 * @param mainField Null if it is not readable @throws ValidationError
 */
export function candidateSelection(
  readable: Readable & { readonly type: ContentType },
  query: QueryObject,
  mainField: string | null,
): CandidateSelection {
  const { type, access } = readable;
  const { filters, sort } = parseListQuery(query, type);
  const readableKeys = readableSort(readable, sort);
  const byMainField = [{ path: [mainField ?? 'id'], direction: 'asc', explicit: null } as const];
  const chosen =
    query['fields'] === undefined
      ? fieldsOf(type, mainField)
      : fieldsIn(type, query).filter((name) => access.mayRead([name]));
  const hidesLocale = type.localized && !chosen.includes('locale');
  return {
    filters: readableFilters(readable, filters),
    sort: readableKeys.length > 0 ? readableKeys : byMainField,
    read: hidesLocale ? [...chosen, 'locale'] : chosen,
    showsLocale: !hidesLocale,
  };
}

/** Returns the names of scalar attributes in `fields`. @throws ValidationError for an unknown attribute */
function fieldsIn(type: ContentType, query: QueryObject): readonly string[] {
  const names = parseListFields(type, query);
  const isAll = names === 'all' || names.includes('*');
  return [...type.attributes.values()]
    .filter((each) => each.kind === 'scalar' && each.type !== 'password')
    .map(({ name }) => name)
    .filter((name) => isAll || names.includes(name));
}
