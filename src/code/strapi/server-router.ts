// `strapi.server.router`: adds routes at the root with the methods of a koa router.
import { notAvailable } from './not-available.ts';
import type { AddRoute, ServerRouter } from './server-types.ts';

/** @param add Adds routes at the root */
export function createServerRouter(add: (routes: readonly object[]) => unknown): ServerRouter {
  const adder =
    (method: string): AddRoute =>
    (...args) => {
      const paths = pathsOf(args);
      const handler = args.filter((each) => typeof each === 'function');
      if (paths.length === 0 || handler.length === 0) {
        throw new Error('A route of strapi.server.router needs a path and a function.');
      }
      add(paths.map((path) => ({ method, path, handler, config: { auth: false } })));
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
    use: () => {
      throw notAvailable('server.router.use', 'strapi.server.use()');
    },
  };
  return router;
}

/** The path, or a list of paths. A name may precede it. */
function pathsOf(args: readonly unknown[]): readonly unknown[] {
  const [first, second] = args;
  const path = typeof second === 'string' || Array.isArray(second) ? second : first;
  if (Array.isArray(path)) return path;
  return typeof path === 'string' ? [path] : [];
}
