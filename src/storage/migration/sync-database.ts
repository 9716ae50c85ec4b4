// Applies a layout to a database without losing anything: creates missing tables, columns and indexes, and changes
// column types if all values survive. Nothing is dropped, so what a schema no longer uses is kept
// (docs/strapi/differences.md, D10). One transaction; a database that is up to date is only read.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Database } from '../database.ts';
import type { Alteration, ColumnChange, Ddl, LiveSchema } from './ddl.ts';
import { isUnavailable, messageOfCause, isEnded } from '../errors.ts';
import { planIndexes, type IndexPlan } from './index-plan.ts';
import type { Layout } from '../layout/layout.ts';
import { inSavepoint, runInSession, type Session } from '../session.ts';
import { incompatible, type FileOf, type StorageIssue } from './storage-issues.ts';
import type { Column, ForeignKey, Index, Table } from '../layout/table.ts';

/** What a sync changed, by name: `table`, `table.column` or the name of an index. */
export interface SyncReport {
  /** True if no table of the layout existed before. */
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
  readonly indexes: IndexPlan;
  readonly keys: readonly { readonly table: Table; readonly key: ForeignKey }[];
  readonly issues: readonly StorageIssue[];
}

/**
 * Applies a layout.
 * @throws StorageError if a value would be lost or a table cannot be changed; the database is unchanged then
 */
export async function syncDatabase(
  database: Database,
  layout: Layout,
  fileOf?: FileOf,
): Promise<SyncReport> {
  const { ddl } = database.dialect;
  const first = planSync(layout, await database.read(ddl.inspect()), ddl);
  if (isNothing(first)) return toReport(first);
  return database.runInTransaction((session) => syncInSession(session, ddl, { layout, fileOf }));
}

/**
 * Applies a layout inside a transaction.
 * @throws StorageError if a value would be lost or a table cannot be changed; the caller must roll back then
 */
export async function syncInSession(
  session: Session,
  ddl: Ddl,
  { layout, fileOf }: { readonly layout: Layout; readonly fileOf?: FileOf | undefined },
): Promise<SyncReport> {
  const plan = planSync(layout, await runInSession(session, ddl.inspect()), ddl);
  if (plan.issues.length > 0) throw incompatible(plan.issues, fileOf);
  const { altered, issues } = await applySync(session, plan, ddl);
  if (issues.length > 0) throw incompatible(issues, fileOf);
  return toReport({ ...plan, changes: altered });
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
    changes: columns.flatMap(({ table, column, live: existing }) => {
      const change = existing && { table, column, live: existing };
      return change && mustChange(change, ddl) ? [change] : [];
    }),
    indexes: planIndexes(layout, live, ddl),
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
      ...columns.flatMap(({ table, column, live: existing }) =>
        column.type === 'increments' &&
        (existing === undefined || ddl.differs(existing, column) || !existing.primaryKey)
          ? [idIssue(table)]
          : [],
      ),
    ],
  };
}

/**
 * Drops NOT NULL of columns where other programs have added it, since it would reject rows of Strapi and Quoin;
 * columns of link tables always have a value. A schema's NOT NULL is never added to an existing column.
 */
function mustChange({ table, column, live }: ColumnChange, ddl: Ddl): boolean {
  // Unused tables are left as they are.
  if (column.type === 'increments' || table.kind === 'own') return false;
  return (
    ddl.differs(live, column) || (table.kind === 'model' && live.notNullable && !column.notNullable)
  );
}

/** How long statements may follow each other before requests are served, in milliseconds. */
const WORK = 25;

/** SQLite blocks the thread, and each new column takes longer the more tables there are. */
function turns(): () => Promise<void> {
  let end = performance.now() + WORK;
  return async () => {
    if (performance.now() < end) return;
    await nextTurn();
    end = performance.now() + WORK;
  };
}

/** Carries out a plan. If there are issues, the caller must roll back. */
async function applySync(session: Session, plan: SyncPlan, ddl: Ddl): Promise<Alteration> {
  const issues: StorageIssue[] = [];
  const turn = turns();
  for (const group of groupsOf(plan.tables)) {
    await session.script(group.map((table) => ddl.createTable(table)).join(';\n'));
    await turn();
  }
  for (const { table, column } of plan.columns) {
    await turn();
    const rejection = await rejectionOf(session, ddl.addColumn(table, column));
    if (rejection !== undefined) issues.push(columnIssue(table, column, rejection));
  }
  const { altered, issues: rejected } =
    plan.changes.length === 0
      ? { altered: [], issues: [] }
      : await ddl.alter(session, plan.changes);
  issues.push(...rejected);
  if (issues.length > 0) return { altered, issues };
  for (const name of plan.indexes.misnamed) await session.script(ddl.dropIndex(name));
  for (const group of groupsOf(plan.indexes.missing)) {
    await turn();
    const sql = group.map(({ table, index }) => ddl.createIndex(table, index));
    for (const [i, rejection] of await rejectionsOf(session, sql)) {
      const rejected = group[i];
      if (rejected) issues.push(await indexIssue(session, ddl, { ...rejected, rejection }));
    }
  }
  // A dangling link prevents a foreign key; responses omit it in any case.
  const { addForeignKey } = ddl;
  if (addForeignKey === null) return { altered, issues };
  for (const group of groupsOf(plan.keys)) {
    await rejectionsOf(
      session,
      group.map(({ table, key }) => addForeignKey(table, key)),
    );
  }
  return { altered, issues };
}

/** Statements that are sent together: each round trip to a server takes longer than a statement. */
const GROUP = 50;

function groupsOf<T>(items: readonly T[]): readonly (readonly T[])[] {
  const groups: T[][] = [];
  for (let at = 0; at < items.length; at += GROUP) groups.push(items.slice(at, at + GROUP));
  return groups;
}

/** Runs statements together, or one by one if one is rejected. @returns their numbers and the reasons */
async function rejectionsOf(
  session: Session,
  statements: readonly string[],
): Promise<readonly (readonly [number, string])[]> {
  if ((await rejectionOf(session, statements.join(';\n'))) === undefined) return [];
  const rejections: (readonly [number, string])[] = [];
  for (const [i, sql] of statements.entries()) {
    const rejection = await rejectionOf(session, sql);
    if (rejection !== undefined) rejections.push([i, rejection]);
  }
  return rejections;
}

/** @throws UnavailableError, also if a lock is not released in time: the statement may be tried again */
async function rejectionOf(session: Session, sql: string): Promise<string | undefined> {
  try {
    await inSavepoint(session, () => session.script(sql));
    return undefined;
  } catch (error) {
    if (isUnavailable(error) || isEnded(error)) throw error;
    return messageOfCause(error);
  }
}

/** A link table of administrators' permissions that only Strapi 4 names like this. */
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
    'It must be the primary key of the table, of type integer, so that the database generates the ids of rows. Change the table, or give the model another collectionName.';
  return { uid: table.uid, path: null, table: table.name, column: 'id', message };
}

function columnIssue(table: Table, column: Column, rejection: string): StorageIssue {
  const path = column.attribute === null ? null : `attributes.${column.attribute}`;
  const message = `The column cannot be added (${rejection}). Give it a default in \`column.defaultTo\`, or remove \`column.notNullable\`.`;
  return { uid: table.uid, path, table: table.name, column: column.name, message };
}

interface IndexRejection {
  readonly table: Table;
  readonly index: Index;
  readonly rejection: string;
}

async function indexIssue(
  session: Session,
  ddl: Ddl,
  failed: IndexRejection,
): Promise<StorageIssue> {
  const { table, index, rejection } = failed;
  const [example] = index.unique
    ? await session.rows({ sql: duplicatesOf(ddl, table, index), values: [] })
    : [];
  const message = example
    ? `${index.columns.join(', ')} must be unique, but ${String(example.at(-1))} rows have (${example.slice(0, -1).map(String).join(', ')}). Delete the duplicates; the next start creates the index ${index.name}.`
    : `The index ${index.name} cannot be created (${rejection}).`;
  return {
    uid: table.uid,
    path: null,
    table: table.name,
    column: index.columns.join(', '),
    message,
  };
}

/** Selects duplicates where a unique index must be created, as an example for a message. */
function duplicatesOf({ quote }: Ddl, { name }: Table, { columns }: Index): string {
  const list = columns.map(quote);
  return (
    `SELECT ${list.join(', ')}, count(*) FROM ${quote(name)}` +
    ` WHERE ${list.map((column) => `${column} IS NOT NULL`).join(' AND ')}` +
    ` GROUP BY ${list.join(', ')} HAVING count(*) > 1 LIMIT 1`
  );
}

function isNothing({ tables, columns, changes, indexes, keys, issues }: SyncPlan): boolean {
  const { missing } = indexes;
  return [tables, columns, changes, missing, keys, issues].every((list) => list.length === 0);
}

function toReport({ created, tables, columns, changes, indexes }: SyncPlan): SyncReport {
  const named = ({ table, column }: { readonly table: Table; readonly column: Column }) =>
    `${table.name}.${column.name}`;
  return {
    created,
    tables: tables.map(({ name }) => name),
    columns: columns.map(named),
    altered: changes.map(named),
    indexes: indexes.missing.map(({ index }) => index.name),
  };
}
