// Global middlewares in the order of config/middlewares: those of the project, and replacements for Strapi's.
import type Koa from 'koa';
import { AppError, OverloadedError } from '../../base/errors.ts';
import { RETRY_AFTER_SECONDS } from '../../base/limits.ts';
import { toRecord, toText } from '../../schema/raw.ts';
import type { FormFolders } from './form-folders.ts';
import type { HostRequest } from './host.ts';
import { isHandledByCode, type RouteTarget } from './route-target.ts';
import { middlewareOf, REPLACED_MIDDLEWARES, type MiddlewareDependencies } from './middlewares.ts';
import { readRequestBody } from './request-body.ts';
import type { Middleware } from './router.ts';
import { sessionMiddleware } from './session.ts';
import { addressRejection, runsForAll } from './strapi-middlewares.ts';
import {
  errorBody,
  INTERNAL_ERROR,
  isError,
  toErrorFields,
  type ErrorFields,
} from './thrown-errors.ts';

export interface GlobalMiddlewareDependencies extends MiddlewareDependencies {
  readonly hostRequestOf: (ctx: Koa.Context) => HostRequest;
  /** The target of the first route that matches a request. */
  readonly targetOf: (ctx: Koa.Context) => RouteTarget | undefined;
  readonly formFolders: FormFolders;
}

/** The middlewares if config/middlewares is empty. */
const DEFAULTS = ['logger', 'errors', 'security', 'cors', 'poweredBy', 'session', 'query', 'body']
  .concat(['favicon', 'public'])
  .map((name) => `strapi::${name}`);

/** Middlewares of Strapi that the list must contain. */
const REQUIRED = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'].map(
  (name) => `strapi::${name}`,
);

/** Middlewares of Strapi that Quoin replaces, some of them outside of koa. */
const REPLACED: ReadonlySet<string> = new Set(REPLACED_MIDDLEWARES);

/** Global middlewares of a project. */
export interface GlobalMiddlewares {
  readonly list: readonly Middleware[];
  /** Names of the middlewares that require all requests to run through koa: those that Quoin does not replace. */
  readonly forAll: readonly string[];
  /** Returns true for the address of a client that strapi::ip rejects; null without strapi::ip. */
  readonly rejects: ((address: string) => boolean) | null;
}

/** @throws Error for an unknown name, or if a required middleware is missing */
export function globalMiddlewares(
  configured: unknown,
  dependencies: GlobalMiddlewareDependencies,
): GlobalMiddlewares {
  const items: readonly unknown[] =
    Array.isArray(configured) && configured.length > 0 ? configured : DEFAULTS;
  const names = items.map((item) => toText(item) ?? toText(toRecord(item)['name']) ?? '');
  const missing = REQUIRED.filter((name) => !names.includes(name));
  if (missing.length > 0) {
    throw new Error(`config/middlewares must contain ${missing.join(', ')}.`);
  }
  const forAll: string[] = [];
  const rejections: ((address: string) => boolean)[] = [];
  const list = items.flatMap((item, index) => {
    const name = names[index] ?? '';
    const config = toRecord(toRecord(item)['config']);
    if (REPLACED.has(name)) return replacementFor(name, config, dependencies) ?? [];
    if (runsForAll(name, config)) forAll.push(name === '' ? labelOf(item) : name);
    if (name === 'strapi::ip') rejections.push(addressRejection(config));
    return middlewareOf(item, dependencies);
  });
  const rejects = (address: string): boolean => rejections.some((each) => each(address));
  return { list, forAll, rejects: rejections.length === 0 ? null : rejects };
}

/** The name of a middleware without one, for messages. */
function labelOf(item: unknown): string {
  return toText(toRecord(item)['resolve']) ?? 'a function';
}

/** Returns the replacement of a middleware of Strapi, or null if it runs outside of koa. */
function replacementFor(
  name: string,
  config: object,
  dependencies: GlobalMiddlewareDependencies,
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
    case 'strapi::session':
      return sessionMiddleware({ ...config });
    default:
      return null;
  }
}

/** Creates error responses for errors of later middlewares, and for requests without a response. */
function errorsMiddleware({ hostRequestOf }: GlobalMiddlewareDependencies): Middleware {
  return async (ctx, next) => {
    try {
      await next();
      if (Reflect.get(ctx.response, '_explicitStatus') !== true) setError(ctx, NOT_FOUND);
    } catch (error) {
      const fields = toErrorFields(error);
      if (fields === null || mayNeedLog(error, fields)) hostRequestOf(ctx).logFailure(error);
      if (error instanceof OverloadedError) ctx.set('Retry-After', String(RETRY_AFTER_SECONDS));
      setError(ctx, fields ?? INTERNAL_ERROR);
    }
  };
}

/** True unless the response contains all that is known about the error; `logFailure` skips errors that callers cause. */
function mayNeedLog(error: unknown, { status }: ErrorFields): boolean {
  return error instanceof AppError || (status >= 500 && !isError(error, 'ApplicationError'));
}

const NOT_FOUND = { status: 404, name: 'NotFoundError', message: 'Not Found', details: {} };

function setError(ctx: Koa.Context, error: typeof INTERNAL_ERROR): void {
  ctx.status = error.status;
  ctx.body = errorBody(error);
}

function headersMiddleware({ hostRequestOf }: GlobalMiddlewareDependencies): Middleware {
  return async (ctx, next) => {
    const headers = await hostRequestOf(ctx).headers();
    for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
    return next();
  };
}

function preflightMiddleware({ hostRequestOf }: GlobalMiddlewareDependencies): Middleware {
  return async (ctx, next) => {
    const headers = await hostRequestOf(ctx).preflight();
    if (headers === null) return next();
    for (const [name, value] of Object.entries(headers)) ctx.set(name, value);
    ctx.status = 204;
    return undefined;
  };
}

/**
 * Reads the request body, and removes uploaded files after the middlewares. Unless code of the project has handled it
 * successfully, all of them are removed: any client can send files.
 */
function bodyMiddleware(
  { hostRequestOf, targetOf, formFolders }: GlobalMiddlewareDependencies,
  keepsText: boolean,
): Middleware {
  return async (ctx, next) => {
    const target = targetOf(ctx);
    if (target?.kind === 'host' && target.readsBody) {
      try {
        return await next();
      } finally {
        await hostRequestOf(ctx).discardBody();
      }
    }
    const request = await readRequestBody(hostRequestOf(ctx), formFolders, keepsText);
    const { body, files, remove } = request;
    Object.assign(ctx.request, { body, files });
    let hasSucceeded = false;
    try {
      const value = await next();
      hasSucceeded = ctx.status < 400 && isHandledByCode(ctx);
      return value;
    } finally {
      if (await remove(hasSucceeded)) Reflect.deleteProperty(ctx.request, 'files');
    }
  };
}
