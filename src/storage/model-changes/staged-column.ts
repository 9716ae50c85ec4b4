// Online conversion of a large column: a second column gets the converted values in batches, a trigger keeps it
// current, and at the end it replaces the first one.
import { sql } from 'kysely';
import type { Conversion } from '../migration/ddl.ts';
import type { Dialect } from '../dialect.ts';
import type { Query, Session } from '../session.ts';
import { EMPTY_TABLE, type Column, type Table } from '../layout/table.ts';
import { lockWaitOf } from './lock-wait.ts';
import { printQuery } from '../migration/row-writer.ts';

/** Prefix of columns, triggers and functions of conversions. */
const PREFIX = 'quoin_staged_';

/** Rows of a batch by their ids. */
const BATCH = 5000;

/** A column with the converted values of another one. */
export interface StagedColumn {
  /** Its name, which its trigger and function have too. */
  readonly name: string;
  readonly table: Pick<Table, 'name' | 'foreignKeys'>;
  /** The column before and after the conversion. */
  readonly former: Column;
  readonly column: Column;
  /** Name of the column for values that do not fit; null if there may be none. */
  readonly setAsideColumn: string | null;
}

/** Name of a staged column. @param key Of the change @param index Of its step */
export function stagedName(key: string, index: number): string {
  return `${PREFIX}${key.replaceAll('-', '').slice(0, 16)}_${index}`;
}

/**
 * Adds the column and its trigger. @param conversion In terms of `NEW`
 * @throws UnavailableError (lockTimeout) if the table is in use
 */
export async function addStagedColumn(
  session: Session,
  { ddl }: Dialect,
  {
    staged,
    conversion,
    tries,
  }: { readonly staged: StagedColumn; readonly conversion: Conversion; readonly tries: number },
): Promise<void> {
  const { staging, limitLockWait } = await ddl.loadModelDdl();
  if (staging === null) throw new Error('the database does not stage columns');
  if (limitLockWait) await session.script(limitLockWait(lockWaitOf(tries)));
  const { name, column, former, setAsideColumn } = staged;
  const table = { ...EMPTY_TABLE, ...staged.table };
  const plain = { notNullable: false, defaultTo: null };
  await session.script(ddl.addColumn(table, { ...column, ...plain, name }));
  const aside = setAsideColumn === null ? null : setAsideName(name);
  if (aside !== null)
    await session.script(ddl.addColumn(table, { ...former, ...plain, name: aside }));
  const trigger = {
    name,
    table: table.name,
    column: former.name,
    setAsideColumn: aside,
    conversion,
  };
  for (const statement of staging.addTrigger(trigger)) await session.script(statement);
}

function setAsideName(name: string): string {
  return `${name}_set_aside`;
}

/** Counts the rows of a table, up to a limit. */
export function countRowsUpTo(dialect: Dialect, table: string, limit: number): Query {
  const rows = sql`select 1 from ${sql.id(table)} limit ${sql.lit(limit)}`;
  return printQuery(dialect, sql`select count(*) from (${rows}) few`);
}

/** Selects the last id of the batch after an id; null if there are no further rows. */
export function batchAfter(dialect: Dialect, { table }: StagedColumn, last: number): Query {
  const id = sql.id('id');
  return printQuery(
    dialect,
    sql`select max(id) from (select ${id} as id from ${sql.id(table.name)} where ${id} > ${sql.lit(last)} order by ${id} limit ${sql.lit(BATCH)}) batch`,
  );
}

/** Lets the trigger convert the values of a batch. */
export function convertBatch(
  dialect: Dialect,
  { table, name, former }: StagedColumn,
  [after, end]: readonly [number, number],
): Query {
  const [id, own] = [sql.id('id'), sql.id(former.name)];
  return printQuery(
    dialect,
    sql`update ${sql.id(table.name)} set ${sql.id(name)} = null where ${own} is not null and ${id} > ${sql.lit(after)} and ${id} <= ${sql.lit(end)}`,
  );
}

/**
 * Replaces the former column. Writers wait until the end of the transaction, readers only while columns are exchanged.
 * @returns false if there are values that do not fit, and no column for them
 */
export async function swapStagedColumn(
  session: Session,
  dialect: Dialect,
  staged: StagedColumn,
): Promise<boolean> {
  const { ddl } = dialect;
  const { staging, renameColumn } = await ddl.loadModelDdl();
  if (staging === null) throw new Error('the database does not stage columns');
  const { table, name, former, column, setAsideColumn } = staged;
  await session.script(staging.lockWriters(table.name));
  if (setAsideColumn === null) {
    const unfit = sql`select 1 from ${sql.id(table.name)} where ${sql.id(former.name)} is not null and ${sql.id(name)} is null limit 1`;
    if ((await session.rows(printQuery(dialect, unfit))).length > 0) return false;
  }
  await session.script(staging.dropTrigger(name));
  await ddl.dropColumn(session, table.name, former.name);
  await session.script(renameColumn(table.name, name, column.name));
  if (setAsideColumn !== null) {
    await session.script(renameColumn(table.name, setAsideName(name), setAsideColumn));
  }
  return true;
}

/** Removes what changes have left that were not made. @param key Of one of them; null for all */
export async function removeStaged(
  session: Session,
  { ddl }: Dialect,
  key: string | null,
): Promise<void> {
  const { staging } = await ddl.loadModelDdl();
  if (staging === null) return;
  const prefix = key === null ? PREFIX : stagedName(key, 0).slice(0, -1);
  for (const query of staging.leftovers(prefix)) {
    for (const [statement] of await session.rows(query)) await session.script(String(statement));
  }
}
