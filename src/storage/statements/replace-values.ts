// Replaces values of a column wherever they occur: any number of values in one statement.
import { sql } from 'kysely';
import type { LinkStatementContext } from './link-statements.ts';
import { deltaOfChange } from './row-statements.ts';
import type { WriteSteps } from '../session.ts';

/** A value of a column, and the one that replaces it. */
export interface Replacement {
  readonly from: string;
  readonly to: string;
}

/** Replaces texts of a column in all rows that have them. @param replacements With different `from` */
export function* replaceValues(
  { statements, dialect }: LinkStatementContext,
  { table, column }: { readonly table: string; readonly column: string },
  replacements: readonly Replacement[],
): WriteSteps<void> {
  if (replacements.length === 0) return;
  const text = statements.text(['replace values', table, column], () => {
    const own = sql.id(table, column);
    const columns = [
      ...statements.boundColumns(table, [column], ['old_value']),
      ...statements.boundColumns(table, [column], ['new_value']),
    ];
    const given = dialect.rowsOf(columns, 'given');
    return sql`update ${sql.id(table)} set ${sql.id(column)} = ${sql.id('given', 'new_value')} from ${given} where ${own} = ${sql.id('given', 'old_value')}`;
  });
  const rows = dialect.encodeRows(replacements.map(({ from, to }) => [from, to]));
  yield [{ sql: text, values: [rows], delta: deltaOfChange([column]), unread: true }];
}
