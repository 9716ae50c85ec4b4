// Resolves the middlewares of config/middlewares and of routes.
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import { ifOpen } from '../strapi/data-slot.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Middleware } from './router.ts';
import { KOA_MIDDLEWARES } from './strapi-middlewares.ts';

/** Loads the middleware of a `resolve` option: a package, or a file relative to the project folder. */
export type LoadMiddleware = (name: string) => unknown;

export interface MiddlewareDependencies {
  readonly strapi: Strapi;
  readonly load: LoadMiddleware;
}

/** Names of Strapi's middlewares whose work the server does for all routes, so in a route they have no effect. */
export const REPLACED_MIDDLEWARES: readonly string[] =
  'body cors errors favicon logger poweredBy public query security session'
    .split(' ')
    .map((name) => `strapi::${name}`);

/** The factories of Strapi's middlewares, by name. */
export function strapiMiddlewares(): Record<string, unknown> {
  const replaced = REPLACED_MIDDLEWARES.map((name) => [name, () => PASS] as const);
  return Object.fromEntries([...replaced, ...KOA_MIDDLEWARES]);
}

const PASS: Middleware = (_context, next) => next();

/**
 * Resolves the middlewares of a route.
 * @throws Error for an unknown name or an invalid item, or the error of a factory
 */
export function routeMiddlewares(
  list: unknown,
  dependencies: MiddlewareDependencies,
): readonly Middleware[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new Error('Route middlewares config must be an array');
  return list.map((item) => middlewareOf(item, dependencies));
}

/** Resolves a middleware. @throws Error for an unknown name or an invalid item */
export function middlewareOf(item: unknown, dependencies: MiddlewareDependencies): Middleware {
  if (isMiddleware(item)) return item;
  // Before the database is open, middlewares are only described.
  return ifOpen(() => createdFrom(item, dependencies)) ?? PASS;
}

/** @throws Error for an unknown name or an invalid item */
function createdFrom(item: unknown, { strapi, load }: MiddlewareDependencies): Middleware {
  const { name, resolve, config } = toRecord(item);
  const middlewareName = toText(item) ?? toText(name);
  const path = toText(resolve);
  if (middlewareName === undefined && path === undefined) {
    throw new Error(
      'A middleware must be a name, a function, or an object with "name" or "resolve".',
    );
  }
  const factory =
    middlewareName === undefined ? load(path ?? '') : strapi.middleware(middlewareName);
  const label = middlewareName ?? path ?? '';
  if (factory === undefined) throw new Error(`Middleware ${label} not found.`);
  if (!isFactory(factory)) throw new Error(`Middleware ${label} does not export a function.`);
  const middleware: unknown = factory(isRecord(config) ? config : {}, { strapi });
  if (middleware instanceof Promise) {
    // The factory may have used its arguments as if they were a context and `next`.
    middleware.catch(() => undefined);
    throw new Error(
      `Middleware ${label} exports an async function. Export a function of (config, { strapi }) that returns the middleware.`,
    );
  }
  return isMiddleware(middleware) ? middleware : PASS;
}

function isFactory(value: unknown): value is (config: unknown, context: unknown) => unknown {
  return typeof value === 'function';
}

function isMiddleware(value: unknown): value is Middleware {
  return typeof value === 'function';
}
