// `strapi.entityService`: the older names of document calls, with row ids.
import type { Registry } from '../../schema/registry.ts';
import type {
  CodeDocuments,
  CodeEntityService,
  CodeQuery,
  Fields,
  Params,
  Row,
} from '../strapi/strapi.ts';

/** What the entity service is built on. */
export interface EntityServiceParts {
  readonly registry: Registry;
  readonly documents: (uid: string) => CodeDocuments;
  readonly query: (uid: string) => CodeQuery;
}

/** Which document a row belongs to, and which version it is. */
interface RowVersion {
  readonly documentId: string;
  readonly locale?: string;
  readonly status?: 'draft' | 'published';
}

const PAGE_SIZE = 10;

/** Creates the entity service on top of the document service: its middlewares and hooks run. */
export function createEntityService({
  registry,
  documents,
  query,
}: EntityServiceParts): CodeEntityService {
  const versionOf = async (uid: string, id: unknown): Promise<RowVersion | null> => {
    const select = ['documentId', 'locale', 'publishedAt'];
    const row = await query(uid).findOne({ where: { id }, select });
    if (typeof row?.documentId !== 'string') return null;
    const { draftAndPublish, localized } = registry.contentType(uid);
    const locale = localized && typeof row['locale'] === 'string' ? { locale: row['locale'] } : {};
    const status = row['publishedAt'] === null ? 'draft' : 'published';
    return { documentId: row.documentId, ...locale, ...(draftAndPublish ? { status } : {}) };
  };
  return {
    findMany: (uid, params) =>
      registry.contentTypes.get(uid)?.kind === 'singleType'
        ? documents(uid).findFirst(toDocumentParams(params))
        : documents(uid).findMany(toDocumentParams(params)),
    findOne: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      return version && documents(uid).findOne({ ...toDocumentParams(params), ...version });
    },
    findPage: async (uid, params = {}) => {
      const page = Math.max(Number(params['page']) || 1, 1);
      const pageSize = Math.max(Number(params['pageSize']) || PAGE_SIZE, 1);
      const part = { start: (page - 1) * pageSize, limit: pageSize };
      const asked = toDocumentParams(params);
      const results = await documents(uid).findMany({ ...asked, ...part });
      const total = await query(uid).count({ where: params['filters'] ?? {} });
      const pageCount = Math.ceil(total / pageSize);
      return { results, pagination: { page, pageSize, pageCount, total } };
    },
    count: (uid, params = {}) => query(uid).count({ where: params['filters'] ?? {} }),
    create: (uid, params) =>
      documents(uid).create({ ...toDocumentParams(params), ...publicationOf(params) }),
    update: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      return version && documents(uid).update({ ...toDocumentParams(params), ...version });
    },
    delete: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      if (!version) return null;
      const { status: _, ...document } = version;
      const { entries } = await documents(uid).delete({ ...toDocumentParams(params), ...document });
      return entries.find((entry: Row) => entry.id === Number(id)) ?? entries[0] ?? null;
    },
  };
}

/** `publicationState` is the older word for a status. */
function toDocumentParams({ publicationState, ...params }: Params = {}): Params {
  return publicationState === 'live' ? { ...params, status: 'published' } : params;
}

/** What is created with a time of publication is published. */
function publicationOf({ data }: Params): Params {
  const publishedAt =
    typeof data === 'object' && data !== null ? (data as Fields)['publishedAt'] : null;
  return publishedAt === null || publishedAt === undefined ? {} : { status: 'published' };
}
