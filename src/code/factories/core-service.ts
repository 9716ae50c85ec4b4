// `createCoreService`: what core actions read and write documents with. Unlike `strapi.documents` it means published ones.
import { validationError } from '../../base/errors.ts';
import { isRecord, toRecord } from '../../schema/raw.ts';
import type { CodeDocuments, ContentTypeModel, Fields, Params, Strapi } from '../strapi/strapi.ts';
import { laidOver, markCore } from './core-methods.ts';

/** A service's code: its functions, or a function that gives them. */
export type ServiceCode = Fields | ((context: { readonly strapi: Strapi }) => unknown);

/** The factory: what it returns is called with `{strapi}` when the service is first used. */
export function createCoreService(
  uid: string,
  own?: ServiceCode,
): (context: { readonly strapi: Strapi }) => Record<string, unknown> {
  return ({ strapi }) => {
    const type = strapi.contentType(uid);
    if (!type) throw new Error(`There is no content-type "${uid}".`);
    const service =
      type.kind === 'singleType' ? singleService(type, strapi) : listService(type, strapi);
    const base = markCore(uid, { getFetchParams: fetchParams, ...service });
    return laidOver(base, typeof own === 'function' ? own({ strapi }) : own);
  };
}

function fetchParams(params: Params = {}): Params {
  return { status: 'published', ...params };
}

function listService({ uid }: ContentTypeModel, strapi: Strapi): object {
  const documents = (): CodeDocuments => strapi.documents(uid);
  return {
    async find(params?: Params): Promise<Fields> {
      const wanted = fetchParams(params);
      const page = pageOf(toRecord(wanted['pagination']), strapi);
      const part = { ...wanted, start: page.start, limit: page.limit };
      const results = await documents().findMany(part);
      const total = isCounted(wanted, strapi) ? await documents().count(part) : null;
      return { results, pagination: paginationOf(page, total) };
    },
    findOne: (documentId: unknown, params?: Params) =>
      documents().findOne({ ...fetchParams(params), documentId }),
    create: (params: Params = { data: {} }) => documents().create(fetchParams(params)),
    update: (documentId: unknown, params: Params = { data: {} }) =>
      documents().update({ ...fetchParams(params), documentId }),
    async delete(documentId: unknown, params?: Params): Promise<Fields> {
      const { entries } = await documents().delete({ ...fetchParams(params), documentId });
      return { deletedEntries: entries.length };
    },
  };
}

function singleService({ uid }: ContentTypeModel, strapi: Strapi): object {
  const documents = (): CodeDocuments => strapi.documents(uid);
  const documentIdOf = async (): Promise<unknown> =>
    (await strapi.db.query(uid).findOne({}))?.documentId;
  return {
    getDocumentId: documentIdOf,
    find: (params?: Params) => documents().findFirst(fetchParams(params)),
    async createOrUpdate(params: Params = {}): Promise<unknown> {
      const documentId = await documentIdOf();
      const wanted = fetchParams(params);
      if (documentId === undefined) return documents().create(wanted);
      return documents().update({ ...wanted, documentId });
    },
    async delete(params?: Params): Promise<Fields> {
      const documentId = await documentIdOf();
      if (documentId === undefined) return { deletedEntries: 0 };
      const { entries } = await documents().delete({ ...fetchParams(params), documentId });
      return { deletedEntries: entries.length };
    },
  };
}

interface Page {
  readonly start: number;
  /** -1: all. */
  readonly limit: number;
  /** False: it was asked for by `start` and `limit`. */
  readonly isPaged: boolean;
}

/** Limits are those of `config/api`. @throws ValidationError for what is no whole number */
function pageOf(pagination: Readonly<Record<string, unknown>>, { config }: Strapi): Page {
  const usual = Number(config.get('api.rest.defaultLimit', 25));
  const most = Number(config.get('api.rest.maxLimit')) || Infinity;
  const { page, pageSize, start, limit } = pagination;
  const hasPages = page !== undefined || pageSize !== undefined;
  const hasOffset = start !== undefined || limit !== undefined;
  if (hasPages && hasOffset) {
    throw validationError(
      'Invalid pagination attributes. The pagination parameters are incorrect and cannot be combined',
    );
  }
  if (hasOffset) {
    const asked = whole(limit, usual, -1);
    const bounded = asked === -1 ? (most === Infinity ? -1 : most) : Math.min(asked, most);
    return { start: whole(start, 0, 0), limit: bounded, isPaged: false };
  }
  const size = Math.min(whole(pageSize, usual, 1), most);
  return { start: (whole(page, 1, 1) - 1) * size, limit: size, isPaged: true };
}

function whole(value: unknown, fallback: number, least: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (Number.isInteger(number)) return Math.max(number, least);
  throw validationError(`Invalid pagination: expected a whole number, received: ${String(value)}`);
}

/** @throws ValidationError */
function isCounted(params: Params, { config }: Strapi): boolean {
  const pagination = toRecord(params['pagination']);
  if (!isRecord(params['pagination']) || !('withCount' in pagination)) {
    return Boolean(config.get('api.rest.withCount', true));
  }
  const { withCount } = pagination;
  if (withCount === undefined) return false;
  if (typeof withCount === 'boolean') return withCount;
  const text = String(withCount);
  if (['true', 't', '1'].includes(text)) return true;
  if (['false', 'f', '0'].includes(text)) return false;
  throw validationError('Invalid withCount parameter. Expected "t","1","true","false","0","f"');
}

function paginationOf({ start, limit, isPaged }: Page, total: number | null): Fields {
  if (!isPaged) return { start, limit, ...(total === null ? {} : { total }) };
  const page = Math.floor(start / limit) + 1;
  if (total === null) return { page, pageSize: limit };
  return { page, pageSize: limit, pageCount: Math.ceil(total / limit), total };
}
