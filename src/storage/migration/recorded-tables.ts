// Records all tables and columns that a schema has ever used, so that unused ones are recognized as Quoin's and
// others are left alone.
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import type { Dialect } from '../dialect.ts';
import type { Layout } from '../layout/layout.ts';
import { recordedTables } from '../layout/quoin-tables.ts';
import { toQuery } from './row-writer.ts';
import { runInSession, type Query, type ReadSteps, type Session } from '../session.ts';

/** Column names by table name. */
export type TableNames = ReadonlyMap<string, ReadonlySet<string>>;

interface RecordedTable {
  readonly id: number | null;
  readonly name: string;
  readonly columns: readonly string[];
}

/** Adds the tables and columns of a layout to the record. */
export async function recordTables(database: Database, layout: Layout): Promise<void> {
  if ((await database.read(readMissing(layout))).length === 0) return;
  await database.runInTransaction((session) =>
    recordTablesInSession(session, database.dialect, layout),
  );
}

/** Adds the tables and columns of a layout to the record, inside a transaction. */
export async function recordTablesInSession(
  session: Session,
  dialect: Dialect,
  layout: Pick<Layout, 'tables'>,
): Promise<void> {
  const missing = await runInSession(session, readMissing(layout));
  for (const each of missing) await session.run(toWrite(dialect, each));
}

export function* readRecordedTables(): ReadSteps<TableNames> {
  return new Map((yield* readRows()).map(({ name, columns }) => [name, new Set(columns)]));
}

/** Tables and columns to remove from the record. */
export interface RemovedTables {
  readonly tables: readonly string[];
  readonly columns: readonly { readonly table: string; readonly name: string }[];
}

/** Removes tables and columns from the record. */
export function* removeRecordedTables(
  dialect: Dialect,
  { tables, columns: removed }: RemovedTables,
): ReadSteps<void> {
  const { table, columns } = recordedTables;
  for (const { id, name, columns: known } of yield* readRows()) {
    const names = removed.filter((each) => each.table === name).map((each) => each.name);
    const where = sql`where id = ${id}`;
    if (tables.includes(name)) {
      yield [toQuery(dialect.compile(sql`delete from ${sql.id(table)} ${where}`))];
    } else if (names.length > 0) {
      const left = JSON.stringify(known.filter((column) => !names.includes(column)));
      const query = sql`update ${sql.id(table)} set ${sql.id(columns)} = ${left} ${where}`;
      yield [toQuery(dialect.compile(query))];
    }
  }
}

function* readMissing(layout: Pick<Layout, 'tables'>): ReadSteps<readonly RecordedTable[]> {
  const rows = new Map((yield* readRows()).map((row) => [row.name, row]));
  return layout.tables.flatMap(({ name, columns }): readonly RecordedTable[] => {
    const row = rows.get(name);
    const all = new Set([...(row?.columns ?? []), ...columns.map((column) => column.name)]);
    return row?.columns.length === all.size
      ? []
      : [{ id: row?.id ?? null, name, columns: [...all] }];
  });
}

function* readRows(): ReadSteps<readonly RecordedTable[]> {
  const { table, name, columns } = recordedTables;
  const [rows = []] = yield [{ sql: `select id, ${name}, ${columns} from ${table}`, values: [] }];
  return rows.map(([id, tableName, list]) => ({
    id: Number(id),
    name: String(tableName),
    columns: toNames(String(list)),
  }));
}

function toWrite({ compile }: Dialect, { id, name, columns }: RecordedTable): Query {
  const { table, name: nameColumn, columns: listColumn } = recordedTables;
  const list = JSON.stringify(columns);
  return toQuery(
    compile(
      id === null
        ? sql`insert into ${sql.id(table)} (${sql.id(nameColumn)}, ${sql.id(listColumn)}) values (${name}, ${list})`
        : sql`update ${sql.id(table)} set ${sql.id(listColumn)} = ${list} where id = ${id}`,
    ),
  );
}

function toNames(list: string): readonly string[] {
  const names: unknown = JSON.parse(list);
  return Array.isArray(names) ? names.map(String) : [];
}
