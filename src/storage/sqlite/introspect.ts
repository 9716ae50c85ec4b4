// Reads the schema of a SQLite database in two statements, and decides whether an existing column can hold our
// values.
import type { ReadSteps } from '../session.ts';
import type { LiveColumn, LiveSchema } from '../migration/ddl.ts';
import { isOwnName } from '../layout/names.ts';

const COLUMNS = `SELECT lower(t.name), lower(c.name), c.name, c.type, c."notnull", c.dflt_value, c.pk
FROM sqlite_schema t JOIN pragma_table_xinfo(t.name) c WHERE t.type = 'table'`;

const INDEXES = `SELECT lower(name), sql FROM sqlite_schema WHERE type = 'index'`;

/** Reads tables, columns and indexes. */
export function* inspect(): ReadSteps<LiveSchema> {
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
    const columns = tables.get(String(table)) ?? new Map<string, LiveColumn>();
    tables.set(String(table), columns.set(String(key), live));
  }
  const names = new Set(indexes.map(([name]) => String(name)));
  const definitions = new Map(
    indexes.flatMap(([name, sql]): readonly [string, string][] =>
      isOwnName(String(name)) && sql !== null ? [[String(name), definitionOf(String(sql))]] : [],
    ),
  );
  return { tables, indexes: names, definitions, foreignKeys: new Set() };
}

/** What an index is: its statement without its name and without quotes, which SQLite writes in several forms. */
export function definitionOf(statement: string): string {
  const [, kind, content] =
    /^(create\s+(?:unique\s+)?index)\s.*?\s(on\s.*)$/is.exec(statement) ?? [];
  if (kind === undefined || content === undefined) {
    throw new Error(`This is not a statement that creates an index: ${statement}`);
  }
  return `${kind} ${content}`.replaceAll(/["`]/g, '').toLowerCase();
}

/**
 * Declared types besides the type itself that store the same values. Texts hold JSON, dates and times; a timestamp as
 * text would not compare with numbers.
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

/** Affinities under which other declared types (`nvarchar`, `int`, `timestamptz`, …) are equivalent. */
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

/**
 * Returns true if an existing column must be changed before it can hold values of a type.
 * @param requested The type as Quoin declares it
 */
export function columnDiffers({ type }: Pick<LiveColumn, 'type'>, requested: string): boolean {
  const live = rootType(type);
  const own = rootType(requested);
  if (live === own || SAME[own]?.includes(live)) return false;
  return Object.hasOwn(SAME, live) || !AFFINITIES[own]?.includes(affinity(type));
}

function rootType(type: string): string {
  return /[^(), ]+/.exec(type.toLowerCase())?.[0] ?? '';
}

/** SQLite's rules: the first matching part of the declared type decides. */
function affinity(type: string): string {
  if (/int/i.test(type)) return 'INTEGER';
  if (/char|clob|text/i.test(type)) return 'TEXT';
  if (type === '' || /blob/i.test(type)) return 'BLOB';
  return /real|floa|doub/i.test(type) ? 'REAL' : 'NUMERIC';
}
