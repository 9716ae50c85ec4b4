// `strapi.db.connection`: knex on the connection of the project. Its statements run like all others,
// inside the open transaction if there is one.
import { createRequire } from 'node:module';
import type { Knex } from 'knex';
import type { InteractiveDatabase } from '../../storage/database.ts';
import type { RawResult } from '../../storage/session.ts';
import type { Fields } from '../strapi/code-values.ts';
import type { Enter, OpenTransaction, TransactionEnds, Transactions } from './transactions.ts';

export interface KnexDependencies {
  readonly database: InteractiveDatabase;
  readonly transactions: Transactions;
  /** The connection of the project, for code that reads it; knex does not use it. */
  readonly settings: Fields;
}

/** Creates knex on a database. */
export function createKnex(dependencies: KnexDependencies): Knex {
  return knexWith(dependencies, (work) => work());
}

/** Wraps an open transaction as a knex transaction, for `transacting` and for direct calls. */
export function createKnexTransaction(
  dependencies: KnexDependencies,
  enter: Enter,
  { commit, rollback, isCompleted }: TransactionEnds,
): Knex {
  const knex = knexWith(dependencies, (work) => {
    if (isCompleted()) throw new Error('Transaction query already complete');
    return enter(work);
  });
  Object.assign(knex.client, { transacting: true });
  return Object.assign(knex, { isTransaction: true, isCompleted, commit, rollback });
}

/** The connection object that knex uses. */
interface Connection {
  readonly __knexUid: string;
  /** Opened by `knex.transaction`. */
  transaction: OpenTransaction | null;
}

/** A statement of knex, and its result. */
interface Statement {
  readonly sql: string;
  readonly bindings?: readonly unknown[];
  response?: unknown;
  context?: unknown;
}

/** The methods of knex clients that are replaced. */
interface Client {
  acquireConnection(): Promise<Connection>;
  releaseConnection(connection: Connection): Promise<void>;
  destroy(): Promise<void>;
  _query(connection: Connection, statement: Statement): Promise<Statement>;
}

type ClientClass = new (config: object) => Client;

/** The names that knex uses for a database, and how its client returns results. */
interface KnexDialect {
  /** As code reads it from `connection.client.config.client`. */
  readonly client: string;
  readonly module: string;
  readonly useNullAsDefault: boolean;
  readonly toResponse: (result: RawResult) => Response;
}

const DIALECTS: Readonly<Record<InteractiveDatabase['dialect']['name'], KnexDialect>> = {
  sqlite: {
    client: 'better-sqlite3',
    module: 'knex/lib/dialects/better-sqlite3/index.js',
    useNullAsDefault: true,
    toResponse: toSqliteResponse,
  },
  postgres: {
    client: 'postgres',
    module: 'knex/lib/dialects/postgres/index.js',
    useNullAsDefault: false,
    toResponse: toPostgresResponse,
  },
};

let connections = 0;

function knexWith(dependencies: KnexDependencies, enter: Enter): Knex {
  // Loaded on first use.
  const require = createRequire(import.meta.url);
  const knex = require('knex') as (config: object) => Knex;
  const { client, module, useNullAsDefault } = DIALECTS[dependencies.database.dialect.name];
  const instance = knex({
    client: clientClass(require(module) as ClientClass, dependencies, enter),
    useNullAsDefault,
  });
  const made = instance.client as { config: Fields; connectionSettings: Fields };
  made.connectionSettings = { ...dependencies.settings };
  Object.assign(made.config, { client, connection: made.connectionSettings });
  return instance;
}

function clientClass(
  Base: ClientClass,
  { database, transactions }: KnexDependencies,
  enter: Enter,
): ClientClass {
  const { toResponse } = DIALECTS[database.dialect.name];
  return class extends Base {
    override async acquireConnection(): Promise<Connection> {
      connections += 1;
      return { __knexUid: `quoin${connections}`, transaction: null };
    }

    override async releaseConnection(): Promise<void> {}

    override async destroy(): Promise<void> {}

    override async _query(connection: Connection, statement: Statement): Promise<Statement> {
      const { sql, bindings = [] } = statement;
      if (!sql) throw new Error('The query is empty');
      const end = ENDS.exec(sql)?.[1]?.toLowerCase();
      if (BEGINS.test(sql)) {
        connection.transaction = await enter(() => openTransaction(database, transactions));
        return Object.assign(statement, toResponse(EMPTY_RESULT));
      }
      if (end !== undefined && connection.transaction) {
        await connection.transaction.end(end === 'commit' ? 'commit' : 'rollback');
        connection.transaction = null;
        return Object.assign(statement, toResponse(EMPTY_RESULT));
      }
      const run = connection.transaction?.enter ?? enter;
      const result = await run(() => database.runRaw({ sql, values: bindings }));
      return Object.assign(statement, toResponse(result));
    }
  };
}

const BEGINS = /^\s*begin\b/i;
const ENDS = /^\s*(commit|rollback)\s*;?\s*$/i;
const EMPTY_RESULT: RawResult = { rows: [], count: 0, lastId: null, command: '' };

/** Begins a transaction, or a savepoint inside an open one. */
async function openTransaction(
  database: InteractiveDatabase,
  transactions: Transactions,
): Promise<OpenTransaction> {
  const isNested = transactions.isInside;
  const transaction = await transactions.open();
  if (!isNested) return transaction;
  connections += 1;
  const savepoint = `knex_${connections}`;
  const run = async (sql: string): Promise<void> => {
    await transaction.enter(() => database.runRaw({ sql, values: [] }));
  };
  await run(`SAVEPOINT ${savepoint}`);
  return {
    enter: transaction.enter,
    isOpen: transaction.isOpen,
    end: async (how) => {
      if (how === 'rollback') await run(`ROLLBACK TO SAVEPOINT ${savepoint}`);
      await run(`RELEASE SAVEPOINT ${savepoint}`);
    },
  };
}

type Response = Pick<Statement, 'response' | 'context'>;

function toSqliteResponse({ rows, count, lastId }: RawResult): Response {
  const context = { lastID: lastId, changes: count };
  return { response: rows ?? { changes: count, lastInsertRowid: lastId }, context };
}

function toPostgresResponse({ rows, count, command }: RawResult): Response {
  return { response: { command, rowCount: count, rows: rows ?? [], fields: [] } };
}
