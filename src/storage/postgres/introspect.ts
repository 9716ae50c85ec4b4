// Reads the schema of a PostgreSQL database in three statements, and decides whether an existing column can hold our
// values.
import type { LiveColumn, LiveSchema } from '../migration/ddl.ts';
import type { ReadSteps } from '../session.ts';
import type { Column, ColumnType } from '../layout/table.ts';

const COLUMNS = `SELECT t.relname, a.attname, format_type(a.atttypid, a.atttypmod), a.attnotnull,
    pg_get_expr(d.adbin, d.adrelid), coalesce(a.attnum = ANY (p.conkey), false)
  FROM pg_class t
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN pg_attrdef d ON d.adrelid = t.oid AND d.adnum = a.attnum
  LEFT JOIN pg_constraint p ON p.conrelid = t.oid AND p.contype = 'p'
  WHERE t.relnamespace = current_schema()::regnamespace AND t.relkind IN ('r', 'p')
  ORDER BY t.relname, a.attnum`;

const INDEXES = `SELECT relname FROM pg_class
  WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('i', 'I')`;

const KEYS = `SELECT conname FROM pg_constraint
  WHERE connamespace = current_schema()::regnamespace AND contype = 'f'`;

/** Reads tables, columns, indexes and keys. */
export function* inspect(): ReadSteps<LiveSchema> {
  const [columns = [], indexes = [], keys = []] = yield [COLUMNS, INDEXES, KEYS].map((sql) => ({
    sql,
    values: [],
  }));
  const tables = new Map<string, Map<string, LiveColumn>>();
  for (const [table, name, type, notNull, defaultTo, isKey] of columns) {
    const live = {
      name: String(name),
      type: String(type),
      notNullable: Boolean(notNull),
      defaultTo: defaultTo === null ? null : String(defaultTo),
      primaryKey: Boolean(isKey),
    };
    const columns = tables.get(String(table)) ?? new Map<string, LiveColumn>();
    tables.set(String(table), columns.set(live.name, live));
  }
  const namesOf = (rows: readonly (readonly unknown[])[]): ReadonlySet<string> =>
    new Set(rows.map(([name]) => String(name)));
  return {
    tables,
    indexes: namesOf(indexes),
    definitions: new Map(),
    foreignKeys: namesOf(keys),
  };
}

const TEXTS = ['character varying', 'text', 'character', 'citext', 'name'];
const MOMENTS = ['timestamp without time zone', 'timestamp with time zone'];

/** Types that can hold our values: those of Strapi and of other programs. */
const HOLDS: Readonly<Record<ColumnType, readonly string[]>> = {
  increments: ['integer', 'bigint'],
  string: TEXTS,
  text: ['text', 'character varying', 'citext'],
  json: ['jsonb'],
  integer: ['integer', 'bigint'],
  bigInteger: ['bigint', 'numeric'],
  double: ['double precision', 'numeric'],
  decimal: ['numeric', 'double precision'],
  boolean: ['boolean'],
  date: ['date'],
  time: ['time without time zone', 'time with time zone'],
  datetime: MOMENTS,
  timestamp: MOMENTS,
};

/** True where a live column must be altered before values of an attribute go into it. */
export function columnDiffers({ type }: LiveColumn, column: Column): boolean {
  const root = type.replace(/\([\d, ]*\)/, '');
  return !HOLDS[column.type].includes(root);
}
