// Document middlewares around writes of routes that are document calls in Strapi: those of administrators, of users, and
// publications. Calls of `strapi.documents` run them themselves.
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import type { RunWrite, WriteCall, WriteMiddleware } from '../../documents/write-hooks.ts';
import { isPublishing, versionOf } from '../../documents/version.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import { readableEntry } from '../../query/readable-entry.ts';
import type { Registry } from '../../schema/registry.ts';
import type { ContentTypeModel } from '../strapi/strapi.ts';
import type { Params } from '../strapi/code-values.ts';
import { toDocumentData, toNewDocumentId } from './document-data.ts';
import type { DocumentMiddlewares } from './document-middlewares.ts';

/** Dependencies that exist when the database is open. */
export interface WriteMiddlewareDependencies {
  /** The content model. */
  readonly registry: Registry;
  /** Returns a content-type as code sees it. */
  readonly contentType: (uid: string) => ContentTypeModel;
}

/** Runs the document middlewares of a project around writes that request it. */
export class DocumentWriteMiddleware {
  readonly #middlewares: DocumentMiddlewares;
  #dependencies: WriteMiddlewareDependencies | null = null;

  constructor(middlewares: DocumentMiddlewares) {
    this.#middlewares = middlewares;
  }

  attach(dependencies: WriteMiddlewareDependencies): void {
    this.#dependencies = dependencies;
  }

  readonly run: WriteMiddleware = async (call, next) => {
    const { documentCall, response } = call.request;
    if (documentCall === undefined) return next(call);
    const objects = await this.#run(withObjects(call), next);
    const { type, access } = response.read.subject;
    const { registry, format } = response.objectForm;
    // Entries of the write itself are checked as well: middlewares may have changed them in place.
    const caller = { registry, type, access, format };
    return objects.map((object) => response.fromObject(readableEntry(caller, object)));
  };

  /** A save that also publishes runs inside the middlewares of both actions: Strapi saves and publishes in two calls. */
  #run(call: ObjectCall, next: RunWrite): Promise<readonly EntryObject[]> {
    const { request, action } = call;
    if (!isSaved(action) || !isPublishing(versionOf(request.type, request.response.read))) {
      return this.#runAs(action, call, next);
    }
    return this.#runAs(action, call, (saved) => this.#runAs('publish', saved, next));
  }

  async #runAs(
    action: WriteCall['action'],
    call: ObjectCall,
    next: (call: ObjectCall) => Promise<readonly EntryObject[]>,
  ): Promise<readonly EntryObject[]> {
    if (!this.#dependencies)
      throw new Error('A document was written before the database was opened');
    const { registry, contentType } = this.#dependencies;
    const { uid } = call.request.type;
    const context = { uid, contentType: contentType(uid), action, params: paramsOf(action, call) };
    const isSave = isSaved(action);
    const result = await this.#middlewares.run(context, async () => {
      const changed = isSave ? withData(call, context.params['data'], registry) : call;
      const entries = [...(await next(changed))];
      return isSave ? entries[0] : { documentId: context.params['documentId'], entries };
    });
    const entries = isSave ? [result] : isJsonObject(result) ? result['entries'] : [];
    const objects = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    // A middleware that responds without running the write may return nothing.
    return isSave && objects.length === 0 ? [{}] : objects;
  }
}

/** A write whose response consists of objects. */
type ObjectCall = WriteCall<EntryObject>;

function withObjects<Entry>(call: WriteCall<Entry>): ObjectCall {
  const response = call.request.response.objects();
  switch (call.action) {
    case 'create':
      return { action: 'create', request: { ...call.request, response } };
    case 'update':
      return { action: 'update', request: { ...call.request, response } };
    case 'delete':
      return { action: 'delete', request: { ...call.request, response } };
    default:
      return { action: call.action, request: { ...call.request, response } };
  }
}

function isSaved(action: WriteCall['action']): boolean {
  return action === 'create' || action === 'update';
}

/** Returns the parameters of the document call that a write corresponds to. */
function paramsOf(action: WriteCall['action'], call: ObjectCall): Params {
  const { response, creator, documentCall } = call.request;
  const locale = localeOf(response.read);
  const params: Params = locale === null ? {} : { locale };
  if ('documentId' in call.request) params['documentId'] = call.request.documentId;
  // A save that also publishes has middlewares of the action `publish` as well.
  if (!isSaved(action)) return params;
  if (!('data' in call.request)) return params;
  const { data } = call.request;
  const author = creator === undefined ? {} : { updatedBy: creator };
  const first = action === 'create' && creator !== undefined ? { createdBy: creator } : {};
  return { ...params, ...documentCall, data: { ...data, ...author, ...first } };
}

/** Returns the locale of a document call: a code, several codes, or `*`; null without locales. */
function localeOf({ plan: { writtenLocales } }: PreparedRead): string | readonly string[] | null {
  if (writtenLocales === null || writtenLocales === 'matching') return null;
  if (writtenLocales === 'all') return '*';
  const [first = null, ...others] = writtenLocales;
  return others.length === 0 ? first : writtenLocales;
}

/** Returns a write with the data that its middlewares have passed on. */
function withData(call: ObjectCall, sent: unknown, registry: Registry): ObjectCall {
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
