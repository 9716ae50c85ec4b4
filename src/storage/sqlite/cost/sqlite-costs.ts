// Cost estimates of statements on SQLite.
import type { StatementCosts, StatementPlan } from '../../statement-costs.ts';
import type { SqliteConnection } from '../connection.ts';
import { costOf, type PlannedStatement } from './plan-cost.ts';
import { parsePlan } from './query-plan.ts';
import { MeasuredTables, type TableSizes } from './table-sizes.ts';

/** Estimates over the read connection. */
export class SqliteCosts implements StatementCosts {
  readonly #connection: SqliteConnection;
  readonly #sizes: TableSizes;

  constructor(connection: SqliteConnection) {
    this.#connection = connection;
    this.#sizes = new MeasuredTables(connection);
  }

  plan(sql: string): StatementPlan {
    const conditions = sql.split('?').length - 1;
    const explained = this.#connection
      .prepare(`explain query plan ${sql}`)
      .raw()
      .all(...Array.from({ length: conditions }, () => null)) as [number, number, number, string][];
    const steps = parsePlan(explained.map(([id, parent, , detail]) => ({ id, parent, detail })));
    const statement: PlannedStatement = { steps, tables: aliasesIn(sql), conditions };
    return { cost: (input) => costOf(statement, this.#sizes, input) };
  }
}

const ALIAS = /\b(?:from|join) "((?:[^"]|"")+)" as "((?:[^"]|"")+)"/g;

function aliasesIn(sql: string): ReadonlyMap<string, string> {
  const tables = new Map<string, string>();
  for (const [, table = '', alias = ''] of sql.matchAll(ALIAS)) tables.set(alias, table);
  return tables;
}
