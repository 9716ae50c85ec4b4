// Members of `strapi` that need the database. `register` runs before it is open, but can already subscribe to hooks.
import { relative } from 'node:path';
import { toRecord, toText, valueAt } from '../../schema/raw.ts';
import type { Subscriptions } from '../lifecycles/code-hooks.ts';
import type { StrapiDatabase } from './database-types.ts';
import type {
  CodeContentRules,
  CodeDocumentService,
  CodeStore,
  DataMembers,
  DocumentMiddleware,
} from './strapi.ts';
import type { Fields, Params } from './code-values.ts';

interface Opened {
  readonly data: DataMembers;
  readonly contentAPI: CodeContentRules;
}

/** The error for code that uses the database before it is open. */
class NotOpenError extends Error {
  constructor() {
    super('The database is not open yet. Use it in bootstrap, not in register.');
  }
}

/** Returns true if an error only means that the database is not open. */
export function isNotOpen(error: unknown): boolean {
  return error instanceof NotOpenError || (error instanceof Error && isNotOpen(error.cause));
}

/** Returns the result of `work`, or null if it needs the database before that is open. */
export function ifOpen<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isNotOpen(error)) return null;
    throw error;
  }
}

/** Replaces these members until the database is open. */
export class DataSlot {
  readonly #subscriptions: Subscriptions;
  readonly #config: () => unknown;
  #opened: Opened | null = null;
  #early: unknown = null;

  /** @param config `database` of the configuration */
  constructor(subscriptions: Subscriptions, config: () => unknown) {
    this.#subscriptions = subscriptions;
    this.#config = config;
  }

  /** @throws Error before the database is open */
  get data(): DataMembers {
    return this.#required.data;
  }

  get contentAPI(): CodeContentRules {
    return this.#required.contentAPI;
  }

  get #required(): Opened {
    if (this.#opened) return this.#opened;
    throw new NotOpenError();
  }

  /** Sets `strapi.db.connection` until the database is open. */
  connect(knex: unknown): void {
    this.#early = knex;
  }

  open(opened: Opened): void {
    this.#opened = opened;
  }

  /** The members, which are resolved when they are used. */
  get members(): Pick<DataMembers, 'documents' | 'store'> & { readonly db: StrapiDatabase } {
    const slot = (): DataMembers => this.data;
    const knexOf = (): unknown =>
      this.#opened === null && this.#early !== null ? this.#early : slot().db.connection;
    const config = this.#config;
    const { lifecycles, middlewares } = this.#subscriptions;
    const utils: CodeDocumentService['utils'] = {
      transformData: async (...args) => slot().documents.utils.transformData(...args),
    };
    const documents: CodeDocumentService = Object.assign((uid: string) => slot().documents(uid), {
      utils,
      use: (middleware: DocumentMiddleware) => middlewares.use(middleware),
    });
    const db: StrapiDatabase = {
      query: (uid) => slot().db.query(uid),
      transaction: (work) => slot().db.transaction(work),
      inTransaction: () => slot().db.inTransaction(),
      lifecycles: {
        subscribe: (subscriber) => lifecycles.subscribe(subscriber),
        clear: () => lifecycles.clear(),
        disable: () => lifecycles.disable(),
        enable: () => lifecycles.enable(),
        createEvent: (...args) => slot().db.lifecycles.createEvent(...args),
        run: (...args) => slot().db.lifecycles.run(...args),
      },
      get metadata() {
        return slot().db.metadata;
      },
      get connection() {
        return knexOf();
      },
      getConnection(table) {
        const knex = knexOf() as (name: string) => unknown;
        return table === undefined ? knex : knex(table);
      },
      getSchemaConnection: (knex = knexOf()) => (knex as { schema: unknown }).schema,
      getSchemaName: () => toText(valueAt(config(), 'connection.connection.schema')),
      getInfo: () => infoOf(knexOf(), db),
      get config() {
        return config();
      },
      get dialect() {
        const { client } = toRecord(toRecord(config())['connection']);
        return { client: String(client).includes('sqlite') ? 'sqlite' : String(client) };
      },
    };
    return { documents, db, store: storeOf(() => slot().store) };
  }
}

/** A store that can be created before the database is open, as in constructors of controllers. */
function storeOf(opened: () => CodeStore): CodeStore {
  return Object.assign((names?: Params) => storeOf(() => opened()(names)), {
    get: async (names?: Params) => opened().get(names),
    set: async (names: Params) => opened().set(names),
    delete: async (names?: Params) => opened().delete(names),
  });
}

/** `strapi.db.getInfo()`. */
function infoOf(knex: unknown, db: StrapiDatabase): Fields {
  const { filename, database } = toRecord(
    valueAt((knex as Fields)['client'], 'connectionSettings'),
  );
  const { client } = db.dialect;
  const displayName =
    client === 'sqlite' ? relative(process.cwd(), String(filename)) : String(database);
  return { displayName, schema: db.getSchemaName(), client };
}
