// PostgreSQL dialect.
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import type { ScalarType } from '../../schema/types.ts';
import type { SqlValue } from '../session.ts';
import type { ComparedType, CompiledSql, Dialect, Fragment } from '../dialect.ts';
import { attachment } from './attachment.ts';
import { postgresDdl } from './ddl.ts';
import { toWallClock } from './wall-clock.ts';
import { quote } from './quote.ts';
import { postgresSearch } from './search.ts';
import { store } from './store.ts';
import { valueType } from './types.ts';

/** Prints SQL only; the driver runs statements. */
const printer = new Kysely<Record<string, never>>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

export const postgresDialect: Dialect = {
  name: 'postgres',
  readsLinksFirst: false,
  reportsForeignCommits: false,
  ddl: postgresDdl,
  attachment,
  search: postgresSearch,

  compile(fragment: Fragment): CompiledSql {
    const { sql: text, parameters } = fragment.compile(printer);
    return { sql: Buffer.from(text).toString(), parameters };
  },

  /** The driver returns other integers and counts as numbers. */
  selected(type: ScalarType, column: Fragment): Fragment {
    return type === 'biginteger' ? sql`${column}::text` : column;
  },

  /** PostgreSQL puts spaces around colons. */
  textsAsJson(): null {
    return null;
  },

  /** The planner has statistics. */
  unindexed(column: Fragment): Fragment {
    return column;
  },

  /** A prepared statement is planned once. */
  unplanned(value: unknown): Fragment {
    return sql`${value}`;
  },

  /** An array parameter for lists of any length; its type follows from the column. */
  inList(column: Fragment, list: unknown): Fragment {
    return sql`${column} = any(${list})`;
  },

  /** Other types are compared as the text that they print as. */
  like(column: Fragment, pattern: unknown, fold: boolean): Fragment {
    return fold
      ? sql`lower(${column}::text) like lower(${pattern}::text) escape '\\'`
      : sql`${column}::text like ${pattern}::text escape '\\'`;
  },

  /** Folding all letters takes three times as long as folding ASCII letters and searching for a piece. */
  contains(column, { pattern, piece }): Fragment {
    const hasPiece = sql`strpos(lower(${column}::text collate "C"), ${piece}::text) > 0`;
    return sql`(${hasPiece} and ${this.like(column, pattern, true)})`;
  },

  /** A statement timeout ends such a read, and it blocks no others. */
  findRepetitive: null,

  /** NULL is greater than every value. Not all types have min and max. */
  firstOf(value: Fragment, direction: 'asc' | 'desc'): Fragment {
    return sql`(array_agg(${value} order by ${value} ${sql.raw(direction)}))[1]`;
  },

  nullsAre: 'greatest',

  /** The server prints every value so that it can be read back exactly. */
  sortKey(column: Fragment): Fragment {
    return sql`${column}::text`;
  },

  rowText(columns: readonly Fragment[]): Fragment {
    return sql`row(${sql.join(columns)})::text`;
  },

  forUpdate: sql` for update`,

  equalsFolded(column: Fragment, value: unknown): Fragment {
    return sql`lower(${column}::text) = lower(${value}::text)`;
  },

  rowsOf(columns, alias): Fragment {
    const values = columns.map(
      ({ name, type }, i) =>
        sql`(value ->> ${sql.lit(i)})::${sql.raw(valueType(type))} as ${sql.id(name)}`,
    );
    const rows = sql`(select ${sql.join(values)} from jsonb_array_elements(${''}::jsonb) with ordinality as given(value, place) order by place)`;
    return sql`${rows} as ${sql.id(alias ?? 'given')}`;
  },

  newId(table): Fragment {
    return sql`nextval(pg_get_serial_sequence(${sql.lit(quote(table))}, 'id'))`;
  },

  encodeRows(rows): SqlValue {
    return `[${rows.map((row) => `[${row.map(jsonOf).join(',')}]`).join(',')}]`;
  },

  store,

  encode(type, value): SqlValue {
    return encodeOne(type, value);
  },

  /** An array literal. */
  encodeList(type, values): SqlValue {
    const items = values.map((value) => {
      const text = String(encodeOne(type, value));
      return `"${text.replaceAll(/["\\]/g, String.raw`\$&`)}"`;
    });
    return `{${items.join(',')}}`;
  },
};

function encodeOne(type: ComparedType, value: string | number | bigint | boolean): SqlValue {
  if ((type === 'datetime' || type === 'timestamp') && typeof value === 'number') {
    return toWallClock(value);
  }
  return typeof value === 'boolean' ? Number(value) : value;
}

/** A value as JSON; integers keep all digits. */
function jsonOf(value: SqlValue): string {
  if (typeof value === 'bigint') return `"${value}"`;
  if (value instanceof Uint8Array) throw new Error('bytes cannot be sent as JSON');
  return JSON.stringify(value);
}
