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
  /** Returns a copy of a row with related rows. */
  populate(row: Fields, populate: unknown): Promise<Fields>;
}

/** `strapi.db.lifecycles`. */
export interface CodeLifecycles {
  /** Adds hooks: an object, or a function that receives all events. @returns a function that removes them */
  subscribe(subscriber: unknown): () => void;
}

/** `strapi.db`. */
export interface CodeDatabase {
  query(uid: string): CodeQuery;
  readonly lifecycles: CodeLifecycles;
  readonly metadata: { get(uid: string): unknown; has(uid: string): boolean };
  /** Runs a function in one transaction. Without a function, returns a transaction that the caller ends. */
  transaction(work?: unknown): Promise<unknown>;
  inTransaction(): boolean;
  /** Knex on the connection of the project. */
  readonly connection: unknown;
}

/** The members of `strapi.db` that exist before the database is open. */
export interface StrapiDatabase extends CodeDatabase {
  getConnection(table?: string): unknown;
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
  /** Adds methods and replaces existing ones. @param decorator Receives the current methods and returns the new ones */
  decorate(decorator: unknown): CodeEntityService;
}
