// In charge of reading what a SQLite database holds, in two statements, and of telling whether a column that is
// there can hold the values we would store in it.
import type { Reading } from '../session.ts';
import type { LiveColumn, LiveSchema } from '../ddl.ts';

const COLUMNS = `SELECT lower(t.name), lower(c.name), c.name, c.type, c."notnull", c.dflt_value, c.pk
FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'`;

const INDEXES = `SELECT lower(name) FROM sqlite_schema WHERE type = 'index'`;

/** Reads tables, columns and indexes. */
export function* inspect(): Reading<LiveSchema> {
  const [columns = [], indexes = []] = yield [
    { sql: COLUMNS, values: [] },
    { sql: INDEXES, values: [] },
  ];
  const tables = new Map<string, Map<string, LiveColumn>>();
  for (const [table, key, name, type, notNull, defaultTo, position] of columns) {
    const live = {
      name: String(name),
      type: String(type),
      notNullable: notNull === 1,
      defaultTo: defaultTo === null ? null : String(defaultTo),
      primaryKey: position !== 0,
    };
    const known = tables.get(String(table)) ?? new Map<string, LiveColumn>();
    tables.set(String(table), known.set(String(key), live));
  }
  const names = new Set(indexes.map(([name]) => String(name)));
  return { tables, indexes: names, foreignKeys: new Set() };
}

/**
 * Declared types that hold the same values as ours, as SQLite stores them, beside the type itself. Texts keep JSON,
 * dates and times as they are; a timestamp as text would not compare with our numbers.
 */
const SAME: Readonly<Record<string, readonly string[]>> = {
  varchar: ['text'],
  text: ['varchar'],
  json: ['text', 'varchar'],
  integer: ['bigint'],
  bigint: ['integer'],
  float: [],
  boolean: [],
  date: ['text', 'varchar'],
  time: ['text', 'varchar'],
  datetime: [],
};

/** The affinities under which foreign spellings (`nvarchar`, `int`, `timestamptz`, …) do as well. */
const AFFINITIES: Readonly<Record<string, readonly string[]>> = {
  varchar: ['TEXT'],
  text: ['TEXT'],
  json: ['NUMERIC', 'TEXT'],
  integer: ['INTEGER', 'NUMERIC'],
  bigint: ['INTEGER', 'NUMERIC'],
  float: ['REAL', 'NUMERIC'],
  boolean: ['INTEGER', 'NUMERIC'],
  date: ['NUMERIC', 'TEXT'],
  time: ['NUMERIC', 'TEXT'],
  datetime: ['NUMERIC', 'INTEGER'],
};

/** True where a live column must be altered before values of `wanted` (a declared type of ours) go into it. */
export function columnDiffers({ type }: Pick<LiveColumn, 'type'>, wanted: string): boolean {
  const live = rootType(type);
  const own = rootType(wanted);
  if (live === own || SAME[own]?.includes(live)) return false;
  return Object.hasOwn(SAME, live) || !AFFINITIES[own]?.includes(affinity(type));
}

function rootType(type: string): string {
  return /[^(), ]+/.exec(type.toLowerCase())?.[0] ?? '';
}

/** SQLite's own rules: the first that matches a part of the declared type wins. */
function affinity(type: string): string {
  if (/int/i.test(type)) return 'INTEGER';
  if (/char|clob|text/i.test(type)) return 'TEXT';
  if (type === '' || /blob/i.test(type)) return 'BLOB';
  return /real|floa|doub/i.test(type) ? 'REAL' : 'NUMERIC';
}
