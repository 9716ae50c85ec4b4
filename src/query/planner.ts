// Plans a read: the passes in the order in which their mistakes are answered (docs/strapi/reading.md,
// "Errors in a query"). Pure: no database, no query string.
import { validationError } from '../base/errors.ts';
import type { Registry } from '../schema/registry.ts';
import { searchedAttributes } from '../schema/searched-attributes.ts';
import type { ContentType } from '../schema/types.ts';
import type { ReadAccess } from './access.ts';
import { settled } from './deferred.ts';
import type { FilterTree, LocaleChoice, Pagination, ReadParams } from './params.ts';
import type { Filter, ReadPlan, ReadShape, SearchNode, Slot } from './plan.ts';
import { PlanContext } from './plan/context.ts';
import { planFields } from './plan/fields.ts';
import { planFilters } from './plan/filters.ts';
import { planKeyset, type SortedModel } from './plan/keyset.ts';
import { planPopulate } from './plan/populate.ts';
import { isRepetitive } from './plan/repetitive.ts';
import { planSort } from './plan/sort.ts';
import { castValue } from './plan/values.ts';

/** What a read is of. */
export interface ReadTarget {
  readonly type: ContentType;
  /** Null on lists and single types. */
  readonly one: RowKey | null;
}

/**
 * What names one row. `row`: one that was just written, whatever its version, or one that is to be deleted where it
 * matches `filters` and `_q` (`filtered`); its id comes when the plan runs. `several`: the write may be of several locales.
 */
export type RowKey =
  | { readonly by: 'id' | 'documentId'; readonly value: string }
  | { readonly by: 'row'; readonly filtered?: boolean; readonly several?: boolean };

/** What planning depends on besides the request. */
export interface PlanSurroundings {
  readonly registry: Registry;
  readonly access: ReadAccess;
  readonly defaultLocale: string;
}

/** Plans a read. @throws ValidationError (docs/strapi/reading.md) */
export function planRead(
  { type, one }: ReadTarget,
  params: ReadParams,
  { registry, access, defaultLocale }: PlanSurroundings,
): ReadPlan {
  const context = new PlanContext(registry, access);
  const model = type;
  const isWritten = one?.by === 'row';
  const isFree = isAlone(one) || (isWritten && one.filtered !== true);
  const filters = withoutReplaced(params.filters, one);
  const asFiltered = planFilters(context, { model, param: 'filters' }, filters);
  const sort = planSort(context, { model, param: 'sort' }, params.sort);
  const wanted = planFields(model, params.fields, 'fields');
  const named = isAlone(one) ? planFields(model, 'all', 'fields') : wanted;
  const fields = context.readable([], named);
  const children = planPopulate(context, model, params.populate);
  context.throwBadForm();
  const rows = settled(params.rows);
  context.throwBadValue();
  const isReplaced = hasKey(filters, 'locale');
  const locale = isReplaced && !isWritten ? { kind: 'any' as const } : rows.locale;
  const asked = both(asFiltered, planLocaleFilter(context, { type, one }, locale));
  const filter = both(asked, planOwnRows(context, model));
  const shape: ReadShape = {
    root: {
      uid: type.uid,
      filter: isFree ? null : filter,
      sort: rows.pagination ? sort : [],
      fields,
      children,
    },
    status: params.status,
    publicationFilter: rows.publicationFilter,
    locale: type.localized && !isWritten ? planLocale(context, locale, defaultLocale) : null,
    one: one && planKey(context, one),
    search: rows.search === null || isFree ? null : planSearch(context, type, rows.search),
    page: planPage(context, { model, sort }, rows.pagination),
  };
  return {
    shape,
    values: context.values,
    pagination: rows.pagination,
    writtenLocales: isWritten && type.localized ? writtenLocales(rows.locale, defaultLocale) : null,
    localeProblem: isWritten ? localeProblem(one, rows.locale) : null,
  };
}

function writtenLocales(locale: LocaleChoice, defaultLocale: string): ReadPlan['writtenLocales'] {
  if (locale.kind === 'any') return 'all';
  if (locale.kind === 'filter') return 'matching';
  return locale.kind === 'some' ? locale.codes : [defaultLocale];
}

type RowOnly = Extract<RowKey, { readonly by: 'row' }>;

/** A write of values is of one locale (docs/strapi/publishing.md, "The locale parameter"). */
function localeProblem({ several = false }: RowOnly, locale: LocaleChoice): string | null {
  if (locale.kind === 'refused') return locale.message;
  const isAny = locale.kind === 'some' && locale.codes.includes('*');
  return isAny && !several ? notStrings('*') : null;
}

function notStrings(received: string): string {
  return `Invalid locale param ${received} provided. Document locales must be strings.`;
}

/** @throws ValidationError of a write that is not of the rows that match */
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

/** The condition that the caller's access sets for rows. */
function planOwnRows(context: PlanContext, model: ContentType): Filter | null {
  const rows = context.access.root?.rows ?? null;
  return rows && planFilters(context.unlimited(), { model, param: 'filters' }, rows);
}

function both(filter: Filter | null, other: Filter | null): Filter | null {
  return filter && other ? { kind: 'and', items: [filter, other] } : (filter ?? other);
}

/** A row id in the path is the only condition: others are checked and have no effect (docs/strapi/media.md). */
function isAlone(one: RowKey | null): boolean {
  return one?.by === 'id';
}

/** The path says which document is read: a root filter on its id gives way. */
function withoutReplaced(filters: FilterTree | null, one: RowKey | null): FilterTree | null {
  const isNamed = one?.by === 'documentId' || one?.by === 'row';
  if (!isNamed || filters?.form !== 'keys') return filters;
  return { ...filters, keys: filters.keys.filter(({ key }) => key !== 'documentId') };
}

function hasKey(filters: FilterTree | null, name: string): boolean {
  return filters?.form === 'keys' && filters.keys.some(({ key }) => key === name);
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
 * `_q`: texts, and numbers where the text is one; nothing that the caller could not see (docs/strapi/differences.md,
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
