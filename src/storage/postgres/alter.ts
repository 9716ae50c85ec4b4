// Changes the types of PostgreSQL columns and keeps every value. Runs inside one transaction.
import type { Alteration, ColumnChange } from '../migration/ddl.ts';
import type { Session } from '../session.ts';
import { columnIssue, type StorageIssue } from '../migration/storage-issues.ts';
import { columnDiffers } from './introspect.ts';
import { quote } from './quote.ts';
import { columnType, valueType } from './types.ts';

/** Changes columns. If there are issues, the caller must roll back. */
export async function alterColumns(
  session: Session,
  changes: readonly ColumnChange[],
): Promise<Alteration> {
  const altered: ColumnChange[] = [];
  const issues: StorageIssue[] = [];
  for (const change of changes) {
    const isRetyped = columnDiffers(change.live, change.column);
    const rejection = await alterColumn(session, change, isRetyped);
    if (rejection === undefined) altered.push(change);
    else if (isRetyped) issues.push(columnIssue(change, rejection));
  }
  return { altered, issues };
}

/** Changes a column. @returns why it cannot be changed; the column is unchanged then */
async function alterColumn(
  session: Session,
  change: ColumnChange,
  isRetyped: boolean,
): Promise<string | undefined> {
  await session.script('SAVEPOINT quoin_alter');
  const rejection = await tryToAlter(session, change, isRetyped);
  const undo = rejection === undefined ? '' : 'ROLLBACK TO SAVEPOINT quoin_alter; ';
  await session.script(`${undo}RELEASE SAVEPOINT quoin_alter`);
  return rejection;
}

async function tryToAlter(
  session: Session,
  { table, column, live }: ColumnChange,
  isRetyped: boolean,
): Promise<string | undefined> {
  const own = quote(live.name);
  const alter = `ALTER TABLE ${quote(table.name)} ALTER COLUMN ${own}`;
  try {
    if (live.notNullable && !column.notNullable) await session.script(`${alter} DROP NOT NULL`);
    if (!isRetyped) return undefined;
    const value = converted(own, live.type, valueType(column.type));
    const back = converted(`(${value})`, valueType(column.type), live.type);
    // JSON has no equality; text that can be parsed is kept.
    const isLost = live.type === 'json' ? 'false' : `${back} IS DISTINCT FROM ${own}`;
    const [[count, example] = []] = await session.rows({
      sql: `SELECT count(*), min(${own}::text) FROM ${quote(table.name)} WHERE ${own} IS NOT NULL AND ${isLost}`,
      values: [],
    });
    if (Number(count) !== 0) {
      return `The column is ${live.type}, and ${String(count)} of its values, such as ${String(example)}, are not of type ${column.type}. Change those values or the attribute's type.`;
    }
    await session.script(
      `${alter} DROP DEFAULT; ${alter} TYPE ${columnType(column)} USING ${value}`,
    );
    return undefined;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `The column is ${live.type} and cannot be altered to ${column.type} (${reason}). Alter it yourself or change the attribute's type.`;
  }
}

/** A cast, through text if there is no direct one. */
function converted(value: string, from: string, to: string): string {
  const isNumber = (type: string): boolean =>
    /^(?:bigint|double|integer|numeric|real|smallint)/.test(type);
  if (to === 'boolean' && isNumber(from)) return `${value}::integer::boolean`;
  if (from === 'boolean' && isNumber(to)) return `${value}::integer::${to}`;
  return from === 'boolean' || to === 'jsonb' || from === 'jsonb'
    ? `${value}::text::${to}`
    : `${value}::${to}`;
}
