// `strapi.server`: what plugins add to the application, and the server that it runs in.
import type { Server } from 'node:http';
import type Koa from 'koa';
import type { Middleware } from '../koa/router.ts';
import type { CodeServer, Fields, RouteFields } from './strapi.ts';
import { isRecord } from '../../schema/raw.ts';

/** Routes that were added, with the prefix that they stand under. */
export interface AddedRoutes {
  readonly prefix: string;
  readonly type: string;
  readonly routes: readonly RouteFields[];
}

export class CodeServerObject implements CodeServer {
  readonly app: Koa;
  readonly added: AddedRoutes[] = [];
  readonly middlewares: Middleware[] = [];
  /** All routes, for `listRoutes`; known when they are made. */
  listed: readonly Fields[] = [];
  #httpServer: Server | null = null;

  constructor(app: Koa) {
    this.app = app;
  }

  /** @throws Error before there is a server */
  get httpServer(): Server {
    if (this.#httpServer) return this.#httpServer;
    throw new Error('The server is not there yet. Use it in bootstrap, not in register.');
  }

  attach(server: Server): void {
    this.#httpServer = server;
  }

  use(middleware: Koa.Middleware): this {
    this.middlewares.push(
      (ctx, next) => Reflect.apply(middleware, undefined, [ctx, next]) as unknown,
    );
    return this;
  }

  /** A list stands at the root; an object may name a prefix. */
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
