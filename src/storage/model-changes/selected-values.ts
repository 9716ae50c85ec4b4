// Statements that count stored values and return some of them as examples.
import { sql } from 'kysely';
import type { Dialect, Fragment } from '../dialect.ts';
import { toQuery } from '../migration/row-writer.ts';
import type { Query } from '../session.ts';

/** Stored values. */
export interface SelectedValues {
  /** Everything after `from`. */
  readonly from: Fragment;
  /** The value; null if rows are counted that have none. */
  readonly value: Fragment | null;
  /** The documentId of the row, or null. */
  readonly documentId: Fragment | null;
}

/** Maximum number of examples. */
const EXAMPLES = 3;

/** Statement that counts values. */
export function countValues({ compile }: Dialect, { from }: SelectedValues): Query {
  return toQuery(compile(sql`select count(*) from ${from}`));
}

/** Statement that returns some of the values as texts, with the documentIds of their rows. */
export function exampleValues(
  { compile }: Dialect,
  { from, value, documentId }: SelectedValues,
): Query {
  const text = value === null ? sql`null` : sql`cast(${value} as text)`;
  return toQuery(
    compile(
      sql`select ${text}, ${documentId ?? sql`null`} from ${from} limit ${sql.lit(EXAMPLES)}`,
    ),
  );
}
