// SQLite dialect.
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import type { SqlValue } from '../session.ts';
import type { CompiledSql, Dialect, Fragment } from '../dialect.ts';
import { sqliteDdl } from './ddl.ts';
import { sqliteSearch } from './search.ts';
import { store } from './store.ts';

/** Prints SQL only; the driver runs statements. */
const printer = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
});

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  readsLinksFirst: true,
  reportsForeignCommits: true,
  ddl: sqliteDdl,
  attachment: null,
  search: sqliteSearch,

  compile(fragment: Fragment): CompiledSql {
    const { sql: text, parameters } = fragment.compile(printer);
    // Flattens a text that V8 stores as a concatenation.
    return { sql: Buffer.from(text).toString(), parameters };
  },

  /** Integers above 2^53 would lose digits as doubles. */
  selected(type: ScalarType, column: Fragment): Fragment {
    return type === 'biginteger' ? sql`cast(${column} as text)` : column;
  },

  /** Without statistics, SQLite prefers the index on `field` of a components table to the one on its owner. */
  unindexed(column: Fragment): Fragment {
    return sql`+${column}`;
  },

  /** SQLite recompiles a statement when the LIMIT that its plan depends on is bound, which takes 40 µs each time. */
  unplanned(value: unknown): Fragment {
    return sql`+${value}`;
  },

  /** A blob of another program is read as text. */
  textsAsJson(columns): Fragment {
    const pairs = columns.map(({ name, column, keepsNumbers }) => {
      const text = sql`cast(${column} as text)`;
      if (!keepsNumbers) return sql`${sql.lit(name)}, ${text}`;
      return sql`${sql.lit(name)}, iif(typeof(${column}) = 'blob', ${text}, ${column})`;
    });
    return sql`json_object(${sql.join(pairs)})`;
  },

  /** A JSON parameter for lists of any length; the column's affinity applies, as with `=`. */
  inList(column: Fragment, list: unknown): Fragment {
    return sql`${column} in (select value from json_each(${list}))`;
  },

  /** SQLite always folds ASCII letters only (docs/strapi/reading.md, "Filters"). */
  like(column: Fragment, pattern: unknown): Fragment {
    return sql`${column} like ${pattern} escape '\\'`;
  },

  contains(column, { pattern }): Fragment {
    return this.like(column, pattern, true);
  },

  /** LIKE compares the whole pattern at each position where its first character occurs. */
  findRepetitive(column, text, form): Fragment {
    if (form === 'contains') return sql`instr(lower(${column}), lower(${text})) > 0`;
    const searched = sql`cast(${column} as text)`;
    return sql`lower(substr(${searched}, length(${searched}) - length(${text}) + 1)) = lower(${text})`;
  },

  /** NULL is less than every value. */
  firstOf(value: Fragment, direction: 'asc' | 'desc'): Fragment {
    if (direction === 'desc') return sql`max(${value})`;
    return sql`case when count(*) = count(${value}) then min(${value}) end`;
  },

  nullsAre: 'least',

  /**
   * Integers are returned as text, which the column's affinity converts back, and texts as bytes, because the driver
   * repairs invalid ones. Blobs, which sort after all texts, need a distinct form.
   */
  sortKey(column: Fragment): Fragment {
    return sql`case typeof(${column}) when 'real' then ${column} when 'blob' then 9e999 else cast(${column} as blob) end`;
  },

  /** A JSON array would round doubles to 15 digits. */
  rowText(columns: readonly Fragment[]): Fragment {
    const values = columns.map((column) => sql`quote(${column})`);
    return sql.join(values, sql` || ',' || `);
  },

  forUpdate: null,

  equalsFolded(column: Fragment, value: unknown): Fragment {
    return sql`lower(${column}) = lower(${value})`;
  },

  /** Integers and texts keep their type through JSON; doubles are exact. */
  rowsOf(columns, alias): Fragment {
    const values = columns.map(
      ({ name }, i) => sql`value ->> ${sql.lit(`$[${i}]`)} as ${sql.id(name)}`,
    );
    // Keeps each row in parsed form; as text it would be parsed again for each value.
    const rows = sql`(select ${sql.join(values)} from jsonb_each(${''}))`;
    return alias === null ? rows : sql`${rows} as ${sql.id(alias)}`;
  },

  newId(): Fragment {
    return sql`null`;
  },

  encodeRows(rows): SqlValue {
    if (!rows.some((row) => row.some(isUnlikeJson))) return JSON.stringify(rows);
    return `[${rows.map((row) => `[${row.map(jsonOf).join(',')}]`).join(',')}]`;
  },

  store,

  encode(_type, value): SqlValue {
    return typeof value === 'boolean' ? Number(value) : value;
  },

  encodeList(_type, values): SqlValue {
    const items = values.map((value) =>
      typeof value === 'string'
        ? JSON.stringify(value)
        : String(Number.isInteger(value) || typeof value === 'bigint' ? value : Number(value)),
    );
    return `[${items.join(',')}]`;
  },
};

/** Integers of any size, and blobs. */
function isUnlikeJson(value: SqlValue): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && value !== null);
}

/** A value as JSON; integers keep all digits. */
function jsonOf(value: SqlValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) throw new Error('bytes cannot be sent as JSON');
  return JSON.stringify(value);
}
