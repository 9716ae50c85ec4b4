// Global middlewares in the order of config/middlewares: those of the project, and replacements for Strapi's.
import type Koa from 'koa';
import { toRecord, toText } from '../../schema/raw.ts';
import type { Exchange } from './host.ts';
import { middlewareOf, type MiddlewareDependencies } from './middlewares.ts';
import { readRequestBody } from './request-body.ts';
import type { Middleware } from './router.ts';
import { answered, errorBody, FAULT } from './thrown-errors.ts';

/** Dependencies of global middlewares. */
export interface PositionDependencies extends MiddlewareDependencies {
  readonly exchangeOf: (ctx: Koa.Context) => Exchange;
  /** Returns true if the route of a request reads the body itself. */
  readonly readsBody: (ctx: Koa.Context) => boolean;
}

/** The default list. */
const USUAL = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'session', 'query', 'body']
  .concat(['favicon', 'public'])
  .map((name) => `strapi::${name}`);

/** Middlewares of Strapi that the list must contain. */
const REQUIRED = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'].map(
  (name) => `strapi::${name}`,
);

/** Middlewares of Strapi that Quoin replaces. The server implements some of them. */
const KNOWN = new Set([...USUAL, 'strapi::compression', 'strapi::responseTime', 'strapi::ip']);

/** The global middlewares of a project. */
export interface GlobalMiddlewares {
  readonly list: readonly Middleware[];
  /** True if the project has middlewares of its own. */
  readonly hasOwn: boolean;
}

/** @throws Error for an unknown name, or if a required middleware is missing */
export function globalMiddlewares(
  configured: unknown,
  dependencies: PositionDependencies,
): GlobalMiddlewares {
  const items: readonly unknown[] =
    Array.isArray(configured) && configured.length > 0 ? configured : USUAL;
  const names = items.map((item) => toText(item) ?? toText(toRecord(item)['name']) ?? '');
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new Error(`config/middlewares lacks ${missing.join(', ')}. Add it: Strapi requires it.`);
  }
  let hasOwn = false;
  const list = items.flatMap((item, index) => {
    const name = names[index] ?? '';
    if (KNOWN.has(name)) {
      return positionOf(name, toRecord(toRecord(item)['config']), dependencies) ?? [];
    }
    hasOwn = true;
    return middlewareOf(item, dependencies);
  });
  return { list, hasOwn };
}

/** Returns null for a middleware that the server implements. */
function positionOf(
  name: string,
  config: object,
  dependencies: PositionDependencies,
): Middleware | null {
  switch (name) {
    case 'strapi::errors':
      return errorsMiddleware(dependencies);
    case 'strapi::security':
      return headersMiddleware(dependencies);
    case 'strapi::cors':
      return preflightMiddleware(dependencies);
    case 'strapi::body':
      return bodyMiddleware(dependencies, toRecord(config)['includeUnparsed'] === true);
    default:
      return null;
  }
}

/** Converts errors to responses, including 404 if no response was set. */
function errorsMiddleware({ exchangeOf }: PositionDependencies): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (Reflect.get(ctx.response, '_explicitStatus') !== true) setError(ctx, NOT_FOUND);
    } catch (error) {
      const fields = answered(error);
      if (fields === null) exchangeOf(ctx).log.error(error);
      setError(ctx, fields ?? FAULT);
    }
  };
}

const NOT_FOUND = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} };

function setError(ctx: Koa.Context, error: typeof FAULT): void {
  ctx.status = error.status;
  ctx.body = errorBody(error);
}

function headersMiddleware({ exchangeOf }: PositionDependencies): Middleware {
  return async (ctx, next) => {
    const headers = await exchangeOf(ctx).headers();
    for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
    return next();
  };
}

function preflightMiddleware({ exchangeOf }: PositionDependencies): Middleware {
  return (ctx, next) => {
    const headers = exchangeOf(ctx).preflight();
    if (headers === null) return next();
    for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
    ctx.status = 204;
    return undefined;
  };
}

/** Reads the body, and removes uploaded files after the request. */
function bodyMiddleware(
  { exchangeOf, readsBody }: PositionDependencies,
  keepsText: boolean,
): Middleware {
  return async (ctx, next) => {
    if (readsBody(ctx)) return next();
    const { body, files, remove } = await readRequestBody(exchangeOf(ctx), keepsText);
    Object.assign(ctx.request, { body, files });
    try {
      return await next();
    } finally {
      await remove();
    }
  };
}
