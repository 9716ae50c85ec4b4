// `strapi.server.router`: adds routes and middlewares at the root with the methods of a koa router.
import type Koa from 'koa';
import { toText } from '../../schema/raw.ts';
import { addNotAvailableTo } from './not-available.ts';
import type { AddRoute, ServerRouter } from './server-types.ts';

/** What a router adds to the server. */
export interface RouterTarget {
  /** Adds routes at the root. */
  readonly routes: (routes: readonly object[]) => unknown;
  readonly use: (middleware: Koa.Middleware) => unknown;
  /** Adds a middleware for paths that match a pattern, and for those below them. @throws Error for an invalid pattern */
  readonly useBelow: (patterns: readonly string[], middleware: Koa.Middleware) => unknown;
}

/** Other members of a koa router. */
const ALTERNATIVES: Readonly<Record<string, string>> = {
  stack: 'strapi.server.listRoutes()',
  prefix: 'strapi.server.routes({ prefix, routes })',
  param: 'strapi.server.router.use()',
  head: 'strapi.server.router.get(), which handles HEAD as well,',
  options: 'strapi.server.router.all()',
  routes: 'strapi.server.routes()',
  middleware: 'strapi.server.use()',
  allowedMethods: 'strapi.server.listRoutes()',
  match: 'strapi.server.listRoutes()',
  route: 'strapi.server.listRoutes()',
  url: 'strapi.server.listRoutes()',
};

export function createServerRouter(target: RouterTarget): ServerRouter {
  const add = (
    paths: readonly unknown[],
    methods: readonly unknown[],
    handler: readonly Koa.Middleware[],
  ): void => {
    if (paths.length === 0 || handler.length === 0) {
      throw new Error('A route of strapi.server.router needs a path and a function.');
    }
    const config = { auth: false };
    target.routes(
      paths.flatMap((path) => methods.map((method) => ({ method, path, handler, config }))),
    );
  };
  const adder =
    (method: string): AddRoute =>
    (...args) => {
      add(pathsOf(args), [method], functionsIn(args));
      return router;
    };
  const router: ServerRouter = {
    get: adder('GET'),
    post: adder('POST'),
    put: adder('PUT'),
    patch: adder('PATCH'),
    delete: adder('DELETE'),
    del: adder('DELETE'),
    all: adder('ALL'),
    use(first, ...others) {
      const paths = pathsOf([first]).map(String);
      const middlewares = functionsIn([first, ...others]);
      if (middlewares.length === 0) {
        throw new Error('strapi.server.router.use needs a function.');
      }
      for (const each of middlewares) {
        if (paths.length === 0) target.use(each);
        else target.useBelow(paths, each);
      }
      return router;
    },
    register(path, methods, handler) {
      add([path].flat(), [methods].flat(), functionsIn([handler].flat()));
      return router;
    },
    redirect(source, destination, code) {
      const redirect = (ctx: Koa.Context): void => {
        ctx.redirect(toText(destination) ?? '/');
        ctx.status = typeof code === 'number' ? code : 301;
      };
      add([source], ['ALL'], [redirect]);
      return router;
    },
  };
  addNotAvailableTo(router, 'server.router.', ALTERNATIVES);
  return router;
}

export function functionsIn(values: readonly unknown[]): readonly Koa.Middleware[] {
  return values.filter((each): each is Koa.Middleware => typeof each === 'function');
}

/** The path, or a list of paths. A name may precede it. */
function pathsOf(args: readonly unknown[]): readonly unknown[] {
  const [first, second] = args;
  const path = typeof second === 'string' || Array.isArray(second) ? second : first;
  if (Array.isArray(path)) return path;
  return typeof path === 'string' ? [path] : [];
}
