// Lifecycle hooks of document reads. Hooks see them as row queries, and may change the parameters.
import { isDeepStrictEqual } from 'node:util';
import { isRecord } from '../../schema/raw.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Fields, Params } from '../strapi/code-values.ts';
import { toDocumentPopulate, toOrderBy, toRowPopulate, toSelect } from './find-populate.ts';
import type { LifecycleAction, Lifecycles } from './lifecycles.ts';

/** Lifecycle action of each method. */
const ACTION_OF: Readonly<Record<string, LifecycleAction>> = {
  findMany: 'FindMany',
  findFirst: 'FindOne',
  findOne: 'FindOne',
  count: 'Count',
};

/** A document service call that reads. */
export interface FindCall {
  readonly type: ContentType;
  readonly method: string;
  readonly params: Params;
  /** Returns the locale of calls without one. */
  readonly defaultLocale: () => Promise<string>;
}

/** Runs a document read between its hooks. */
export async function withFindHooks<T>(
  lifecycles: Lifecycles,
  { type, method, params, defaultLocale }: FindCall,
  run: (params: Params) => Promise<T>,
): Promise<T> {
  const action = ACTION_OF[method];
  if (action === undefined || !lifecycles.has(type.uid, [action])) return run(params);
  // As in Strapi, invalid filters are an error before hooks run.
  if (!areFilters(params['filters'])) return run(params);
  const locale = type.localized ? params['locale'] || (await defaultLocale()) : null;
  const read = { type, method, params, locale };
  const call = lifecycles.call(type.uid, action, toQueryParams(read));
  return lifecycles.around(call, () => run(toDocumentParams(read, call.params)));
}

function areFilters(value: unknown): boolean {
  return value === undefined || value === null || typeof value === 'object';
}

/** A call with its locale. */
interface Read extends Pick<FindCall, 'type' | 'method' | 'params'> {
  /** Null for a type without locales. */
  readonly locale: unknown;
}

/** Returns the parameters of the row query that a call corresponds to. */
function toQueryParams({ type, method, params, locale }: Read): Fields {
  const { filters, fields, sort, populate, start, limit, _q, documentId } = params;
  const where = {
    ...versionOf(type, params),
    ...(locale === null || locale === ALL ? {} : { locale }),
    ...(isRecord(filters) ? filters : Array.isArray(filters) ? { $and: filters } : {}),
    ...(method === 'findOne' ? { documentId } : {}),
  };
  const given = {
    locale: locale ?? undefined,
    _q,
    orderBy: toOrderBy(sort),
    select: toSelect(fields),
    populate: toRowPopulate(populate),
    offset: start,
    limit,
  };
  const present = Object.entries(given).filter(([, value]) => value !== undefined);
  return { where, ...Object.fromEntries(present) };
}

const ALL = '*';

/** The condition for the version that a call reads. */
function versionOf({ draftAndPublish }: ContentType, { status }: Params): Fields {
  if (!draftAndPublish) return {};
  return { publishedAt: status === 'published' ? { $notNull: true } : { $null: true } };
}

/** Returns the parameters of a call with the changes of hooks. As in Strapi, they cannot change the status. */
function toDocumentParams(read: Read, changed: Fields): Params {
  const given = toQueryParams(read);
  const { populate, limit, _q, select: fields, orderBy: sort, offset: start } = changed;
  const isSame = isDeepStrictEqual(populate, given['populate']);
  return {
    ...read.params,
    ...(isDeepStrictEqual(changed['where'], given['where'])
      ? {}
      : lookupOf(read, changed['where'])),
    populate: isSame ? read.params['populate'] : toDocumentPopulate(populate),
    limit,
    _q,
    fields,
    sort,
    start,
  };
}

/** Returns the document, the locale and the filters in the conditions that hooks have changed. */
function lookupOf({ type, method, params, locale }: Read, where: unknown): Params {
  if (!isRecord(where)) return { filters: where };
  const { publishedAt, documentId, locale: inWhere, ...filters } = where;
  const isSame =
    JSON.stringify(versionOf(type, params)['publishedAt']) === JSON.stringify(publishedAt);
  const isNamed = method === 'findOne' && typeof documentId === 'string';
  const isList = method === 'findMany' || method === 'count';
  const isCode = typeof inWhere === 'string' || (isList && Array.isArray(inWhere));
  const isLookup = type.localized && isCode;
  // Without a locale in the conditions, a list contains all.
  const others = type.localized && isList ? ALL : params['locale'];
  return {
    documentId: isNamed ? documentId : params['documentId'],
    locale: isLookup
      ? JSON.stringify(inWhere) === JSON.stringify(locale)
        ? params['locale']
        : inWhere
      : others,
    filters: {
      ...filters,
      ...(isSame || publishedAt === undefined ? {} : { publishedAt }),
      ...(isNamed || documentId === undefined ? {} : { documentId }),
      ...(isLookup || inWhere === undefined ? {} : { locale: inWhere }),
    },
  };
}
