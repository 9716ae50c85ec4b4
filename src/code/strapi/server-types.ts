// Types of `strapi.server` and `strapi.eventHub`.
import type { Server } from 'node:http';
import type Koa from 'koa';
import type { Handler } from './service-types.ts';

/** `strapi.server`. */
export interface CodeServer {
  readonly app: Koa;
  /** The HTTP server of the process, for example to attach other protocols. Set when the server is created. */
  readonly httpServer: Server;
  /** Routes at the root, without authentication. */
  readonly router: ServerRouter;
  api(name: string): CodeServerApi;
  use(middleware: Koa.Middleware): CodeServer;
  routes(routes: unknown): CodeServer;
  listRoutes(): readonly Record<string, unknown>[];
}

/** `strapi.server.api(name)`. */
export interface CodeServerApi {
  routes(routes: unknown): CodeServerApi;
  listRoutes(): readonly Record<string, unknown>[];
  /** Adds a middleware for all paths of the API. */
  use(...middlewares: readonly unknown[]): CodeServerApi;
}

/** A method of `strapi.server.router`, which adds a route. A name before the path is ignored. */
export type AddRoute = (...args: readonly unknown[]) => ServerRouter;

/**
 * `strapi.server.router`. `use` adds middlewares for all paths, or for those below a path; `register` adds routes for a path
 * and a list of methods; `redirect` adds one that redirects.
 */
export type ServerRouter = Readonly<Record<RouterMethod, AddRoute>>;

type RouterMethod =
  | 'get'
  | 'post'
  | 'put'
  | 'patch'
  | 'delete'
  | 'del'
  | 'all'
  | 'use'
  | 'register'
  | 'redirect';

/** `strapi.eventHub`. */
export interface CodeEventHub {
  emit(event: string, ...args: unknown[]): Promise<void>;
  /** @returns a function that unsubscribes */
  on(event: string, listener: Handler): () => void;
  once(event: string, listener: Handler): () => void;
  off(event: string, listener: Handler): void;
  addListener(event: string, listener: Handler): () => void;
  removeListener(event: string, listener: Handler): void;
  /** Receives all events; the first argument is the name. */
  subscribe(subscriber: Handler): () => void;
  unsubscribe(subscriber: Handler): void;
  removeAllListeners(): this;
  removeAllSubscribers(): this;
  destroy(): this;
}
