// The `strapi` object, and what the files of a project export.
import type { Database, QueryBuilder } from './database.js';
import type * as Modules from './modules.js';
import type { Component, ContentType, Schema } from './schema.js';
import type * as UID from './uid.js';

/** A context of koa, with what Strapi adds to it. */
export interface Context {
  params: any;
  query: any;
  querystring: string;
  request: any;
  response: any;
  state: any;
  body: any;
  status: number;
  type: string;
  headers: any;
  header: any;
  url: string;
  originalUrl: string;
  path: string;
  method: string;
  ip: string;
  req: any;
  res: any;
  app: any;
  cookies: any;
  get(name: string): string;
  set(...args: any[]): void;
  throw(...args: any[]): never;
  send(data?: any, status?: number): any;
  [key: string]: any;
}

export type Next = () => Promise<any>;
export type StrapiContext = { strapi: Strapi };

export interface ConfigProvider {
  get<T = any>(path: any, fallback?: T): T;
  set(path: string, value: unknown): any;
  has(path: string): boolean;
  [key: string]: any;
}

export interface Logger {
  error(...args: any[]): any;
  warn(...args: any[]): any;
  info(...args: any[]): any;
  http(...args: any[]): any;
  verbose(...args: any[]): any;
  debug(...args: any[]): any;
  silly(...args: any[]): any;
  [key: string]: any;
}

export interface Strapi {
  config: ConfigProvider;
  log: Logger;
  documents: Modules.Documents.Service;
  db: Database;
  /** @deprecated Use `documents`. */
  entityService: Modules.EntityService.EntityService;
  query(uid: UID.Schema): QueryBuilder;
  store: Modules.CoreStore.CoreStore;
  service(uid: UID.Service): Service;
  services: Record<string, Service>;
  controller(uid: UID.Controller): Controller;
  controllers: Record<string, Controller>;
  contentType(uid: UID.ContentType): ContentType;
  contentTypes: Record<string, ContentType>;
  components: Record<string, Component>;
  getModel(uid: UID.Schema): any;
  policy(name: string): any;
  policies: Record<string, any>;
  middleware(name: string): MiddlewareFactory;
  middlewares: Record<string, MiddlewareFactory>;
  plugin(name: string): Plugin;
  plugins: Record<string, Plugin>;
  api(name: string): Module;
  apis: Record<string, Module>;
  admin: any;
  auth: Modules.Auth.AuthenticationService;
  contentAPI: Modules.ContentAPI.ContentApi;
  eventHub: Modules.EventHub.EventHub;
  requestContext: Modules.RequestContext.RequestContext;
  server: Modules.Server.Server;
  cron: Modules.Cron.CronService;
  customFields: { register(field: any): void; [key: string]: any };
  hook(name: string): any;
  hooks: Record<string, any>;
  dirs: any;
  fetch: (url: any, options?: any) => Promise<any>;
  get(name: string): any;
  add(name: string, service: any): Strapi;
  has(name: string): boolean;
  isLoaded: boolean;
  load(): Promise<Strapi>;
  start(): Promise<Strapi>;
  destroy(): Promise<void>;
  app: any;
  [key: string]: any;
}

export type Service = Record<string, any>;
export type ControllerHandler = (ctx: Context, next?: Next) => any;
export type Controller = Record<string, any>;
export type Policy = any;
export type Middleware = (ctx: Context, next: Next) => any;
export type MiddlewareHandler = Middleware;
export type MiddlewareFactory<T = any> = (
  config: T,
  context: StrapiContext,
) => Middleware | void | undefined;
export type PolicyHandler = (
  context: any,
  config: any,
  strapi: StrapiContext,
) => boolean | undefined | Promise<boolean | undefined>;

export interface Module {
  config: any;
  routes: any;
  services: Record<string, any>;
  controllers: Record<string, any>;
  policies: Record<string, any>;
  middlewares: Record<string, any>;
  contentTypes: Record<string, any>;
  service(name: string): any;
  controller(name: string): any;
  policy(name: string): any;
  middleware(name: string): any;
  contentType(name: string): any;
  [key: string]: any;
}

export type Plugin = Module;

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'ALL' | (string & {});
  path: string;
  handler: any;
  config?: RouteConfig;
  [key: string]: any;
}

export interface RouteConfig {
  auth?: false | { scope?: string[]; [key: string]: any };
  policies?: any[];
  middlewares?: any[];
  prefix?: string;
  [key: string]: any;
}

export interface RouterConfig {
  type?: 'admin' | 'content-api';
  prefix?: string;
  only?: string[];
  except?: string[];
  config?: Record<string, RouteConfig>;
  routes?: Route[];
}

export type RouterInput = RouterConfig;
export interface Router {
  type: string;
  prefix: string;
  routes: Route[];
}

/** The core actions and their helpers, as `this` and `super` of a controller have them. */
export namespace CoreAPI {
  namespace Controller {
    interface Base {
      transformResponse(data: any, meta?: any): Promise<any>;
      sanitizeOutput(data: any, ctx?: any): Promise<any>;
      sanitizeInput(data: any, ctx?: any): Promise<any>;
      sanitizeQuery(ctx: any): Promise<any>;
      validateQuery(ctx: any): Promise<any>;
      validateInput(data: any, ctx?: any): Promise<any>;
    }
    interface CollectionType extends Base {
      find(ctx: any, next?: any): Promise<any>;
      findOne(ctx: any, next?: any): Promise<any>;
      create(ctx: any, next?: any): Promise<any>;
      update(ctx: any, next?: any): Promise<any>;
      delete(ctx: any, next?: any): Promise<any>;
    }
    type SingleType = CollectionType;
  }
  namespace Service {
    interface CollectionType {
      find(params?: any): Promise<any>;
      findOne(documentId: any, params?: any): Promise<any>;
      create(params: any): Promise<any>;
      update(documentId: any, params: any): Promise<any>;
      delete(documentId: any, params?: any): Promise<any>;
      createOrUpdate(params: any): Promise<any>;
    }
    type SingleType = CollectionType;
  }
}

/** What configuration files export. */
export namespace Config {
  namespace Shared {
    interface ConfigParams {
      env: any;
    }
  }
  type Server = any;
  type Admin = any;
  type Api = any;
  type Database = any;
  type Middlewares = any[];
  type Plugin = Record<string, any>;
}

export type ContentTypeModel = ContentType;
export type AnyModel = Schema;
