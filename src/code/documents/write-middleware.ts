// Document middlewares around the writes of administrators. Calls of `strapi.documents` run them themselves.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { WriteCall, WriteMiddleware } from '../../documents/write-hooks.ts';
import { isPublishing, versionOf } from '../../documents/version.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentTypeModel, Params } from '../strapi/strapi.ts';
import { toDocumentData, toNewDocumentId } from './document-data.ts';
import type { DocumentMiddlewares } from './document-middlewares.ts';

/** Dependencies that exist when the database is open. */
export interface WriteMiddlewareDependencies {
  /** The content model. */
  readonly registry: Registry;
  /** Returns a content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
}

type Next<Entry> = (call: WriteCall<Entry>) => Promise<readonly Entry[]>;

/** Runs the document middlewares of a project around writes that ask for it. */
export class DocumentWriteMiddleware {
  readonly #middlewares: DocumentMiddlewares;
  #dependencies: WriteMiddlewareDependencies | null = null;

  constructor(middlewares: DocumentMiddlewares) {
    this.#middlewares = middlewares;
  }

  attach(dependencies: WriteMiddlewareDependencies): void {
    this.#dependencies = dependencies;
  }

  /**
   * A save that also publishes runs inside the middlewares of both actions: Strapi saves and publishes in two calls.
   */
  readonly run: WriteMiddleware = (call, next) => {
    const { request, action } = call;
    if (request.runsMiddlewares !== true) return next(call);
    const isSave = action === 'create' || action === 'update';
    if (!isSave || !isPublishing(versionOf(request.type, request.response.read))) {
      return this.#runAs(action, call, next);
    }
    return this.#runAs(action, call, (saved) => this.#runAs('publish', saved, next));
  };

  async #runAs<Entry>(
    action: WriteCall['action'],
    call: WriteCall<Entry>,
    next: Next<Entry>,
  ): Promise<readonly Entry[]> {
    if (!this.#dependencies)
      throw new Error('A document was written before the database was opened');
    const { registry, contentType } = this.#dependencies;
    const { type, response } = call.request;
    const { uid } = type;
    const context = { uid, contentType: contentType(uid), action, params: paramsOf(action, call) };
    const isSave = action === 'create' || action === 'update';
    const result = await this.#middlewares.run(context, async () => {
      const changed = isSave ? withData(call, context.params['data'], registry) : call;
      const entries = (await next(changed)).map(toObject);
      return isSave ? entries[0] : { documentId: context.params['documentId'], entries };
    });
    const entries = isSave ? [result] : isJsonObject(result) ? result['entries'] : [];
    const objects = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    // A middleware that responds without running the write may return nothing.
    if (isSave && objects.length === 0) return [response.fromObject({})];
    return objects.map((object) => response.fromObject(object));
  }
}

/** Returns the parameters of the document call that a write corresponds to. */
function paramsOf<Entry>(action: WriteCall['action'], call: WriteCall<Entry>): Params {
  const { type, response, creator } = call.request;
  const { locale } = versionOf(type, response.read);
  const params: Params = locale === null ? {} : { locale };
  if ('documentId' in call.request) params['documentId'] = call.request.documentId;
  // A save that also publishes has middlewares of the action `publish` as well.
  if (action !== 'create' && action !== 'update') return params;
  if (!('data' in call.request)) return params;
  const { data } = call.request;
  const author = creator === undefined ? {} : { updatedBy: creator };
  const first = action === 'create' && creator !== undefined ? { createdBy: creator } : {};
  return { ...params, status: 'draft', data: { ...data, ...author, ...first } };
}

/** Returns a write with the data that its middlewares have passed on. */
function withData<Entry>(
  call: WriteCall<Entry>,
  sent: unknown,
  registry: Registry,
): WriteCall<Entry> {
  const data: JsonObject = toDocumentData(registry, call.request.type, sent ?? {});
  switch (call.action) {
    case 'create':
      return {
        action: 'create',
        request: { ...call.request, data, ...toNewDocumentId(sent) },
      };
    case 'update':
      return { action: 'update', request: { ...call.request, data } };
    default:
      return call;
  }
}

function toObject(entry: unknown): unknown {
  return typeof entry === 'string' ? JSON.parse(entry) : entry;
}
