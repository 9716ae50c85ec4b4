// Reads the same columns from several tables in one statement, which saves round trips for empty tables.
import { sql } from 'kysely';
import type { Dialect } from '../dialect.ts';
import { boundValues, isNever, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { RowStatements } from './row-statements.ts';
import type { Query, Row, WriteSteps } from '../session.ts';

/** A column, or a constant if a table does not have it. */
export type SelectedValue = string | { readonly constant: 0 | '' };

/** What is read from one table; all parts have the same number and types of columns. */
export interface UnionPart {
  readonly table: string;
  readonly columns: readonly SelectedValue[];
  /** All conditions must hold. */
  readonly where: readonly RowCondition[];
}

/** Databases limit the parts of a union; SQLite to 500. */
const PARTS_AT_ONCE = 200;

/** Reads from several tables. @returns the rows of each part, unordered */
export function* selectFromAll(
  context: { readonly dialect: Dialect; readonly statements: RowStatements },
  parts: readonly UnionPart[],
): WriteSteps<readonly (readonly Row[])[]> {
  const selected = parts
    .map((part, index) => ({ part, index }))
    .filter(({ part }) => !isNever(part.where));
  const found: Row[][] = parts.map(() => []);
  for (let start = 0; start < selected.length; start += PARTS_AT_ONCE) {
    const some = selected.slice(start, start + PARTS_AT_ONCE);
    const [rows = []] = yield [
      union(
        context,
        some.map(({ part }) => part),
      ),
    ];
    for (const [at, ...row] of rows) found[some[Number(at)]?.index ?? 0]?.push(row);
  }
  return found;
}

function union(
  { dialect, statements }: { readonly dialect: Dialect; readonly statements: RowStatements },
  parts: readonly UnionPart[],
): Query {
  const key = parts.map(({ table, columns, where }) => [table, columns, shapeOf(where)]);
  const text = statements.text(['union', key], () => {
    const selects = parts.map(({ table, columns, where }, index) => {
      const values = columns.map((column) =>
        typeof column === 'string' ? sql.id(column) : sql.lit(column.constant),
      );
      return sql`select ${sql.lit(index)}, ${sql.join(values)} from ${sql.id(table)}${whereOf(dialect, where)}`;
    });
    return sql.join(selects, sql` union all `);
  });
  return { sql: text, values: parts.flatMap(({ where }) => boundValues(dialect, where)) };
}
