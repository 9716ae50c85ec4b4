// Service `document-manager` of the plugin `content-manager`: the document service with everything that an entry contains.
import { numberOf } from '../../../base/json.ts';
import { toRecord } from '../../../schema/raw.ts';
import type { CodeDocuments, Service, Strapi } from '../../strapi/strapi.ts';
import type { Fields, Params, Row } from '../../strapi/code-values.ts';
import { notAvailable } from '../../strapi/not-available.ts';
import { everythingIn } from './populate-builder.ts';

const NAME = "plugin('content-manager').service('document-manager')";

/** The maximum page size of `findPage`. */
const MAX_PAGE_SIZE = 1000;

type Version = 'publish' | 'unpublish' | 'discardDraft';

/** Writes never publish. */
const DRAFT: Params = { status: 'draft' };

/** Creates the service. Calls on several documents run in one transaction. */
export function documentManagerService({ strapi }: { readonly strapi: Strapi }): Service {
  const documents = (uid: string): CodeDocuments => strapi.documents(uid);
  const everything = (uid: string): Params => ({
    populate: everythingIn(uid, (name) => strapi.getModel(name)),
  });
  const act = async (call: Version, uid: string, params: Params): Promise<Row[]> => {
    const method = documents(uid)[call];
    if (!method) throw new Error(`${uid} has no drafts.`);
    return (await method({ ...everything(uid), ...params })).entries;
  };
  const forEach = async (
    ids: readonly string[],
    run: (documentId: string) => Promise<{ readonly length: number }>,
  ): Promise<{ readonly count: number }> => {
    let count = 0;
    await strapi.db.transaction(async () => {
      for (const documentId of ids) count += (await run(documentId)).length;
    });
    return { count };
  };
  const unavailable = (name: string) => () => {
    throw notAvailable(`${NAME}.${name}`, 'strapi.documents(uid)');
  };
  return {
    findOne: (documentId: string, uid: string, params: Params = {}) =>
      documents(uid).findOne({ ...params, documentId }),
    findMany: (params: Params, uid: string) =>
      documents(uid).findMany({ ...everything(uid), ...params }),
    async findPage({ page = 1, pageSize = 10, ...params }: Params, uid: string) {
      const number = Math.max(numberOf(page) || 1, 1);
      const size = Math.min(Math.max(numberOf(pageSize) || 10, 1), MAX_PAGE_SIZE);
      const range = { start: (number - 1) * size, limit: size };
      const results = await documents(uid).findMany({ ...params, ...range });
      const total = await documents(uid).count(params);
      const pageCount = Math.ceil(total / size);
      return { results, pagination: { page: number, pageSize: size, pageCount, total } };
    },
    create: (uid: string, params: Params = {}) =>
      documents(uid).create({ ...everything(uid), ...params, ...DRAFT }),
    update(documentId: string, uid: string, params: Params = {}) {
      const { id: _id, publishedAt: _publishedAt, ...data } = toRecord(params['data']);
      return documents(uid).update({ ...everything(uid), ...params, data, ...DRAFT, documentId });
    },
    async clone(id: string, body: Fields, uid: string) {
      const { id: _id, documentId: _documentId, locale, ...data } = toRecord(body);
      const params = { ...everything(uid), ...localeOf(locale), documentId: id, data };
      return (await documents(uid).clone(params)).entries[0];
    },
    async delete(documentId: string, uid: string, params: Params = {}) {
      await documents(uid).delete({ ...params, documentId });
      return {};
    },
    /** Counts all ids, also those that do not exist. */
    deleteMany: (ids: readonly string[], uid: string, params: Params = {}) =>
      forEach(ids, async (documentId) => {
        await documents(uid).delete({ ...params, documentId });
        return [documentId];
      }),
    async exists(uid: string, documentId?: string) {
      const where = documentId === undefined ? {} : { documentId };
      return (await strapi.db.query(uid).count({ where })) > 0;
    },
    publish: (documentId: string, uid: string, params: Params = {}) =>
      act('publish', uid, { ...params, documentId }),
    publishMany: async (uid: string, ids: readonly string[], locale?: unknown) =>
      (await forEach(ids, (documentId) => act('publish', uid, { ...localeOf(locale), documentId })))
        .count,
    unpublish: async (documentId: string, uid: string, params: Params = {}) =>
      (await act('unpublish', uid, { ...params, documentId }))[0],
    unpublishMany: (ids: readonly string[], uid: string, params: unknown = {}) => {
      const { locale } = toRecord(params);
      return forEach(ids, (documentId) =>
        act('unpublish', uid, { ...localeOf(locale), documentId }),
      );
    },
    discardDraft: async (documentId: string, uid: string, params: Params = {}) =>
      (await act('discardDraft', uid, { ...params, documentId }))[0],
    findLocales: unavailable('findLocales'),
    countDraftRelations: unavailable('countDraftRelations'),
    countManyEntriesDraftRelations: unavailable('countManyEntriesDraftRelations'),
  };
}

function localeOf(locale: unknown): Params {
  return locale === undefined ? {} : { locale };
}
