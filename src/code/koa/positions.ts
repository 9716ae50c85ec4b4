// Global middlewares in the order of config/middlewares: those of the project, and replacements for Strapi's.
import type Koa from 'koa';
import { toRecord, toText } from '../../schema/raw.ts';
import type { Exchange } from './host.ts';
import { middlewareOf, type MiddlewareDependencies } from './middlewares.ts';
import { readRequestBody } from './request-body.ts';
import type { Middleware } from './router.ts';
import { answered, errorBody, FAULT } from './thrown-errors.ts';

/** What the places need besides. */
export interface PositionDependencies extends MiddlewareDependencies {
  readonly exchangeOf: (ctx: Koa.Context) => Exchange;
  /** True for a request whose route reads the body itself. */
  readonly readsBody: (ctx: Koa.Context) => boolean;
}

/** The middlewares where config/middlewares names none. */
const USUAL = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'session', 'query', 'body']
  .concat(['favicon', 'public'])
  .map((name) => `strapi::${name}`);

/** Strapi's middlewares that have to be in the list. */
const REQUIRED = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'].map(
  (name) => `strapi::${name}`,
);

/** Middlewares of Strapi that Quoin replaces; for some of them, the server does the work. */
const KNOWN = new Set([...USUAL, 'strapi::compression', 'strapi::responseTime', 'strapi::ip']);

/** The middlewares of a project. */
export interface GlobalMiddlewares {
  readonly list: readonly Middleware[];
  /** True where some are the project's. */
  readonly hasOwn: boolean;
}

/** @throws Error for an unknown name, or a list without a required middleware */
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

/** Null for a middleware whose work the server does. */
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

/** Creates responses for errors thrown below, and for requests without one. */
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

/** Reads the body, and removes the files that came with it when all is done. */
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
