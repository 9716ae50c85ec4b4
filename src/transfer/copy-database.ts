// Copies all rows of a database to another one, also of another kind: every table of the layout with its ids, in one
// transaction. Both sides are compared before the commit.
import { createHash } from 'node:crypto';
import type { Database } from '../storage/database.ts';
import type { StorableValue } from '../storage/dialect.ts';
import type { Layout } from '../storage/layout/layout.ts';
import { RowStatements } from '../storage/statements/row-statements.ts';
import {
  runInSession,
  type Session,
  type ReadSteps,
  type Row,
  type SqlValue,
} from '../storage/session.ts';
import { syncDatabase } from '../storage/migration/sync-database.ts';
import type { Column, Table } from '../storage/layout/table.ts';
import { countTables } from '../storage/statements/row-counts.ts';
import { readPage } from '../storage/statements/table-pages.ts';
import { TransferError, isTransferError } from './errors.ts';
import { TYPE_OF, fromDriverValue } from './stored-values.ts';

/** Rows per page. */
const PAGE = 500;

/** Source and target. */
export interface CopyDependencies {
  readonly layout: Layout;
  readonly from: Database;
  /** Must have no rows, and may have no tables. */
  readonly to: Database;
  /** Receives each table before it is copied, and the number of copied rows. */
  readonly progress: CopyProgress;
}

/** Receives the progress of a copy. */
export interface CopyProgress {
  begin(table: string, rows: number): void;
  step(rows: number): void;
}

/** Summary of a copy. */
export interface CopyReport {
  /** Number of decimals that the target rounds. */
  readonly rounded: number;
  readonly tables: readonly {
    readonly table: string;
    readonly rows: number;
    readonly hash: string;
  }[];
}

/** Less than every id; PostgreSQL compares 32-bit integers. */
const LEAST_ID = -(2 ** 31);

/** Maximum number of reported values. */
const MAX_PROBLEMS = 20;

/**
 * Copies all rows.
 * @throws TransferError if the target has rows, a value does not fit, or the source has changed; the target
 * is unchanged then except for empty tables
 */
export async function copyDatabase(dependencies: CopyDependencies): Promise<CopyReport> {
  const { layout, from, to } = dependencies;
  const tables = await tablesIn(from, layout);
  await syncDatabase(to, keysLast(to, layout));
  await assertEmpty(to, layout);
  const report = await to.runInTransaction(async (session) => {
    const { deferKeys } = to.dialect.ddl;
    if (deferKeys !== null) await session.script(deferKeys);
    const copy = new TableCopy(dependencies, session);
    for (const table of tables) await copy.run(table);
    const rounded = copy.end();
    const { dialect } = to;
    const copied: Side = { dialect, read: (steps) => runInSession(session, steps) };
    return { rounded, tables: await compare(tables, from, copied) };
  });
  await syncDatabase(to, layout);
  return report;
}

/** Database or transaction from which a side is read. */
interface Side {
  readonly dialect: Database['dialect'];
  read<T>(steps: ReadSteps<T>): Promise<T>;
}

/** A table with the columns that exist in the source. */
interface SourceTable {
  readonly table: Table;
  readonly columns: readonly Column[];
  readonly rows: number;
}

async function tablesIn(from: Database, { tables }: Layout): Promise<readonly SourceTable[]> {
  const { ddl } = from.dialect;
  const live = await from.read(ddl.inspect());
  const present = tables.flatMap((table) => {
    const columns = live.tables.get(ddl.fold(table.name));
    if (!columns) return [];
    return [{ table, columns: table.columns.filter(({ name }) => columns.has(ddl.fold(name))) }];
  });
  const names = present.map(({ table }) => table.name);
  const counts = await from.read(countTables(names));
  return present.map((each, i) => ({ ...each, rows: counts[i] ?? 0 }));
}

/** Adds foreign keys last if the database supports it, because rows may refer to rows that are not there yet. */
function keysLast({ dialect }: Database, layout: Layout): Layout {
  if (dialect.ddl.addForeignKey === null) return layout;
  return { ...layout, tables: layout.tables.map((table) => ({ ...table, foreignKeys: [] })) };
}

async function assertEmpty(to: Database, { tables }: Layout): Promise<void> {
  const names = tables.map(({ name }) => name);
  const counts = await to.read(countTables(names));
  const full = names.filter((_, i) => (counts[i] ?? 0) > 0);
  if (full.length === 0) return;
  throw new TransferError('rejected', [
    `The target is not empty: there are rows in ${full.slice(0, 5).join(', ')}${full.length > 5 ? ' and others' : ''}.`,
  ]);
}

/** Copies tables sequentially. */
class TableCopy {
  readonly #dependencies: CopyDependencies;
  readonly #session: Session;
  readonly #statements: RowStatements;
  readonly #problems: string[] = [];
  #rounded = 0;

  constructor(dependencies: CopyDependencies, session: Session) {
    this.#dependencies = dependencies;
    this.#session = session;
    this.#statements = new RowStatements(dependencies.to.dialect, dependencies.layout);
  }

  async run(source: SourceTable): Promise<void> {
    const { progress, to } = this.#dependencies;
    const { table, columns, rows } = source;
    progress.begin(table.name, rows);
    const names = ['id', ...withoutId(columns).map(({ name }) => name)];
    for await (const page of pagesOf(this.#dependencies.from, source)) {
      const stored = page.map((row) => this.#stored(source, row));
      if (this.#problems.length === 0) {
        await runInSession(this.#session, this.#statements.insert(table.name, names, stored));
      }
      progress.step(page.length);
    }
    const moved = to.dialect.ddl.moveSequence(table.name);
    if (moved !== null && rows > 0) await this.#session.script(moved);
  }

  /** @returns the number of rounded decimals @throws TransferError with the values that do not fit */
  end(): number {
    if (this.#problems.length > 0) throw new TransferError('rejected', this.#problems);
    return this.#rounded;
  }

  #stored({ table, columns }: SourceTable, [id, ...values]: Row): readonly SqlValue[] {
    const { dialect } = this.#dependencies.to;
    const stored = withoutId(columns).map((column, i): SqlValue => {
      const { name, type } = column;
      try {
        const meaning = fromDriverValue(type, values[i]);
        if (dialect.ddl.keepsScale && rounded(column, meaning) !== meaning) this.#rounded += 1;
        return dialect.store(TYPE_OF[type], meaning);
      } catch (error) {
        if (!isTransferError(error, 'columnType')) throw error;
        if (this.#problems.length < MAX_PROBLEMS) {
          this.#problems.push(`${table.name}.${name} of row ${String(id)}: ${error.message}`);
        }
        return null;
      }
    });
    return [Number(id), ...stored];
  }
}

function withoutId(columns: readonly Column[]): readonly Column[] {
  return columns.filter(({ type }) => type !== 'increments');
}

async function* pagesOf(
  from: Side,
  { table, columns }: SourceTable,
): AsyncGenerator<readonly Row[]> {
  const read = withoutId(columns).map(({ name, type }) => ({ column: name, as: TYPE_OF[type] }));
  let after = LEAST_ID;
  for (;;) {
    const page = await from.read(
      readPage(from.dialect, { table: table.name, columns: read, after, limit: PAGE }),
    );
    if (page.length === 0) return;
    yield page;
    after = Number(page.at(-1)?.[0]);
  }
}

/** @throws TransferError if the two sides differ */
async function compare(
  tables: readonly SourceTable[],
  from: Side,
  to: Side,
): Promise<CopyReport['tables']> {
  const report: { table: string; rows: number; hash: string }[] = [];
  for (const source of tables) {
    const [one, other] = [await digest(from, source), await digest(to, source)];
    if (one.hash !== other.hash) {
      throw new TransferError('rejected', [
        `${source.table.name} differs: ${one.rows} rows there, ${other.rows} here. Did another program write in the meantime?`,
      ]);
    }
    report.push({ table: source.table.name, ...other });
  }
  return report;
}

/** Hash of all values of a table, independent of the database. */
async function digest(
  side: Side,
  source: SourceTable,
): Promise<{ readonly rows: number; readonly hash: string }> {
  const hash = createHash('sha256');
  const columns = withoutId(source.columns);
  let rows = 0;
  for await (const page of pagesOf(side, source)) {
    for (const [id, ...values] of page) {
      const meanings = columns.map((column, i) =>
        comparable(rounded(column, fromDriverValue(column.type, values[i]))),
      );
      hash.update(JSON.stringify([Number(id), ...meanings]));
    }
    rows += page.length;
  }
  return { rows, hash: hash.digest('hex') };
}

/**
 * The form of a value that both databases store: decimals with the scale of their column, rounded half away from
 * zero.
 */
function rounded({ type, args: [, scale] }: Column, meaning: StorableValue): StorableValue {
  if (type !== 'decimal' || typeof meaning !== 'number' || typeof scale !== 'number')
    return meaning;
  const size = Number(`${Math.round(Number(`${Math.abs(meaning)}e${scale}`))}e-${scale}`);
  return meaning < 0 ? -size : size;
}

/** Databases order the keys of JSON objects differently. */
function comparable(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (Array.isArray(value)) return value.map(comparable);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, inner]) => [key, comparable(inner)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
