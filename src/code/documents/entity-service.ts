// Entity service (`strapi.entityService`): the deprecated API to documents by row id.
import type { Registry } from '../../schema/registry.ts';
import type {
  CodeDocuments,
  CodeEntityService,
  CodeQuery,
  Fields,
  Params,
  Row,
} from '../strapi/strapi.ts';

export interface EntityServiceDependencies {
  readonly registry: Registry;
  readonly documents: (uid: string) => CodeDocuments;
  readonly query: (uid: string) => CodeQuery;
}

/** The document and version of a row. */
interface RowVersion {
  readonly documentId: string;
  readonly locale?: string;
  readonly status?: 'draft' | 'published';
}

const PAGE_SIZE = 10;

/** Creates the entity service on the document service, including its middlewares and hooks. */
export function createEntityService({
  registry,
  documents,
  query,
}: EntityServiceDependencies): CodeEntityService {
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
        ? documents(uid).findFirst(params)
        : documents(uid).findMany(params),
    findOne: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      return version && documents(uid).findOne({ ...params, ...version });
    },
    findPage: async (uid, params = {}) => {
      const page = Math.max(Number(params['page']) || 1, 1);
      const pageSize = Math.max(Number(params['pageSize']) || PAGE_SIZE, 1);
      const range = { start: (page - 1) * pageSize, limit: pageSize };
      const results = await documents(uid).findMany({ ...params, ...range });
      // The total includes draft and published rows.
      const total = await query(uid).count({ where: params['filters'] ?? {} });
      const pageCount = Math.ceil(total / pageSize);
      return { results, pagination: { page, pageSize, pageCount, total } };
    },
    count: (uid, params) => documents(uid).count(params),
    create: async (uid, params) => documents(uid).create({ ...params, status: statusOf(params) }),
    update: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      return version && documents(uid).update({ ...params, ...version });
    },
    delete: async (uid, id, params) => {
      const version = await versionOf(uid, id);
      if (!version) return null;
      const { status: _, ...document } = version;
      const { entries } = await documents(uid).delete({ ...params, ...document });
      return entries.find((entry: Row) => entry.id === Number(id)) ?? entries[0] ?? null;
    },
    load: (uid, ...args) => query(uid).load(...args),
    loadPages: (uid, ...args) => query(uid).loadPages(...args),
    wrapParams: (params) => params,
    wrapResult: (result) => result,
  };
}

/** New entries are published unless `publishedAt` is null. */
function statusOf({ data }: Params): 'draft' | 'published' {
  if (typeof data !== 'object' || data === null) throw new Error('cannot create');
  return (data as Fields)['publishedAt'] === null ? 'draft' : 'published';
}
