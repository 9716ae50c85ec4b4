// Entity service (`strapi.entityService`): the deprecated API to documents by row id. Plugins decorate it.
import type { Registry } from '../../schema/registry.ts';
import type { CodeEntityService, CodeQuery, EntityMethods } from '../strapi/database-types.ts';
import type { CodeDocuments } from '../strapi/strapi.ts';
import type { Fields, Params, Row } from '../strapi/code-values.ts';
import { asCodeError } from '../database/code-error.ts';
import { toLoadParams, toRowParams } from './row-params.ts';

export interface EntityServiceDependencies {
  readonly registry: Registry;
  readonly documents: (uid: string) => CodeDocuments;
  readonly query: (uid: string) => CodeQuery;
}

/** Creates the entity service on the document service, including its middlewares and hooks. */
export function createEntityService(dependencies: EntityServiceDependencies): CodeEntityService {
  const methods = createMethods(dependencies);
  const service: CodeEntityService = {
    ...methods,
    implementation: methods,
    decorate(decorator: unknown) {
      if (typeof decorator !== 'function') {
        throw new Error(`Decorator must be a function, received ${typeof decorator}`);
      }
      const added = decorator(service.implementation) as Partial<EntityMethods>;
      service.implementation = { ...service.implementation, ...added };
      return service;
    },
  };
  // Methods call each other on the implementation, so that they run what decorators replace.
  for (const name of Object.keys(methods) as (keyof EntityMethods)[]) {
    const method = (...args: readonly unknown[]): unknown =>
      Reflect.apply(service.implementation[name], service.implementation, args);
    Object.assign(service, { [name]: method });
  }
  return service;
}

function createMethods({ registry, documents, query }: EntityServiceDependencies): EntityMethods {
  const rowOf = (uid: string, id: unknown): Promise<Row | null> =>
    query(uid).findOne({ where: { id } });
  return {
    wrapParams: async (params = {}) => params,
    wrapResult: async (result = {}) => result,
    async findMany(uid, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'findMany' });
      const isSingle = registry.contentTypes.get(uid)?.kind === 'singleType';
      const found = await (isSingle
        ? documents(uid).findFirst(wrapped)
        : documents(uid).findMany(wrapped));
      return this.wrapResult(found, { uid, action: isSingle ? 'findOne' : 'findMany' });
    },
    async findPage(uid, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'findPage' });
      const page = await asCode(() =>
        query(uid).findPage(toRowParams(registry, registry.model(uid), wrapped)),
      );
      return this.wrapResult(page, { uid, action: 'findMany' });
    },
    async findOne(uid, id, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'findOne' });
      const { documentId } = (await rowOf(uid, id)) ?? {};
      // The version that the parameters name, whichever the row is.
      const found =
        documentId === undefined ? null : await documents(uid).findOne({ ...wrapped, documentId });
      return this.wrapResult(found, { uid, action: 'findOne' });
    },
    async count(uid, params) {
      return documents(uid).count(await this.wrapParams(params, { uid, action: 'count' }));
    },
    async create(uid, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'create' });
      const created = await documents(uid).create({ ...wrapped, status: statusOf(wrapped) });
      return this.wrapResult(created, { uid, action: 'create' });
    },
    async update(uid, id, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'update' });
      const row = await rowOf(uid, id);
      const { draftAndPublish } = registry.contentType(uid);
      const status = draftAndPublish && row?.['publishedAt'] === null ? 'draft' : 'published';
      const version = { ...localeOf(registry, uid, row), ...wrapped, status };
      const updated = row
        ? await documents(uid).update({ ...version, documentId: row.documentId })
        : null;
      return this.wrapResult(updated, { uid, action: 'update' });
    },
    async delete(uid, id, params) {
      const wrapped = await this.wrapParams(params, { uid, action: 'delete' });
      const row = await rowOf(uid, id);
      if (row) {
        const version = { ...localeOf(registry, uid, row), ...wrapped };
        await documents(uid).delete({ ...version, documentId: row.documentId });
      }
      return this.wrapResult(row, { uid, action: 'delete' });
    },
    async load(uid, row, ...[field, params = {}]) {
      const options = loadOptions(registry, { uid, field, params });
      const loaded = await asCode(() => query(uid).load(row, field, options));
      return this.wrapResult(loaded, { uid, field, action: 'load' });
    },
    async loadPages(uid, row, ...[field, params = {}, pagination = {}]) {
      const options = { ...loadOptions(registry, { uid, field, params }), ...pagination };
      const attribute = registry.attribute(uid, field);
      if (attribute?.kind !== 'relation' || !attribute.relation.endsWith('ToMany')) {
        throw new Error(
          `Invalid load. Expected "${field}" to be an anyToMany relational attribute`,
        );
      }
      const page = await asCode(() => query(uid).loadPages(row, field, options));
      const results = await this.wrapResult(page.results, { uid, field, action: 'load' });
      return { results, pagination: page.pagination };
    },
  };
}

interface LoadCall {
  readonly uid: string;
  readonly field: string;
  readonly params: Params;
}

/** @throws Error if `field` is not a string */
function loadOptions(registry: Registry, { uid, field, params }: LoadCall): Params {
  if (typeof field !== 'string') {
    throw new Error(`Invalid load. Expected "${String(field)}" to be a string`);
  }
  return toLoadParams(registry, { model: registry.model(uid), name: field }, params);
}

/** Writes go to the locale of the row. In Strapi they go to the default locale: another row than the one that is named. */
function localeOf(registry: Registry, uid: string, row: Row | null): Fields {
  const locale: unknown = row?.['locale'];
  return registry.contentType(uid).localized && typeof locale === 'string' ? { locale } : {};
}

/** New entries are published unless `publishedAt` is null. */
function statusOf({ data }: Params): 'draft' | 'published' {
  if (typeof data !== 'object' || data === null) throw new Error('cannot create');
  return (data as Fields)['publishedAt'] === null ? 'draft' : 'published';
}

async function asCode<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw asCodeError(error);
  }
}
