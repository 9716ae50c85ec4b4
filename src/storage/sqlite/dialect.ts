// In charge of SQLite's side of the dialect.
import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import type { SqlValue } from '../database.ts';
import type { CompiledSql, Dialect, Fragment } from '../dialect.ts';
import { sqliteDdl } from './ddl.ts';
import { sqliteSearch } from './search.ts';
import { store } from './store.ts';

/** Prints SQL only: statements run through the driver's kept prepared statements. */
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
  ddl: sqliteDdl,
  attachment: null,
  search: sqliteSearch,

  compile(fragment: Fragment): CompiledSql {
    const { sql: text, parameters } = fragment.compile(printer);
    // The engine keeps a text that was put together as its many pieces until it is copied.
    return { sql: Buffer.from(text).toString(), parameters };
  },

  /** Integers beyond 2^53 would pass through a double. */
  selected(type: ScalarType, column: Fragment): Fragment {
    return type === 'biginteger' ? sql`cast(${column} as text)` : column;
  },

  /** Without statistics SQLite takes the index on `field` of a components table over the one on its owner. */
  unindexed(column: Fragment): Fragment {
    return sql`+${column}`;
  },

  /** SQLite compiles a statement again whenever the LIMIT is bound that its plan was made for: 40 µs each time. */
  unplanned(value: unknown): Fragment {
    return sql`+${value}`;
  },

  /** A blob, which another program may have put there, is read as the text that it holds. */
  textsAsJson(columns): Fragment {
    const pairs = columns.map(({ name, column, keepsNumbers }) => {
      const text = sql`cast(${column} as text)`;
      if (!keepsNumbers) return sql`${sql.lit(name)}, ${text}`;
      return sql`${sql.lit(name)}, iif(typeof(${column}) = 'blob', ${text}, ${column})`;
    });
    return sql`json_object(${sql.join(pairs)})`;
  },

  /** One parameter for lists of any length; the affinity of the column applies, as with `=`. */
  inList(column: Fragment, list: unknown): Fragment {
    return sql`${column} in (select value from json_each(${list}))`;
  },

  /** Folds ASCII letters in both forms: it can do neither less nor more (docs/strapi/reading.md, "Filters"). */
  like(column: Fragment, pattern: unknown): Fragment {
    return sql`${column} like ${pattern} escape '\\'`;
  },

  contains(column, { pattern }): Fragment {
    return this.like(column, pattern, true);
  },

  /** LIKE compares the whole pattern again at every place of the text where it begins. */
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
   * Integers come as texts, of which the affinity of the column makes numbers again, and texts as bytes: the driver mends
   * those that are not valid. What is bytes in the column, and sorted behind all texts, must look like neither.
   */
  sortKey(column: Fragment): Fragment {
    return sql`case typeof(${column}) when 'real' then ${column} when 'blob' then 9e999 else cast(${column} as blob) end`;
  },

  equalsFolded(column: Fragment, value: unknown): Fragment {
    return sql`lower(${column}) = lower(${value})`;
  },

  /** Integers stay integers and texts texts on their way through JSON; doubles come out bit for bit. */
  rowsOf(columns, alias): Fragment {
    const values = columns.map(
      ({ name }, i) => sql`value ->> ${sql.lit(`$[${i}]`)} as ${sql.id(name)}`,
    );
    // Each row stays in the form in which the whole was parsed: as a text it would be parsed again for each value.
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

/** Integers of any size, and bytes. */
function isUnlikeJson(value: SqlValue): boolean {
  return typeof value === 'bigint' || (typeof value === 'object' && value !== null);
}

/** A value as JSON; an integer keeps all its digits. */
function jsonOf(value: SqlValue): string {
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) throw new Error('bytes cannot travel as JSON');
  return JSON.stringify(value);
}
