// In charge of registering what answers: each area of the server says which methods of which paths it has.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** As of `Route`. */
    readonly readsBody?: boolean;
  }
}

/** What answers one method of a path. */
export interface Route {
  /** GET answers HEAD too. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Pattern with the prefix, such as `/api/articles/:id`. */
  readonly path: string;
  /** True: the handler reads the body itself, so that files need not fit into memory. */
  readonly readsBody?: boolean;
  readonly handler: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply>;
}

/**
 * Registers the routes. As in Strapi, the first to take a method of a path keeps it: another one of the same form is
 * never reached.
 */
export function bindRoutes(app: FastifyInstance, routes: readonly Route[]): void {
  for (const { method, path: url, readsBody = false, handler } of routes) {
    if (!app.hasRoute({ method, url })) app.route({ method, url, config: { readsBody }, handler });
  }
}
