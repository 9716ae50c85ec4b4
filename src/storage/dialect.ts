// In charge of what differs between databases, as data and small functions; no `if (sqlite)` anywhere else.
import type { RawBuilder } from 'kysely';
import type { JsonValue } from '../base/json.ts';
import type { ScalarType } from '../schema/types.ts';
import type { Ddl } from './ddl.ts';
import type { SearchDialect } from './search/search-dialect.ts';
import type { Query, SqlValue } from './session.ts';
import type { ColumnType } from './table.ts';

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

/** A column of rows that are given: its name, and the type that its values become. */
export interface GivenColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Placeholders for a text that is looked for. */
export interface SearchedText {
  /** Stands for its LIKE pattern. */
  readonly pattern: unknown;
  /** Stands for its `plainPiece`. */
  readonly piece: unknown;
}

/** By what a database tells every node that something was committed. */
export interface Attachment {
  /** The statements that make it tell of changes of tables, which may be so already. */
  attach(tables: readonly string[]): readonly string[];
  /** The statements that end that. */
  detach(): readonly string[];
  /** Reads the tables whose changes are told. */
  attached(): Query;
}

/** A column of text that is answered under a name. */
export interface TextColumn {
  readonly name: string;
  readonly column: Fragment;
  /** True where a number that another program stored is answered as a number. */
  readonly keepsNumbers: boolean;
}

/** A database's SQL and the form of its values. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** True where a second statement costs less than rows that come twice: there is no network between. */
  readonly readsLinksFirst: boolean;
  /** How tables are made, read and altered. */
  readonly ddl: Ddl;
  /** How a database is made to tell of every commit; null where one can see by itself. */
  readonly attachment: Attachment | null;
  /** How texts are indexed. */
  readonly search: SearchDialect;
  /** Prints a statement. */
  compile(fragment: Fragment): CompiledSql;
  /** A column as it is selected, so that its driver value is exact. */
  selected(type: ScalarType, column: Fragment): Fragment;
  /**
   * Columns of text as one text: a JSON object of them under their names, as `JSON.stringify` writes it, or null where the
   * database cannot write it so.
   */
  textsAsJson(columns: readonly TextColumn[]): Fragment | null;
  /** A column that rows are checked by and never found by: keeps a planner from indexes that pick few apart. */
  unindexed(column: Fragment): Fragment;
  /** A number that is bound and that no plan should depend on. */
  unplanned(value: unknown): Fragment;
  /** `column` is one of the items of a list parameter. */
  inList(column: Fragment, list: unknown): Fragment;
  /** `column LIKE pattern`, the pattern escaped with a backslash; `fold`: without regard to letter case. */
  like(column: Fragment, pattern: unknown, fold: boolean): Fragment;
  /** A text stands in the column, letter case apart. */
  contains(column: Fragment, text: SearchedText): Fragment;
  /**
   * What `like` and `contains` say of a text that repeats itself, in a time that does not grow with the number of
   * repetitions; null if the database needs no other form for it. @param text Stands for the text itself
   */
  readonly findRepetitive:
    | ((column: Fragment, text: unknown, form: 'contains' | 'endsWith') => Fragment)
    | null;
  /** An aggregate: of several values the one that an ORDER BY would put first, NULL included. */
  firstOf(value: Fragment, direction: 'asc' | 'desc'): Fragment;
  /** Where an ORDER BY puts NULL: as the least of all values, or as the greatest. */
  readonly nullsAre: 'least' | 'greatest';
  /**
   * A column in the form in which its driver value, bound again, is compared as the value that it holds, to the last bit:
   * a number, a text, or the bytes of one. What is none of these has another form.
   */
  sortKey(column: Fragment): Fragment;
  /** Equality without regard to letter case. */
  equalsFolded(column: Fragment, value: unknown): Fragment;
  /**
   * A table expression: the rows of one parameter that `encodeRows` made, their values named `columns`. Its rows keep
   * their order where they are inserted.
   */
  rowsOf(columns: readonly GivenColumn[], alias: string | null): Fragment;
  /** What an `id` is given for the database to choose the next one of a table. */
  newId(table: string): Fragment;
  /** Rows of values as one parameter. */
  encodeRows(rows: readonly (readonly SqlValue[])[]): SqlValue;
  /** A value as the column of an attribute holds it (docs/strapi/storage.md, "Stored values"; D5). */
  store(type: ScalarType, value: StorableValue): SqlValue;
  /** A cast value as it is bound. */
  encode(type: ComparedType, value: string | number | bigint | boolean): SqlValue;
  /** A list parameter as it is bound. */
  encodeList(type: ComparedType, values: readonly (string | number | bigint | boolean)[]): SqlValue;
}

/**
 * The longest piece of a text that stands in every text in which the text stands letter case apart, once the letters A to
 * Z of that are small. I and K are the small or large forms of other letters too.
 */
export function plainPiece(text: string): string {
  const pieces = text.split(/[^\0-\x7f]|[ik]/iu);
  return pieces.reduce((a, b) => (b.length > a.length ? b : a), '').toLowerCase();
}

/** A LIKE pattern in which the text's own wildcards are plain characters. */
export function likePattern(text: string, form: LikeForm): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const before = form === 'startsWith' ? '' : '%';
  const after = form === 'endsWith' ? '' : '%';
  return `${before}${escaped}${after}`;
}
