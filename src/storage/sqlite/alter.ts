// Changes the types of SQLite columns and keeps every value. SQLite has no such statement, so a new column receives
// the values and then the name of the old one. Rows, ids, the id sequence and other columns are unchanged; indexes,
// triggers and views are recreated verbatim. Runs inside one transaction.
import type { Session } from '../session.ts';
import type { Alteration, ColumnChange } from '../migration/ddl.ts';
import { columnIssue, type StorageIssue } from '../migration/storage-issues.ts';
import { SEARCH_INDEX } from '../layout/names.ts';
import type { ColumnType } from '../layout/table.ts';
import { quote, quoteText } from './quote.ts';

/** A change with the definition of the new column. */
export interface SqliteColumnChange extends ColumnChange {
  readonly definition: string;
  /** False if only NULL must be allowed. */
  readonly retyped: boolean;
}

/** Temporary name of the new column. */
const NEW = 'quoin_new';

/** Changes columns. If there are issues, the caller must roll back, since indexes, triggers and views are dropped. */
export async function alterColumns(
  session: Session,
  changes: readonly SqliteColumnChange[],
): Promise<Alteration> {
  const aside = await setAside(session, changes);
  const altered: SqliteColumnChange[] = [];
  const issues: StorageIssue[] = [];
  for (const change of changes) {
    const rejection = await alterColumn(session, change);
    if (rejection === undefined) altered.push(change);
    else if (change.retyped) issues.push(columnIssue(change, rejection));
  }
  if (issues.length === 0) for (const sql of aside) await session.script(sql);
  return { altered, issues };
}

/**
 * Drops what refers to columns by name: indexes of the tables, and all triggers and views. Returns what to recreate.
 * Search indexes are not included, because their rows change; they are rebuilt when their triggers are found missing.
 */
async function setAside(
  session: Session,
  changes: readonly ColumnChange[],
): Promise<readonly string[]> {
  const tables = [...new Set(changes.map(({ table }) => table.name.toLowerCase()))].map(quoteText);
  const rows = await session.rows({
    sql: `SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
      AND (type IN ('trigger', 'view') OR (type = 'index' AND lower(tbl_name) IN (${tables.join(', ')})))
      ORDER BY type = 'trigger'`,
    values: [],
  });
  for (const [type, name] of rows) {
    await session.script(`DROP ${String(type)} IF EXISTS ${quote(String(name))}`);
  }
  const isBack = (name: unknown): boolean => !String(name).startsWith(`${SEARCH_INDEX}_`);
  return rows.filter(([, name]) => isBack(name)).map(([, , sql]) => String(sql));
}

/** Changes a column. @returns why it cannot be changed; the column is unchanged then */
async function alterColumn(
  session: Session,
  change: SqliteColumnChange,
): Promise<string | undefined> {
  await session.script(`SAVEPOINT ${NEW}`);
  const rejection = await exchangeColumn(session, change);
  await session.script(`${rejection === undefined ? '' : `ROLLBACK TO ${NEW};`} RELEASE ${NEW}`);
  return rejection;
}

async function exchangeColumn(
  session: Session,
  change: SqliteColumnChange,
): Promise<string | undefined> {
  const table = quote(change.table.name);
  const old = quote(change.live.name);
  const fresh = quote(NEW);
  const requested = change.column.type;
  try {
    await session.script(`ALTER TABLE ${table} ADD COLUMN ${fresh} ${change.definition};
      UPDATE ${table} SET ${fresh} = ${old}`);
    const isLost = `NOT coalesce(${isKept(old, fresh)} AND ${isReadable(requested, fresh)}, 0)`;
    const [[count, example] = []] = await session.rows({
      sql: `SELECT count(*), min(quote(${old})) FROM ${table} WHERE ${old} IS NOT NULL AND ${isLost}`,
      values: [],
    });
    if (change.retyped && count !== 0) {
      return `The column is ${change.live.type}, and ${String(count)} of its values, such as ${String(example)}, are not of type ${requested}. Change those values or the attribute's type.`;
    }
    await session.script(`ALTER TABLE ${table} DROP COLUMN ${old};
      ALTER TABLE ${table} RENAME COLUMN ${fresh} TO ${old}`);
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The column is ${change.live.type} and cannot be altered to ${requested} (${reason}). Alter it yourself or change the attribute's type.`;
  }
}

/**
 * A value is kept if it converts back to itself: as a number if both are numbers, otherwise as text. Trailing zeros
 * of a fraction may be lost (1.50 is 1.5), leading zeros may not (007 is not a number).
 */
function isKept(old: string, fresh: string): string {
  const isNumber = (column: string) => `typeof(${column}) IN ('integer', 'real')`;
  return `CASE WHEN ${isNumber(old)} AND ${isNumber(fresh)} THEN ${old} = ${fresh}
    WHEN ${isNumber(old)} OR ${isNumber(fresh)} THEN ${plainNumber(old)} = ${plainNumber(fresh)}
    ELSE cast(${old} AS BLOB) = cast(${fresh} AS BLOB) END`;
}

function plainNumber(column: string): string {
  const text = `cast(${column} AS TEXT)`;
  return `CASE WHEN instr(${text}, '.') > 0 THEN rtrim(rtrim(${text}, '0'), '.') ELSE ${text} END`;
}

/**
 * A value is readable if an attribute of the type does not return null for it (docs/strapi/storage.md, "Stored
 * values").
 */
function isReadable(type: ColumnType, column: string): string {
  const isNumber = `typeof(${column}) IN ('integer', 'real')`;
  if (type === 'boolean') return `${column} IN (0, 1)`;
  if (type === 'datetime' || type === 'timestamp')
    return `(${isNumber} OR julianday(${column}) IS NOT NULL)`;
  return ['integer', 'bigInteger', 'double', 'decimal'].includes(type) ? isNumber : 'TRUE';
}
