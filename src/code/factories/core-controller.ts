// `createCoreController`: core actions of a content-type, which a project can replace and call with `super`.
import type Koa from 'koa';
import { validationError } from '../../base/errors.ts';
import { failuresError } from '../../documents/check/finding.ts';
import { typeError } from '../../base/type-error.ts';
import { isRecord } from '../../schema/raw.ts';
import type { AuthOptions, ContentTypeModel, Strapi } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { resultForCaller, type ReadAction } from './caller-reads.ts';
import { withOverrides, markCore } from './core-methods.ts';
import { transformResponse, type DocumentResponse } from './transform-response.ts';

/** A controller with core actions. Each calls the methods below it, which can be replaced. */
interface CoreController {
  validateQuery(ctx: Koa.Context): Promise<void>;
  sanitizeQuery(ctx: Koa.Context): Promise<Fields>;
  validateInput(data: unknown, ctx: Koa.Context): Promise<void>;
  sanitizeInput(data: unknown, ctx: Koa.Context): Promise<unknown>;
  sanitizeOutput(data: unknown, ctx: Koa.Context): Promise<unknown>;
  transformResponse(data: unknown, meta?: Fields): Promise<DocumentResponse | null | undefined>;
}

type Action = (this: CoreController, ctx: Koa.Context) => Promise<unknown>;

/** Actions of a project: an object, or a function that returns one. */
export type ControllerCode = Fields | ((context: { readonly strapi: Strapi }) => unknown);

/** Creates a factory, which is called with `{strapi}` when the controller is first used. */
export function createCoreController(
  uid: string,
  own?: ControllerCode,
): (context: { readonly strapi: Strapi }) => Record<string, unknown> {
  return ({ strapi }) => {
    const type = strapi.contentType(uid);
    if (!type) throw new Error(`Unknown content-type "${uid}".`);
    const base = markCore(uid, baseOf(type, strapi));
    return withOverrides(base, typeof own === 'function' ? own({ strapi }) : own);
  };
}

function baseOf(type: ContentTypeModel, strapi: Strapi): object {
  const actions =
    type.kind === 'singleType' ? singleActions(type, strapi) : listActions(type, strapi);
  return { ...methodsOf(type, strapi), ...actions };
}

function methodsOf(type: ContentTypeModel, strapi: Strapi): CoreController {
  // Exists once the database is open.
  const api = (): Strapi['contentAPI'] => strapi.contentAPI;
  return {
    validateQuery: (ctx) => api().validate.query(ctx.query, type, optionsOf(ctx)),
    sanitizeQuery: (ctx) => api().sanitize.query(ctx.query, type, optionsOf(ctx)),
    validateInput: (data, ctx) => api().validate.input(data, type, optionsOf(ctx)),
    sanitizeInput: (data, ctx) => api().sanitize.input(data, type, optionsOf(ctx)),
    sanitizeOutput: (data, ctx) => api().sanitize.output(data, type, optionsOf(ctx)),
    async transformResponse(data, meta = {}) {
      const format = strapi.requestContext.get()?.get('strapi-response-format');
      return transformResponse(data, meta, format === 'v4' ? { type, strapi } : null);
    },
  };
}

function optionsOf(ctx: Koa.Context): AuthOptions {
  return { auth: ctx.state['auth'], route: ctx.state['route'] };
}

/** The service of a type, looked up for each call because the project may replace it. */
function serviceOf(uid: string, strapi: Strapi): Record<string, unknown> {
  const service = strapi.service(uid);
  if (!service) throw new Error(`Unknown service "${uid}".`);
  return service;
}

async function call(
  service: Record<string, unknown>,
  name: string,
  args: unknown[],
): Promise<unknown> {
  const method = service[name];
  if (typeof method !== 'function') throw new Error(`The service has no function "${name}".`);
  return method.apply(service, args) as unknown;
}

function listActions(type: ContentTypeModel, strapi: Strapi): Record<string, Action> {
  const callService = (name: string, ...args: unknown[]): Promise<unknown> =>
    call(serviceOf(type.uid, strapi), name, args);
  const read = (controller: CoreController, ctx: Koa.Context, action: ReadAction) =>
    resultForCaller(controller, ctx, { type, action, strapi });
  return {
    async find(ctx) {
      const result = await read(this, ctx, 'find');
      if (result) return result.response;
      const query = await cleanQuery(this, ctx);
      const found = await callService('find', query);
      const { results, pagination } = isRecord(found) ? found : {};
      return this.transformResponse(await this.sanitizeOutput(results, ctx), { pagination });
    },
    async findOne(ctx) {
      const result = await read(this, ctx, 'findOne');
      if (result) return result.response;
      const query = await cleanQuery(this, ctx);
      return respond(this, ctx, await callService('findOne', idOf(ctx), query));
    },
    async create(ctx) {
      const query = await cleanQuery(this, ctx);
      const data = await cleanData(this, ctx);
      const entry = await this.sanitizeOutput(await callService('create', { ...query, data }), ctx);
      ctx.status = 201;
      return this.transformResponse(entry);
    },
    async update(ctx) {
      const query = await cleanQuery(this, ctx);
      const data = await cleanData(this, ctx);
      return respond(this, ctx, await callService('update', idOf(ctx), { ...query, data }));
    },
    async delete(ctx) {
      const query = await cleanQuery(this, ctx);
      await callService('delete', idOf(ctx), query);
      ctx.status = 204;
    },
  };
}

function singleActions(type: ContentTypeModel, strapi: Strapi): Record<string, Action> {
  const callService = (name: string, ...args: unknown[]): Promise<unknown> =>
    call(serviceOf(type.uid, strapi), name, args);
  return {
    async find(ctx) {
      const result = await resultForCaller(this, ctx, { type, action: 'find', strapi });
      if (result) return result.response;
      return respond(this, ctx, await callService('find', await cleanQuery(this, ctx)));
    },
    async update(ctx) {
      const query = await cleanQuery(this, ctx);
      const data = await cleanData(this, ctx);
      return respond(this, ctx, await callService('createOrUpdate', { ...query, data }));
    },
    async delete(ctx) {
      await callService('delete', await cleanQuery(this, ctx));
      ctx.status = 204;
    },
  };
}

async function cleanQuery(controller: CoreController, ctx: Koa.Context): Promise<Fields> {
  await controller.validateQuery(ctx);
  return controller.sanitizeQuery(ctx);
}

async function cleanData(controller: CoreController, ctx: Koa.Context): Promise<unknown> {
  const { body } = ctx.request as { readonly body?: unknown };
  const data: unknown = isRecord(body) ? body['data'] : undefined;
  if (typeof data !== 'object' || data === null) {
    throw validationError('Missing "data" payload in the request body');
  }
  await controller.validateInput(data, ctx);
  if (Array.isArray(data)) {
    const message = typeError('this', 'object', { value: null, original: data });
    throw failuresError([{ path: [], message, value: null }]);
  }
  return controller.sanitizeInput(data, ctx);
}

async function respond(
  controller: CoreController,
  ctx: Koa.Context,
  entry: unknown,
): Promise<unknown> {
  return controller.transformResponse(await controller.sanitizeOutput(entry, ctx));
}

function idOf(ctx: Koa.Context): unknown {
  const params: unknown = Reflect.get(ctx, 'params');
  return isRecord(params) ? params['id'] : undefined;
}
