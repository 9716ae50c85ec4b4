// In charge of what differs between databases, as data and small functions; no `if (sqlite)` anywhere else.
import type { RawBuilder } from 'kysely';
import type { JsonValue } from '../base/json.ts';
import type { ScalarType } from '../schema/types.ts';
import type { Ddl } from './ddl.ts';
import type { SqlValue } from './session.ts';

/** What an attribute may hold: bigint for biginteger, milliseconds since 1970 for datetime and timestamp. */
export type StorableValue = JsonValue | bigint;

/** A piece of SQL with its parameters. */
export type Fragment = RawBuilder<unknown>;

/** A compiled statement: `parameters` are what stood in the fragments, in the order of the placeholders. */
export interface CompiledSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** What a value is compared as: an attribute's type, or a row id. */
export type ComparedType = ScalarType | 'id';

/** How a text is looked for in a column. */
export type LikeForm = 'contains' | 'startsWith' | 'endsWith';

/** A database's SQL and the form of its values. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** How tables are made, read and altered. */
  readonly ddl: Ddl;
  /** Prints a statement. */
  compile(fragment: Fragment): CompiledSql;
  /** A column as it is selected, so that its driver value is exact. */
  selected(type: ScalarType, column: Fragment): Fragment;
  /** A column that rows are checked by and never found by: keeps a planner from indexes that pick few apart. */
  unindexed(column: Fragment): Fragment;
  /** `column` is one of the items of a list parameter. */
  inList(column: Fragment, list: unknown): Fragment;
  /** `column LIKE pattern`, the pattern escaped with a backslash; `fold`: without regard to letter case. */
  like(column: Fragment, pattern: unknown, fold: boolean): Fragment;
  /** An aggregate: of several values the one that an ORDER BY would put first, NULL included. */
  firstOf(value: Fragment, direction: 'asc' | 'desc'): Fragment;
  /** Equality without regard to letter case. */
  equalsFolded(column: Fragment, value: unknown): Fragment;
  /**
   * A table expression: the rows of one parameter that `encodeRows` made, their values named `columns`. Its rows keep
   * their order where they are inserted.
   */
  rowsOf(columns: readonly string[], alias: string | null): Fragment;
  /** Rows of values as one parameter. */
  encodeRows(rows: readonly (readonly SqlValue[])[]): SqlValue;
  /** A value as the column of an attribute holds it (spec/storage.md, "Stored values"; decision D5). */
  store(type: ScalarType, value: StorableValue): SqlValue;
  /** A cast value as it is bound. */
  encode(type: ComparedType, value: string | number | bigint | boolean): SqlValue;
  /** A list parameter as it is bound. */
  encodeList(type: ComparedType, values: readonly (string | number | bigint | boolean)[]): SqlValue;
}

/** A LIKE pattern in which the text's own wildcards are plain characters. */
export function likePattern(text: string, form: LikeForm): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const before = form === 'startsWith' ? '' : '%';
  const after = form === 'endsWith' ? '' : '%';
  return `${before}${escaped}${after}`;
}
