// Resolves the middlewares of config/middlewares and of routes by name.
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { Middleware } from './router.ts';

/** Loads a middleware that `resolve` names: a package, or a path relative to the project folder. */
export type LoadMiddleware = (name: string) => unknown;

/** Dependencies of `middlewareOf`. */
export interface MiddlewareDependencies {
  readonly strapi: Strapi;
  readonly load: LoadMiddleware;
}

const PASS: Middleware = (_context, next) => next();

/** Creates the middlewares of a route. @throws Error for an unknown name or an invalid item, or the error of a factory */
export function routeMiddlewares(
  list: unknown,
  dependencies: MiddlewareDependencies,
): readonly Middleware[] {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) throw new Error('Route middlewares config must be an array');
  return list.map((item) => middlewareOf(item, dependencies));
}

/** Creates the middleware of one item. */
export function middlewareOf(item: unknown, { strapi, load }: MiddlewareDependencies): Middleware {
  if (isMiddleware(item)) return item;
  const { name, resolve, config } = toRecord(item);
  const called = toText(item) ?? toText(name);
  const path = toText(resolve);
  if (called === undefined && path === undefined) {
    throw new Error('A middleware is a name, a function, or an object with "name" or "resolve".');
  }
  const factory = called === undefined ? load(path ?? '') : strapi.middleware(called);
  const label = called ?? path ?? '';
  if (factory === undefined) throw new Error(`Middleware ${label} not found.`);
  if (!isFactory(factory)) throw new Error(`Middleware ${label} exports no function.`);
  const made: unknown = factory(isRecord(config) ? config : {}, { strapi });
  return isMiddleware(made) ? made : PASS;
}

function isFactory(value: unknown): value is (config: unknown, context: unknown) => unknown {
  return typeof value === 'function';
}

function isMiddleware(value: unknown): value is Middleware {
  return typeof value === 'function';
}
