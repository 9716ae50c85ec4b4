// Types of the `strapi` object (`global.strapi`).
import type Koa from 'koa';
import type { RouteParams } from '../packages/strapi-utils/route-params.ts';
import type { Callable, Fields, Params, Row } from './code-values.ts';
import type { CodeLog } from './log.ts';
import type {
  CodeDatabase,
  CodeEntityService,
  CodeQuery,
  StrapiDatabase,
  TransformOptions,
} from './database-types.ts';
import type { CodeEventHub, CodeServer } from './server-types.ts';
import type { CodeHook, EntityValidator, WebhookStore } from './service-types.ts';

/** The documents of one content-type. Only types with drafts have the last three methods. */
export interface CodeDocuments {
  findMany(params?: Params): Promise<Row[]>;
  findFirst(params?: Params): Promise<Row | null>;
  findOne(params: Params): Promise<Row | null>;
  count(params?: Params): Promise<number>;
  create(params: Params): Promise<Row>;
  update(params: Params): Promise<Row | null>;
  delete(params: Params): Promise<DocumentEntries>;
  clone(params: Params): Promise<DocumentEntries>;
  publish?(params: Params): Promise<DocumentEntries>;
  unpublish?(params: Params): Promise<DocumentEntries>;
  discardDraft?(params: Params): Promise<DocumentEntries>;
  /** Returns data without components and dynamic zones. */
  omitComponentData(data: Fields): Fields;
  updateComponents(): never;
}

/** The result of a call that affects several versions of a document. */
export interface DocumentEntries extends Fields {
  /** Absent if there was nothing to clone. */
  documentId?: string;
  entries: Row[];
}

/** A call to the document service, as middlewares see it. They may change or replace `params`. */
export interface DocumentCall {
  readonly uid: string;
  readonly contentType: ContentTypeModel;
  /** The name of a method of `CodeDocuments`. */
  readonly action: string;
  params: Params;
}

/** Runs around calls to the document service for all types, including those of the REST API. */
export type DocumentMiddleware = (context: DocumentCall, next: () => Promise<unknown>) => unknown;

/** `strapi.documents`. */
export interface CodeDocumentService {
  (uid: string): CodeDocuments;
  readonly utils: {
    /** Replaces documentIds in relations by row ids. @throws ValidationError */
    transformData(data: Fields, options: TransformOptions): Promise<Fields>;
  };
  /** Adds a middleware inside the existing ones. @returns a function that removes it */
  use(middleware: DocumentMiddleware): () => void;
}

/** `strapi.store`. Calling it with names returns a store for which they are the defaults. */
export interface CodeStore {
  (names?: Params): CodeStore;
  get(names?: Params): Promise<unknown>;
  /** Returns the stored row. */
  set(names: Params): Promise<unknown>;
  /** Returns the deleted row, or null. */
  delete(names?: Params): Promise<unknown>;
}

/** Created by `src/code/database` and `src/code/documents`. */
export interface DataMembers {
  readonly documents: CodeDocumentService;
  readonly db: CodeDatabase;
  readonly entityService: CodeEntityService;
  readonly entityValidator: EntityValidator;
  query(uid: string): CodeQuery;
  readonly store: CodeStore;
}

/** An attribute as in its schema. */
export interface AttributeFields extends Fields {
  readonly type: string;
}

/** A content-type for code: `strapi.contentType(uid)`. */
export interface ContentTypeModel extends Fields {
  readonly uid: string;
  readonly modelType: 'contentType';
  readonly kind: 'collectionType' | 'singleType';
  readonly modelName: string;
  readonly globalId: string;
  readonly collectionName: string;
  readonly info: Fields;
  readonly options: Fields;
  readonly pluginOptions: Fields;
  /** Attributes of the schema in its order, then those that every type has. */
  readonly attributes: Record<string, AttributeFields>;
  readonly apiName?: string;
  readonly plugin?: string;
}

/** A component for code: `strapi.components[uid]`. */
export interface ComponentModel extends Fields {
  readonly uid: string;
  readonly modelType: 'component';
  readonly category: string;
  readonly attributes: Record<string, AttributeFields>;
}

export type Model = ContentTypeModel | ComponentModel;

/** A path: keys separated by dots, with list indexes in brackets, or a list of keys. */
export type ConfigPath = string | readonly (string | number)[];

/** `strapi.config`. Its values can also be read as properties. */
export interface StrapiConfig {
  /** The value at a dotted path, not a copy. */
  get(path: ConfigPath, fallback?: unknown): unknown;
  set(path: ConfigPath, value: unknown): unknown;
  has(path: ConfigPath): boolean;
  readonly [name: string]: unknown;
}

/** A controller: actions by name, called with the controller as `this`. */
export type Controller = Record<string, unknown>;

/** Functions by name. */
export type Service = Record<string, unknown>;

/** A policy: a function, or an object that also validates its configuration. */
export type Policy = Callable | { readonly handler: Callable; readonly validator?: Callable };

/** A route as defined in a file. */
export interface RouteFields extends Fields {
  method: string;
  path: string;
  handler: unknown;
  config?: Fields;
}

/**
 * The exports of a `strapi-server` file, as extensions receive them. Controllers and services may be functions of
 * `{strapi}`, which are called on first use.
 */
export interface PluginModule extends Fields {
  register?: Callable;
  bootstrap?: Callable;
  destroy?: Callable;
  config?: Fields;
  controllers?: Fields;
  services?: Fields;
  policies?: Fields;
  middlewares?: Fields;
  contentTypes?: Fields;
  /** By `content-api` and `admin`, or any name; a value may be a function of `{strapi}` with the property `routes`. */
  routes?: unknown;
}

/** A loaded plugin or API: `strapi.plugin(name)`, `strapi.api(name)`. */
export interface CodeModule {
  config(path?: string, fallback?: unknown): unknown;
  controller(name: string): Controller | undefined;
  service(name: string): Service | undefined;
  policy(name: string): unknown;
  middleware(name: string): unknown;
  contentType(name: string): ContentTypeModel | undefined;
  readonly controllers: Record<string, Controller>;
  readonly services: Record<string, Service>;
  readonly policies: Fields;
  readonly middlewares: Fields;
  readonly contentTypes: Record<string, ContentTypeModel>;
  routes: unknown;
}

/** `strapi.cron`. */
export interface CodeCron {
  add(tasks: Fields): CodeCron;
  remove(name: string): CodeCron;
  readonly jobs: unknown[];
  start(): CodeCron;
  stop(): CodeCron;
  destroy(): CodeCron;
}

export interface CodeAuth {
  /** @param type `content-api`; strategies of other types are not used @throws Error if the value is not a strategy */
  register(type: string, strategy: unknown): CodeAuth;
  /**
   * @param auth `ctx.state.auth` @throws UnauthorizedError, ForbiddenError for a caller without all permissions of the scope
   */
  verify(auth: unknown, config?: { readonly scope?: unknown }): Promise<void>;
}

/** Validates and sanitizes what callers of the content API send and receive. */
export interface CodeContentRules {
  readonly sanitize: Readonly<Record<'output' | 'input' | QueryPart, Check<unknown>>> & {
    query(query: Fields, model: Model, options?: AuthOptions): Promise<Fields>;
  };
  readonly validate: Readonly<Record<'input' | QueryPart, Check<void>>> & {
    query(query: Fields, model: Model, options?: AuthOptions): Promise<void>;
  };
}

/** A query parameter that is validated separately. */
export type QueryPart = 'filters' | 'sort' | 'fields' | 'populate';

type Check<T> = (value: unknown, model: Model, options?: AuthOptions) => Promise<T>;

/** `strapi.contentAPI`. */
export interface CodeContentApi extends CodeContentRules {
  readonly permissions: CodePermissions;
  /** Adds parameters to routes by name. They apply to routes that are created later. */
  addQueryParams(params: unknown): void;
  addInputParams(params: unknown): void;
  /** Routes by the uid of their API or plugin. */
  getRoutesMap(): Promise<Fields>;
}

/** `strapi.contentAPI.permissions`. */
export interface CodePermissions {
  readonly providers: { readonly action: CodeProvider; readonly condition: CodeProvider };
  registerActions(): Promise<void>;
  /** Actions of routes by API or plugin, then by controller. */
  getActionsMap(): Fields;
  readonly engine: {
    /** @param permissions Rows with an `action` */
    generateAbility(permissions: unknown): Promise<CodeAbility>;
  };
}

/** The permissions of a caller. */
export interface CodeAbility {
  can(action: string): boolean;
  cannot(action: string): boolean;
  readonly rules: readonly Fields[];
}

/** Items by id, registered by plugins. */
export interface CodeProvider {
  register(...item: unknown[]): Promise<unknown>;
  registerMany(items: unknown): Promise<unknown>;
  get(id: string): unknown;
  has(id: string): boolean;
  keys(): string[];
  values(): unknown[];
  size(): number;
}

/** The caller whose permissions apply: `ctx.state.auth`. Without it, permissions are not checked. */
export interface AuthOptions {
  readonly auth?: unknown;
  readonly route?: RouteParams;
}

/** Absolute paths of folders by name. */
export interface CodeDirs {
  readonly app: Readonly<Record<string, string>>;
  readonly dist: Readonly<Record<string, string>>;
  readonly static: { readonly public: string };
}

/** `global.strapi`. */
export interface Strapi extends DataMembers {
  readonly config: StrapiConfig;
  readonly log: CodeLog;
  readonly dirs: CodeDirs;
  readonly contentTypes: Record<string, ContentTypeModel>;
  readonly components: Record<string, ComponentModel>;
  contentType(uid: string): ContentTypeModel | undefined;
  getModel(uid: string): Model | undefined;
  readonly apis: Record<string, CodeModule>;
  readonly plugins: Record<string, CodeModule>;
  /** By uid, created on first use. */
  readonly controllers: Record<string, Controller>;
  readonly services: Record<string, Service>;
  readonly policies: Fields;
  readonly middlewares: Fields;
  api(name: string): CodeModule | undefined;
  plugin(name: string): CodeModule | undefined;
  controller(uid: string): Controller | undefined;
  service(uid: string): Service | undefined;
  policy(name: string): unknown;
  middleware(name: string): unknown;
  readonly eventHub: CodeEventHub;
  readonly requestContext: {
    get(): Koa.Context | undefined;
    /** Runs a function for which `get` returns `context`. */
    run<T>(context: Koa.Context, work: () => T | Promise<T>): Promise<T>;
  };
  readonly server: CodeServer;
  readonly cron: CodeCron;
  readonly contentAPI: CodeContentApi;
  readonly auth: CodeAuth;
  readonly customFields: { register(fields: unknown): void };
  fetch(url: string | URL | Request, options?: RequestInit): Promise<Response>;
  /** A service of the server by name, such as `auth` or `cron`. */
  get(name: string): unknown;
  has(name: string): boolean;
  /** @param service A value, or a function of `strapi` that is called when the service is first used */
  add(name: string, service: unknown): Strapi;
  /** A named list of functions to which plugins add. */
  hook(name: string): CodeHook;
  readonly hooks: Record<string, CodeHook>;
  /** Services for administrators: `strapi.admin.services`, `strapi.service('admin::user')`. */
  readonly admin: Fields;
  readonly telemetry: { send(): Promise<boolean> };
  readonly webhookStore: WebhookStore;
  readonly db: StrapiDatabase;
  readonly EE: boolean;
  readonly ee: Fields;
  readonly features: Fields;
  readonly reload: Callable & { isWatching: boolean };
  readonly isLoaded: boolean;
}
