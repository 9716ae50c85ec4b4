// In charge of bringing a database to a layout without losing anything: tables, columns and indexes that are missing
// are made, columns of another type are altered where every value survives. Nothing is ever dropped, so what a schema
// no longer speaks of stays (docs/strapi/differences.md, D10). All in one transaction; a database that fits is only
// read.
import type { Database } from './database.ts';
import type { Alteration, ColumnChange, Ddl, LiveSchema } from './ddl.ts';
import type { Layout } from './layout.ts';
import { readIn, type Session } from './session.ts';
import { StorageError, type FileOf, type StorageIssue } from './storage-error.ts';
import type { Column, ForeignKey, Index, Table } from './table.ts';

/** What a sync did, by names: `table`, `table.column` or the index's own. */
export interface SyncReport {
  /** True where no table of the layout was there before. */
  readonly created: boolean;
  readonly tables: readonly string[];
  readonly columns: readonly string[];
  readonly altered: readonly string[];
  readonly indexes: readonly string[];
}

interface SyncPlan {
  readonly created: boolean;
  readonly tables: readonly Table[];
  readonly columns: readonly { readonly table: Table; readonly column: Column }[];
  readonly changes: readonly ColumnChange[];
  readonly indexes: readonly { readonly table: Table; readonly index: Index }[];
  readonly keys: readonly { readonly table: Table; readonly key: ForeignKey }[];
  readonly issues: readonly StorageIssue[];
}

/**
 * Makes a database fit a layout.
 * @throws StorageError, with the database left as it was, when a value would be lost or a table cannot be made to fit.
 */
export async function syncDatabase(
  database: Database,
  layout: Layout,
  fileOf?: FileOf,
): Promise<SyncReport> {
  const { ddl } = database.dialect;
  const first = planSync(layout, await database.read(ddl.inspect()), ddl);
  if (isNothing(first)) return toReport(first);
  return database.write(async (session) => {
    const plan = planSync(layout, await readIn(session, ddl.inspect()), ddl);
    if (plan.issues.length > 0) throw new StorageError(plan.issues, fileOf);
    const { altered, issues } = await applySync(session, plan, ddl);
    if (issues.length > 0) throw new StorageError(issues, fileOf);
    return toReport({ ...plan, changes: altered });
  });
}

function planSync(layout: Layout, live: LiveSchema, ddl: Ddl): SyncPlan {
  const { fold } = ddl;
  const isMissing = ({ name }: Table) => !live.tables.has(fold(name));
  const present = layout.tables.filter((table) => !isMissing(table));
  const columns = present.flatMap((table) =>
    table.columns.map((column) => ({
      table,
      column,
      live: live.tables.get(fold(table.name))?.get(fold(column.name)),
    })),
  );
  return {
    created: present.length === 0,
    tables: layout.tables.filter(isMissing),
    columns: columns.filter(
      (entry) => entry.live === undefined && entry.column.type !== 'increments',
    ),
    changes: columns.flatMap(({ table, column, live: there }) => {
      const change = there && { table, column, live: there };
      return change && mustChange(change, ddl) ? [change] : [];
    }),
    indexes: layout.tables.flatMap((table) =>
      table.indexes
        .filter((index) => isMissing(table) || !live.indexes.has(fold(index.name)))
        .map((index) => ({ table, index })),
    ),
    keys:
      ddl.addForeignKey === null
        ? []
        : layout.tables.flatMap((table) =>
            table.foreignKeys
              .filter((key) => isMissing(table) || !live.foreignKeys.has(fold(key.name)))
              .map((key) => ({ table, key })),
          ),
    issues: [
      ...(live.tables.has(V4_TABLE) ? [v4Issue] : []),
      ...columns.flatMap(({ table, column, live: there }) =>
        column.type === 'increments' &&
        (there === undefined || ddl.differs(there, column) || !there.primaryKey)
          ? [idIssue(table)]
          : [],
      ),
    ],
  };
}

/**
 * A column that other programs made NOT NULL would refuse rows that Strapi and Quoin write, so it is loosened; those
 * of link tables always have a value. A schema's own NOT NULL is never put on a column that is there.
 */
function mustChange({ table, column, live }: ColumnChange, ddl: Ddl): boolean {
  // Tables that no schema speaks of are as whoever made them wants them.
  if (column.type === 'increments' || table.kind === 'own') return false;
  return (
    ddl.differs(live, column) || (table.kind === 'model' && live.notNullable && !column.notNullable)
  );
}

/** Carries out a plan. Where there are issues the caller must roll back. */
async function applySync(session: Session, plan: SyncPlan, ddl: Ddl): Promise<Alteration> {
  const issues: StorageIssue[] = [];
  for (const table of plan.tables) await session.script(ddl.createTable(table));
  for (const { table, column } of plan.columns) {
    const refusal = await refusalOf(session, ddl.addColumn(table, column));
    if (refusal !== undefined) issues.push(columnIssue(table, column, refusal));
  }
  const { altered, issues: refused } =
    plan.changes.length === 0
      ? { altered: [], issues: [] }
      : await ddl.alter(session, plan.changes);
  issues.push(...refused);
  if (issues.length > 0) return { altered, issues };
  for (const { table, index } of plan.indexes) {
    const refusal = await refusalOf(session, ddl.createIndex(table, index));
    if (refusal !== undefined)
      issues.push(await indexIssue(session, ddl, { table, index, refusal }));
  }
  // A link to nothing keeps a key from being made; it is left out of answers all the same.
  for (const { table, key } of plan.keys) {
    if (ddl.addForeignKey) await refusalOf(session, ddl.addForeignKey(table, key));
  }
  return { altered, issues };
}

async function refusalOf(session: Session, sql: string): Promise<string | undefined> {
  await session.script('SAVEPOINT quoin_try');
  try {
    await session.script(sql);
    return undefined;
  } catch (error) {
    await session.script('ROLLBACK TO SAVEPOINT quoin_try');
    const reason = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return reason instanceof Error ? reason.message : String(reason);
  } finally {
    await session.script('RELEASE SAVEPOINT quoin_try');
  }
}

/** A link table of the administrators' permissions under the name that only Strapi 4 gives it. */
const V4_TABLE = 'admin_permissions_role_links';

const v4Issue: StorageIssue = {
  uid: null,
  path: null,
  table: V4_TABLE,
  message:
    'This is a database of Strapi 4. Start Strapi 5 on it once, which migrates it, then start Quoin again.',
};

function idIssue(table: Table): StorageIssue {
  const message =
    'It must be the primary key of the table, of type integer, so that the database gives each row its id. Change the table, or give the model another collectionName.';
  return { uid: table.uid, path: null, table: table.name, column: 'id', message };
}

function columnIssue(table: Table, column: Column, refusal: string): StorageIssue {
  const path = column.attribute === null ? null : `attributes.${column.attribute}`;
  const message = `The column cannot be added (${refusal}). Give it a default in \`column.defaultTo\`, or take \`column.notNullable\` away.`;
  return { uid: table.uid, path, table: table.name, column: column.name, message };
}

interface IndexRefusal {
  readonly table: Table;
  readonly index: Index;
  readonly refusal: string;
}

async function indexIssue(session: Session, ddl: Ddl, failed: IndexRefusal): Promise<StorageIssue> {
  const { table, index, refusal } = failed;
  const [example] = index.unique
    ? await session.rows({ sql: ddl.doubleValues(table, index), values: [] })
    : [];
  const message = example
    ? `Rows must differ in ${index.columns.join(', ')}, but ${String(example.at(-1))} of them have (${example.slice(0, -1).map(String).join(', ')}). Delete the ones too many; the index ${index.name} is then made.`
    : `The index ${index.name} cannot be made (${refusal}).`;
  return {
    uid: table.uid,
    path: null,
    table: table.name,
    column: index.columns.join(', '),
    message,
  };
}

function isNothing({ tables, columns, changes, indexes, keys, issues }: SyncPlan): boolean {
  return [tables, columns, changes, indexes, keys, issues].every((list) => list.length === 0);
}

function toReport({ created, tables, columns, changes, indexes }: SyncPlan): SyncReport {
  const named = ({ table, column }: { readonly table: Table; readonly column: Column }) =>
    `${table.name}.${column.name}`;
  return {
    created,
    tables: tables.map(({ name }) => name),
    columns: columns.map(named),
    altered: changes.map(named),
    indexes: indexes.map(({ index }) => index.name),
  };
}
