// Plans a read, in the order in which errors are reported (docs/strapi/reading.md, "Errors in a query"). A pure function:
// it needs neither a database nor a query string.
import { validationError } from '../base/errors.ts';
import type { Registry } from '../schema/registry.ts';
import { searchedAttributes } from '../schema/searched-attributes.ts';
import type { ContentType } from '../schema/types.ts';
import type { ReadAccess } from './access.ts';
import { unwrap } from './deferred.ts';
import {
  hasKey,
  type FilterTree,
  type LocaleChoice,
  type Pagination,
  type ReadParams,
} from './params.ts';
import type { Filter, ReadPlan, ReadShape, SearchNode, Slot } from './plan.ts';
import { PlanContext } from './plan/context.ts';
import { planFields } from './plan/names.ts';
import { planFilters } from './plan/filters.ts';
import { planKeyset, type SortedModel } from './plan/keyset.ts';
import { planPopulate } from './plan/populate.ts';
import { isRepetitive } from './plan/repetitive.ts';
import { planSort } from './plan/sort.ts';
import { castValue } from './plan/values.ts';

export interface ReadTarget {
  readonly type: ContentType;
  /** Null for lists and single types. */
  readonly one: RowKey | null;
}

/**
 * The key of a row. `row`: a row that was just written, whatever its version; its id is bound when the plan runs. `filtered`:
 * a row to be deleted if it matches `filters` and `_q`. `several`: the write may change several locales.
 */
export type RowKey =
  | { readonly by: 'id' | 'documentId'; readonly value: string }
  | { readonly by: 'row'; readonly filtered?: boolean; readonly several?: boolean };

/** The schema, the access and the default locale that a plan depends on. */
export interface PlanEnvironment {
  readonly registry: Registry;
  readonly access: ReadAccess;
  readonly defaultLocale: string;
}

/** Plans a read. @throws ValidationError (docs/strapi/reading.md) */
export function planRead(
  { type, one }: ReadTarget,
  params: ReadParams,
  { registry, access, defaultLocale }: PlanEnvironment,
): ReadPlan {
  const context = new PlanContext(registry, access);
  const model = type;
  const isWritten = one?.by === 'row';
  const isFree = isByRowId(one) || (isWritten && one.filtered !== true);
  const filters = withoutDocumentId(params.filters, one);
  const asFiltered = planFilters(context, { model, param: 'filters' }, filters);
  const sort = planSort(context, { model, param: 'sort' }, params.sort);
  const selected = planFields(model, params.fields, 'fields');
  const named = isByRowId(one) ? planFields(model, 'all', 'fields') : selected;
  const fields = context.readable([], named);
  const children = planPopulate(context, model, params.populate);
  context.throwInvalidForm();
  const rows = unwrap(params.rows);
  context.throwInvalidValue();
  const isReplaced = filters !== null && hasKey(filters, 'locale');
  const locale = isReplaced && !isWritten ? { kind: 'any' as const } : rows.locale;
  const isFilteredWrite = isWritten && one.filtered === true;
  const requested = allOf(asFiltered, planLocaleFilter(context, { type, one }, locale));
  const own = allOf(requested, planOwnRows(context, model));
  const filter = rows.skipsDocument ? allOf(own, NEVER) : own;
  const shape: ReadShape = {
    root: {
      uid: type.uid,
      filter: isFree ? null : filter,
      sort: rows.pagination ? sort : [],
      fields,
      children,
    },
    status: params.status,
    publicationFilter: isWritten && !isFilteredWrite ? null : rows.publicationFilter,
    locale: type.localized && !isWritten ? planLocale(context, locale, defaultLocale) : null,
    one: one && planKey(context, one),
    search: rows.search === null || isFree ? null : planSearch(context, type, rows.search),
    page: planPage(context, { model, sort }, rows.pagination),
  };
  return {
    shape,
    values: context.values,
    pagination: rows.pagination,
    writtenLocales:
      isWritten && type.localized
        ? writtenLocales(rows.locale, { isReplaced: isFilteredWrite && isReplaced, defaultLocale })
        : null,
    localeProblem: isWritten ? localeProblem(one, rows.locale) : null,
  };
}

/** A condition that no row matches. */
const NEVER: Filter = {
  kind: 'compare',
  attribute: 'id',
  type: 'id',
  comparison: 'never',
  slots: [],
  negated: false,
};

function writtenLocales(
  locale: LocaleChoice,
  { isReplaced, defaultLocale }: { readonly isReplaced: boolean; readonly defaultLocale: string },
): ReadPlan['writtenLocales'] {
  if (isReplaced || locale.kind === 'filter') return 'matching';
  if (locale.kind === 'any') return 'all';
  return locale.kind === 'some' ? locale.codes : [defaultLocale];
}

type RowOnly = Extract<RowKey, { readonly by: 'row' }>;

/** A write of values changes one locale (docs/strapi/publishing.md, "The locale parameter"). */
function localeProblem({ several = false }: RowOnly, locale: LocaleChoice): string | null {
  if (locale.kind === 'invalid') return locale.message;
  const isAny = locale.kind === 'some' && locale.codes.includes('*');
  return isAny && !several ? notStrings('*') : null;
}

function notStrings(received: string): string {
  return `Invalid locale param ${received} provided. Document locales must be strings.`;
}

/** @throws ValidationError for a write that does not filter rows */
function planLocaleFilter(
  context: PlanContext,
  { type: model, one }: ReadTarget,
  locale: LocaleChoice,
): Filter | null {
  if (locale.kind !== 'filter') return null;
  if (one?.by === 'row' && one.filtered !== true) {
    throw validationError(notStrings('[object Object]'));
  }
  return planFilters(context, { model, param: 'filters' }, locale.filter);
}

/** The condition for rows that the caller's access requires. */
function planOwnRows(context: PlanContext, model: ContentType): Filter | null {
  const rows = context.access.root?.rows ?? null;
  return rows && planFilters(context.unlimited(), { model, param: 'filters' }, rows);
}

function allOf(filter: Filter | null, other: Filter | null): Filter | null {
  return filter && other ? { kind: 'and', items: [filter, other] } : (filter ?? other);
}

/** True for a row id in the path, which is the only condition: others are checked without effect (docs/strapi/media.md). */
function isByRowId(one: RowKey | null): boolean {
  return one?.by === 'id';
}

/** Removes a root filter on `documentId` if the path names the document. */
function withoutDocumentId(filters: FilterTree | null, one: RowKey | null): FilterTree | null {
  const isNamed = one?.by === 'documentId' || one?.by === 'row';
  if (!isNamed || filters?.form !== 'keys') return filters;
  return { ...filters, keys: filters.keys.filter(({ key }) => key !== 'documentId') };
}

function planKey(context: PlanContext, key: RowKey): ReadShape['one'] {
  if (key.by === 'row' && key.several) {
    return { by: 'rows', slot: context.slot({ type: 'id', list: [] }) };
  }
  if (key.by === 'row') return { by: 'row', slot: context.slot({ type: 'id', value: 0 }) };
  const { by, value } = key;
  if (value.includes('\0')) throw validationError('Invalid id. NUL characters are not allowed.');
  const type = by === 'id' ? 'id' : 'string';
  return { by, slot: context.slot({ type, value: castValue(type, value) }) };
}

/** A root filter on `locale` replaces the parameter (docs/strapi/publishing.md, "The locale parameter"). */
function planLocale(
  context: PlanContext,
  locale: LocaleChoice,
  defaultLocale: string,
): ReadShape['locale'] {
  if (locale.kind === 'any' || locale.kind === 'filter') return null;
  const codes = locale.kind === 'some' ? locale.codes : [defaultLocale];
  const list = codes.length !== 1;
  const slot = list
    ? context.slot({ type: 'string', list: codes })
    : textSlot(context, codes[0] ?? '');
  return { list, slot };
}

function textSlot(context: PlanContext, value: string): Slot {
  return context.slot({ type: 'string', value });
}

function planPage(
  context: PlanContext,
  sorted: SortedModel,
  pagination: Pagination | null,
): ReadShape['page'] {
  if (!pagination) return null;
  const { limit, withCount: count } = pagination;
  const integer = (value: number): Slot => context.slot({ type: 'integer', value });
  if (pagination.style === 'keyset') {
    const keyset = planKeyset(context, sorted, pagination);
    return { keyset, limit: integer(limit + 1), count };
  }
  return { offset: integer(pagination.offset), limit: integer(limit), count };
}

/**
 * Plans `_q`: it searches texts, and numbers if the search text is one, but no hidden attributes (docs/strapi/differences.md,
 * D4).
 */
function planSearch(context: PlanContext, type: ContentType, text: string): SearchNode {
  const isNumber = !Number.isNaN(Number(text));
  const names = context.readable([], searchedAttributes(type, isNumber ? 'number' : 'text'));
  return {
    attributes: ['id', 'documentId', ...names],
    slot: textSlot(context, text),
    ...(isRepetitive(text) ? { repetitive: true } : {}),
  };
}
