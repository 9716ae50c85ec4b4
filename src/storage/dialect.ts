// Differences between databases, as data and small functions.
import type { RawBuilder } from 'kysely';
import type { JsonValue } from '../base/json.ts';
import type { ScalarType } from '../schema/types.ts';
import type { Ddl } from './migration/ddl.ts';
import type { SearchDialect } from './search/search-dialect.ts';
import type { Query, SqlValue } from './session.ts';
import type { ColumnType } from './layout/table.ts';

/** Value of an attribute: bigint for biginteger, milliseconds since 1970 for datetime and timestamp. */
export type StorableValue = JsonValue | bigint;

/** A piece of SQL with its parameters. */
export type Fragment = RawBuilder<unknown>;

/** A compiled statement; `parameters` come from the fragments, in the order of the placeholders. */
export interface CompiledSql {
  readonly sql: string;
  readonly parameters: readonly unknown[];
}

/** Type for comparisons: an attribute type, or a row id. */
export type ComparedType = ScalarType | 'id';

/** How a column is searched for a text. */
export type LikeForm = 'contains' | 'startsWith' | 'endsWith';

/** A column of bound rows: its name and the type of its values. */
export interface BoundColumn {
  readonly name: string;
  readonly type: ColumnType;
}

/** Placeholders for a searched text. */
export interface SearchedText {
  /** For its LIKE pattern. */
  readonly pattern: unknown;
  /** For its `longestPlainSubstring`. */
  readonly piece: unknown;
}

/** Triggers by which a database notifies all nodes of commits. */
export interface Attachment {
  /** Statements that install triggers on tables; idempotent. */
  attach(tables: readonly string[]): readonly string[];
  /** Statements that remove them. */
  detach(): readonly string[];
  /** Selects the tables with triggers. */
  attached(): Query;
}

/** A text column with its name in the response. */
export interface TextColumn {
  readonly name: string;
  readonly column: Fragment;
  /** True if a number that another program stored is returned as a number. */
  readonly keepsNumbers: boolean;
}

/** SQL and value encoding of a database. */
export interface Dialect {
  readonly name: 'sqlite' | 'postgres';
  /** True if a second statement is cheaper than duplicate rows, because there is no network. */
  readonly readsLinksFirst: boolean;
  /** True if the version of a database changes with every commit of other programs, and not only with some of them. */
  readonly reportsForeignCommits: boolean;
  /** Creates, inspects and alters tables. */
  readonly ddl: Ddl;
  /** Triggers that notify of commits; null if commits are visible without them. */
  readonly attachment: Attachment | null;
  /** Search indexes. */
  readonly search: SearchDialect;
  /** Prints a statement. */
  compile(fragment: Fragment): CompiledSql;
  /** A selected column whose driver value is exact. */
  selected(type: ScalarType, column: Fragment): Fragment;
  /**
   * Text columns as a JSON object in the form of `JSON.stringify`, or null if the database cannot print it that way.
   */
  textsAsJson(columns: readonly TextColumn[]): Fragment | null;
  /** A column for filtering only: keeps a planner from using its unselective indexes. */
  unindexed(column: Fragment): Fragment;
  /** A bound number that no plan should depend on. */
  unplanned(value: unknown): Fragment;
  /** `column` equals an item of a list parameter. */
  inList(column: Fragment, list: unknown): Fragment;
  /** `column LIKE pattern`, with backslash as the escape character; `fold` ignores case. */
  like(column: Fragment, pattern: unknown, fold: boolean): Fragment;
  /** The column contains a text, ignoring case. */
  contains(column: Fragment, text: SearchedText): Fragment;
  /**
   * Same result as `like` and `contains` for a repetitive text, in a time that does not grow with the repetitions;
   * null if the database needs no other form. @param text Placeholder for the text
   */
  readonly findRepetitive:
    | ((column: Fragment, text: unknown, form: 'contains' | 'endsWith') => Fragment)
    | null;
  /** Aggregate: the value that an ORDER BY would put first, including NULL. */
  firstOf(value: Fragment, direction: 'asc' | 'desc'): Fragment;
  /** Whether ORDER BY treats NULL as the least or the greatest value. */
  readonly nullsAre: 'least' | 'greatest';
  /**
   * A column in a form whose driver value, bound again, compares exactly equal: a number, a text, or the bytes of a
   * text. Other values have another form.
   */
  sortKey(column: Fragment): Fragment;
  /** Columns as one text, which differs if the value or the type of a value differs. */
  rowText(columns: readonly Fragment[]): Fragment;
  /** Ends a SELECT to lock its rows until the end of the transaction; null if a transaction locks the whole database. */
  readonly forUpdate: Fragment | null;
  /** Equality, ignoring case. */
  equalsFolded(column: Fragment, value: unknown): Fragment;
  /**
   * Table expression for the rows in one parameter from `encodeRows`, with named `columns`. Its rows are inserted in
   * order.
   */
  rowsOf(columns: readonly BoundColumn[], alias: string | null): Fragment;
  /** Value of `id` that makes the database choose the next one of a table. */
  newId(table: string): Fragment;
  /** Encodes rows as one parameter. */
  encodeRows(rows: readonly (readonly SqlValue[])[]): SqlValue;
  /** Encodes a value for the column of an attribute (docs/strapi/storage.md, "Stored values"; D5). */
  store(type: ScalarType, value: StorableValue): SqlValue;
  /** Encodes a cast value for comparison. */
  encode(type: ComparedType, value: string | number | bigint | boolean): SqlValue;
  /** Encodes a list parameter. */
  encodeList(type: ComparedType, values: readonly (string | number | bigint | boolean)[]): SqlValue;
}

/**
 * Longest part of a text that every text which contains it, ignoring case, also contains once A to Z are lowercase. I
 * and K are also the case forms of other letters.
 */
export function longestPlainSubstring(text: string): string {
  const pieces = text.split(/[^\0-\x7f]|[ik]/iu);
  return pieces.reduce((a, b) => (b.length > a.length ? b : a), '').toLowerCase();
}

/** LIKE pattern with the text's wildcards escaped. */
export function likePattern(text: string, form: LikeForm): string {
  const escaped = text.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const before = form === 'startsWith' ? '' : '%';
  const after = form === 'endsWith' ? '' : '%';
  return `${before}${escaped}${after}`;
}

/** Returns a string literal that all databases read alike. @throws Error for text without such a form */
export function literal(text: string): string {
  if (text.includes('\\')) throw new Error('a literal holds a backslash');
  return `'${text.replaceAll("'", "''")}'`;
}
