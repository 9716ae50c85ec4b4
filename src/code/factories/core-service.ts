// `createCoreService`: the service that core actions call. Unlike `strapi.documents`, it reads and writes published versions
// by default.
import { toRecord } from '../../schema/raw.ts';
import type { CodeDocuments, ContentTypeModel, Strapi } from '../strapi/strapi.ts';
import type { Fields, Params } from '../strapi/code-values.ts';
import { withOverrides, markCore } from './core-methods.ts';
import { isCounted, pageOf, paginationOf } from './list-page.ts';

/** Functions of a project: an object, or a function that returns one. */
export type ServiceCode = Fields | ((context: { readonly strapi: Strapi }) => unknown);

/** Creates a factory, which is called with `{strapi}` when the service is first used. */
export function createCoreService(
  uid: string,
  own?: ServiceCode,
): (context: { readonly strapi: Strapi }) => Record<string, unknown> {
  return ({ strapi }) => {
    const type = strapi.contentType(uid);
    if (!type) throw new Error(`Unknown content-type "${uid}".`);
    const service =
      type.kind === 'singleType' ? singleService(type, strapi) : listService(type, strapi);
    // Functions are marked with their type, so types do not share them.
    const getFetchParams = (params?: Params): Params => fetchParams(params);
    const base = markCore(uid, { getFetchParams, ...service });
    return withOverrides(base, typeof own === 'function' ? own({ strapi }) : own);
  };
}

/** Services read and write published documents by default. */
export function fetchParams(params: Params = {}): Params {
  return { status: 'published', ...params };
}

function listService({ uid }: ContentTypeModel, strapi: Strapi): object {
  const documents = (): CodeDocuments => strapi.documents(uid);
  return {
    async find(params?: Params): Promise<Fields> {
      const requested = fetchParams(params);
      const page = pageOf(toRecord(requested['pagination']), strapi);
      const part = { ...requested, start: page.start, limit: page.limit };
      const results = await documents().findMany(part);
      const total = isCounted(requested, strapi) ? await documents().count(part) : null;
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
      const requested = fetchParams(params);
      if (documentId === undefined) return documents().create(requested);
      return documents().update({ ...requested, documentId });
    },
    async delete(params?: Params): Promise<Fields> {
      const documentId = await documentIdOf();
      if (documentId === undefined) return { deletedEntries: 0 };
      const { entries } = await documents().delete({ ...fetchParams(params), documentId });
      return { deletedEntries: entries.length };
    },
  };
}
