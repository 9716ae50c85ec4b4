// Conditions of row statements: their SQL and their values.
import { sql } from 'kysely';
import type { ComparedType, Dialect, Fragment } from '../dialect.ts';
import type { SqlValue } from '../session.ts';

/** A condition on a column. */
export type RowCondition =
  | { readonly column: string; readonly is: SqlValue }
  /** A different value or NULL. */
  | { readonly column: string; readonly isNot: SqlValue }
  | { readonly column: string; readonly below: SqlValue }
  /** A text with more bytes. */
  | { readonly column: string; readonly longerThan: number }
  | { readonly column: string; readonly in: readonly ListItem[]; readonly type?: ComparedType }
  | { readonly column: string; readonly among: RowSet };

/** The values of a column in rows that match conditions, as a subquery. */
export interface RowSet {
  readonly table: string;
  readonly column: string;
  readonly where: readonly RowCondition[];
}

type ListItem = string | number | bigint | boolean;

/** Returns ` where …` with all conditions, or nothing. */
export function whereOf(dialect: Dialect, where: readonly RowCondition[]): Fragment {
  if (where.length === 0) return sql``;
  const each = where.map((condition) => {
    const column = sql.id(condition.column);
    if ('in' in condition) return dialect.inList(column, PLACEHOLDER);
    if ('isNot' in condition) return sql`${column} is distinct from ${PLACEHOLDER}`;
    if ('below' in condition) return sql`${column} < ${PLACEHOLDER}`;
    if ('longerThan' in condition) return sql`octet_length(${column}) > ${PLACEHOLDER}`;
    if ('among' in condition) return sql`${column} in (${setOf(dialect, condition.among)})`;
    return condition.is === null ? sql`${column} is null` : sql`${column} = ${PLACEHOLDER}`;
  });
  return sql` where ${sql.join(each, sql` and `)}`;
}

function setOf(dialect: Dialect, { table, column, where }: RowSet): Fragment {
  return sql`select ${sql.id(column)} from ${sql.id(table)}${whereOf(dialect, where)}`;
}

/** Values in the order of the placeholders. */
export function boundValues(dialect: Dialect, where: readonly RowCondition[]): readonly SqlValue[] {
  const values: SqlValue[] = [];
  for (const each of where) {
    if ('in' in each) values.push(dialect.encodeList(typeOf(each.in, each.type), each.in));
    else if ('isNot' in each) values.push(each.isNot);
    else if ('below' in each) values.push(each.below);
    else if ('longerThan' in each) values.push(each.longerThan);
    else if ('among' in each) values.push(...boundValues(dialect, each.among.where));
    else if (each.is !== null) values.push(each.is);
  }
  return values;
}

/** The part of conditions that determines the SQL text. */
export function shapeOf(where: readonly RowCondition[]): readonly string[] {
  return where.map((each) => {
    if ('in' in each) return `${each.column} in`;
    if ('isNot' in each) return `${each.column} is not`;
    if ('below' in each) return `${each.column} <`;
    if ('longerThan' in each) return `${each.column} longer`;
    if ('among' in each) {
      const { table, column, where: inner } = each.among;
      return JSON.stringify([each.column, table, column, shapeOf(inner)]);
    }
    return each.is === null ? `${each.column} is null` : `${each.column} =`;
  });
}

/** Returns true if no row can match, because a list is empty. */
export function isNever(where: readonly RowCondition[]): boolean {
  return where.some((each) => {
    if ('among' in each) return isNever(each.among.where);
    return 'in' in each && each.in.length === 0;
  });
}

/** Lists contain ids unless they specify a type. */
function typeOf([first]: readonly ListItem[], type: ComparedType | undefined): ComparedType {
  return type ?? (typeof first === 'string' ? 'string' : 'id');
}

/** Placeholder for a value that is bound at run time. */
const PLACEHOLDER = '';
