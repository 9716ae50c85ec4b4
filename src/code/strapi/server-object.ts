// `strapi.server`: the HTTP server, and routes and middlewares that plugins add.
import type { Server } from 'node:http';
import type Koa from 'koa';
import { notAvailable } from './not-available.ts';
import { PendingServer } from './pending-server.ts';
import type { Middleware } from '../koa/router.ts';
import type { CodeServer, Fields, RouteFields } from './strapi.ts';
import { isRecord } from '../../schema/raw.ts';

/** Added routes with their prefix. */
export interface AddedRoutes {
  readonly prefix: string;
  readonly type: string;
  readonly routes: readonly RouteFields[];
}

export class CodeServerObject implements CodeServer {
  readonly app: Koa;
  readonly added: AddedRoutes[] = [];
  readonly middlewares: Middleware[] = [];
  /** All routes, for `listRoutes`; set when they are created. */
  listed: readonly Fields[] = [];
  #httpServer: Server | null = null;
  #pending: PendingServer | null = null;

  constructor(app: Koa) {
    this.app = app;
  }

  /** The server; before it exists, a placeholder that records settings and listeners. */
  get httpServer(): Server {
    if (this.#httpServer) return this.#httpServer;
    this.#pending ??= new PendingServer();
    return this.#pending.server;
  }

  attach(server: Server): void {
    this.#httpServer = server;
    this.#pending?.pass(server);
  }

  /** @throws Error always */
  get router(): never {
    throw notAvailable('server.router', 'strapi.server.routes() or a route file');
  }

  /** @throws Error always */
  get mount(): never {
    throw notAvailable('server.mount', 'strapi.server.use()');
  }

  /** @throws Error always */
  get api(): never {
    throw notAvailable('server.api', 'strapi.server.routes()');
  }

  use(middleware: Koa.Middleware): this {
    this.middlewares.push(
      (ctx, next) => Reflect.apply(middleware, undefined, [ctx, next]) as unknown,
    );
    return this;
  }

  /** A list has no prefix; an object may have one. */
  routes(routes: unknown): this {
    const { prefix = '', type = 'api', routes: list } = isRecord(routes) ? routes : { routes };
    this.added.push({
      prefix: String(prefix),
      type: String(type),
      routes: Array.isArray(list) ? list : [],
    });
    return this;
  }

  listRoutes(): readonly Fields[] {
    return this.listed;
  }
}
