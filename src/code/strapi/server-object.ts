// `strapi.server`: the HTTP server, and routes and middlewares that plugins add.
import type { Server } from 'node:http';
import type Koa from 'koa';
import { notAvailable } from './not-available.ts';
import { PendingServer } from './pending-server.ts';
import { prefixMatcher } from '../koa/router.ts';
import { createServerRouter, functionsIn } from './server-router.ts';
import type { CodeServer, CodeServerApi, ServerRouter } from './server-types.ts';
import type { RouteFields } from './strapi.ts';
import type { Fields } from './code-values.ts';
import { isRecord, toText } from '../../schema/raw.ts';

/** Added routes with their prefix. */
export interface AddedRoutes {
  readonly prefix: string;
  readonly type: string;
  readonly routes: readonly RouteFields[];
}

/** Returns true for the requests that a middleware runs for. */
export type RequestTest = (method: string, path: string) => boolean;

/** `api` is for routes at the root, without authentication. */
const APIS: readonly string[] = ['api', 'content-api', 'admin'];

export class CodeServerObject implements CodeServer {
  readonly app: Koa;
  readonly router: ServerRouter;
  readonly added: AddedRoutes[] = [];
  /** All routes, for `listRoutes`; set when they are created. */
  listed: readonly Fields[] = [];
  /** Requests for which middlewares run, if they do not run for all. */
  readonly scopes: RequestTest[] = [];
  /** Set when the routes are created. */
  isOfAdminApi: RequestTest = () => false;
  readonly #prefix: () => string;
  #httpServer: Server | null = null;
  #pending: PendingServer | null = null;

  /** @param prefix Returns the prefix of the content API */
  constructor(app: Koa, prefix: () => string) {
    this.app = app;
    this.#prefix = prefix;
    this.router = createServerRouter({
      routes: (routes) => this.routes(routes),
      use: (middleware) => this.use(middleware),
      useBelow: (paths, middleware) => this.#useBelow(paths, middleware),
    });
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
  get mount(): never {
    throw notAvailable('server.mount', 'strapi.server.use()');
  }

  /** The routes of an API. @param name `content-api` or `admin` */
  api(name: string): CodeServerApi {
    const api: CodeServerApi = {
      routes: (routes) => {
        const router = isRecord(routes) ? routes : { routes };
        this.routes({ prefix: router['prefix'], type: name, routes: router['routes'] });
        return api;
      },
      listRoutes: () => this.listed.filter(({ type }) => type === name),
      use: (...middlewares) => {
        for (const each of functionsIn(middlewares)) {
          if (name === 'content-api') this.#useBelow([this.#prefix()], each);
          else this.#useFor((method, path) => this.isOfAdminApi(method, path), each);
        }
        return api;
      },
    };
    return api;
  }

  /** Middlewares run in the order in which they are added; those of `register` run before config/middlewares. */
  use(middleware: Koa.Middleware): this {
    this.app.use(middleware);
    return this;
  }

  /** @throws Error for an invalid pattern */
  #useBelow(patterns: readonly string[], middleware: Koa.Middleware): void {
    const matches = prefixMatcher(patterns);
    this.#useFor((_method, path) => matches(path), middleware);
  }

  #useFor(applies: RequestTest, middleware: Koa.Middleware): void {
    this.scopes.push(applies);
    this.app.use((ctx, next) => (applies(ctx.method, ctx.path) ? middleware(ctx, next) : next()));
  }

  /** A list has no prefix; an object may have one. */
  routes(routes: unknown): this {
    const { prefix, type, routes: list } = isRecord(routes) ? routes : { routes };
    const api = toText(type) ?? 'api';
    if (!APIS.includes(api)) {
      throw new Error(`There is no API "${api}". Use one of: ${APIS.join(', ')}.`);
    }
    this.added.push({
      prefix: toText(prefix) ?? '',
      type: api,
      routes: Array.isArray(list) ? list : [],
    });
    return this;
  }

  listRoutes(): readonly Fields[] {
    return this.listed;
  }
}
