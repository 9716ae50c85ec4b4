// In charge of reading the same things of several tables in one statement, so that asking tables in which nothing is
// costs no round trip each.
import { sql } from 'kysely';
import type { Dialect } from './dialect.ts';
import { boundValues, isNever, shapeOf, whereOf, type RowCondition } from './row-conditions.ts';
import type { RowStatements } from './row-statements.ts';
import type { Query, Row, Writing } from './session.ts';

/** A column, or a constant where a table has none such. */
export type SelectedValue = string | { readonly constant: 0 | '' };

/** What is read of one table; all of a union have the same number of columns, of the same types. */
export interface UnionPart {
  readonly table: string;
  readonly columns: readonly SelectedValue[];
  /** All of them hold. */
  readonly where: readonly RowCondition[];
}

/** Databases set a limit to the parts of a union; SQLite's is 500. */
const PARTS_AT_ONCE = 200;

/** Reads from several tables. @returns of each part its rows, in no order */
export function* selectFromAll(
  context: { readonly dialect: Dialect; readonly statements: RowStatements },
  parts: readonly UnionPart[],
): Writing<readonly (readonly Row[])[]> {
  const asked = parts
    .map((part, place) => ({ part, place }))
    .filter(({ part }) => !isNever(part.where));
  const found: Row[][] = parts.map(() => []);
  for (let start = 0; start < asked.length; start += PARTS_AT_ONCE) {
    const some = asked.slice(start, start + PARTS_AT_ONCE);
    const [rows = []] = yield [
      union(
        context,
        some.map(({ part }) => part),
      ),
    ];
    for (const [at, ...row] of rows) found[some[Number(at)]?.place ?? 0]?.push(row);
  }
  return found;
}

function union(
  { dialect, statements }: { readonly dialect: Dialect; readonly statements: RowStatements },
  parts: readonly UnionPart[],
): Query {
  const key = parts.map(({ table, columns, where }) => [table, columns, shapeOf(where)]);
  const text = statements.text(['union', key], () => {
    const selects = parts.map(({ table, columns, where }, place) => {
      const values = columns.map((column) =>
        typeof column === 'string' ? sql.id(column) : sql.lit(column.constant),
      );
      return sql`select ${sql.lit(place)}, ${sql.join(values)} from ${sql.id(table)}${whereOf(dialect, where)}`;
    });
    return sql.join(selects, sql` union all `);
  });
  return { sql: text, values: parts.flatMap(({ where }) => boundValues(dialect, where)) };
}
