// Types of `strapi.db` and `strapi.entityService`.
import type { Fields, Params, Row } from './code-values.ts';

/** `strapi.db.query(uid)`: the rows of one type. */
export interface CodeQuery {
  findOne(params?: Params): Promise<Row | null>;
  findMany(params?: Params): Promise<Row[]>;
  findWithCount(params?: Params): Promise<[Row[], number]>;
  findPage(params?: Params): Promise<{ results: Row[]; pagination: Fields }>;
  count(params?: Params): Promise<number>;
  create(params: Params): Promise<Row>;
  createMany(params: Params): Promise<{ count: number; ids: number[] }>;
  update(params: Params): Promise<Row | null>;
  updateMany(params: Params): Promise<{ count: number }>;
  delete(params: Params): Promise<Row | null>;
  deleteMany(params?: Params): Promise<{ count: number }>;
  /** Loads the related rows of an attribute, or of several, as an object. */
  load(row: Fields, field: string | readonly string[], params?: Params): Promise<unknown>;
  loadPages(
    row: Fields,
    field: string,
    params?: Params,
  ): Promise<{ results: unknown[]; pagination: Fields }>;
  /** Links rows and components in addition to those that are linked. @param id Row id */
  attachRelations(id: number, data: Fields): Promise<void>;
  /** Changes the links in `data`, as `update` does. */
  updateRelations(id: number, data: Fields): Promise<void>;
  /** Removes all links of a row. */
  deleteRelations(id: number): Promise<void>;
  /** Returns a copy of a row with related rows. */
  populate(row: Fields, populate: unknown): Promise<Fields>;
}

/** Parameters and result of a call, for hooks. */
export interface HookProperties {
  readonly params?: Fields;
  readonly result?: unknown;
}

/** `strapi.db.lifecycles`. */
export interface CodeLifecycles {
  /** Adds hooks: an object, or a function that receives all events. @returns a function that removes them */
  subscribe(subscriber: unknown): () => void;
  /** Removes all hooks. */
  clear(): void;
  /** Hooks do not run until `enable` is called. */
  disable(): void;
  enable(): void;
  createEvent(action: string, uid: string, ...more: readonly [HookProperties, unknown?]): Fields;
  /** Runs the hooks of an action, such as `beforeCreate`. @returns the states of subscribers */
  run(
    action: string,
    uid: string,
    ...more: readonly [HookProperties, Map<unknown, unknown>?]
  ): Promise<Map<unknown, unknown>>;
}

/** `strapi.db`. */
export interface CodeDatabase {
  query(uid: string): CodeQuery;
  readonly lifecycles: CodeLifecycles;
  readonly metadata: ReadonlyMap<string, Fields>;
  /** Runs a function in one transaction. Without a function, returns a transaction that the caller ends. */
  transaction(work?: unknown): Promise<unknown>;
  inTransaction(): boolean;
  /** Knex on the connection of the project. */
  readonly connection: unknown;
}

/** The members of `strapi.db` that exist before the database is open. */
export interface StrapiDatabase extends CodeDatabase {
  getConnection(table?: string): unknown;
  /** The schema builder of knex, or of a transaction. */
  getSchemaConnection(knex?: unknown): unknown;
  /** The schema of a PostgreSQL database, if it is configured. */
  getSchemaName(): string | undefined;
  getInfo(): Fields;
  readonly config: unknown;
  readonly dialect: { readonly client: string };
}

/** What a method of the entity service passes to `wrapParams` and `wrapResult`. */
export interface EntityCall {
  readonly uid: string;
  readonly action: string;
  readonly field?: string;
}

/** The methods of `strapi.entityService`, which decorators may replace. */
export interface EntityMethods {
  wrapParams(params: Params | undefined, call: EntityCall): Promise<Params>;
  wrapResult(result: unknown, call: EntityCall): Promise<unknown>;
  findMany(uid: string, params?: Params): Promise<unknown>;
  findOne(uid: string, id: unknown, params?: Params): Promise<unknown>;
  findPage(uid: string, params?: Params): Promise<unknown>;
  count(uid: string, params?: Params): Promise<number>;
  create(uid: string, params: Params): Promise<unknown>;
  update(uid: string, id: unknown, params: Params): Promise<unknown>;
  delete(uid: string, id: unknown, params?: Params): Promise<unknown>;
  load(uid: string, row: Fields, field: string, params?: Params): Promise<unknown>;
  loadPages(
    uid: string,
    row: Fields,
    field: string,
    params?: Params,
    pagination?: Params,
  ): Promise<unknown>;
}

/** `strapi.entityService`. */
export interface CodeEntityService extends EntityMethods {
  implementation: EntityMethods;
  /**
   * Replaces methods. Added ones can be called on `implementation` only. @param decorator Receives the current methods and
   * returns the new ones
   */
  decorate(decorator: unknown): CodeEntityService;
}

/** The entry whose relations `strapi.documents.utils.transformData` converts. */
export interface TransformOptions {
  readonly uid: string;
  readonly locale?: string | null;
  readonly status?: 'draft' | 'published';
  /** True to leave out documents that do not exist. */
  readonly allowMissingId?: boolean;
}
