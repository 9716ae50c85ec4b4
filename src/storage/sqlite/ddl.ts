// SQLite DDL: tables, columns and indexes in the form that Strapi's query builder writes and reads (it parses CREATE
// TABLE when it alters a table).
import type { ColumnChange, Ddl, LiveColumn } from '../migration/ddl.ts';
import { defaultClause } from '../layout/columns.ts';
import type { Column, ColumnType, ForeignKey, Index, Table } from '../layout/table.ts';
import { alterColumns, type SqliteColumnChange } from './alter.ts';
import { columnDiffers, definitionOf, inspect } from './introspect.ts';
import { quote, quoteText } from './quote.ts';
import { inSavepoint, type Session } from '../session.ts';

const TYPES: Readonly<Record<Exclude<ColumnType, 'increments' | 'string'>, string>> = {
  text: 'text',
  json: 'json',
  integer: 'integer',
  bigInteger: 'bigint',
  double: 'float',
  decimal: 'float',
  boolean: 'boolean',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
};

const STRING_LENGTH = 255;

export const sqliteDdl: Ddl = {
  loadModelDdl: async () => (await import('./model-ddl.ts')).sqliteModelDdl,
  fold: (name) => name.toLowerCase(),
  quote,
  inspect,
  createTable,
  addForeignKey: null,
  keepsScale: false,
  deferKeys: 'PRAGMA defer_foreign_keys = ON',
  moveSequence: () => null,
  createIndex,
  dropIndex: (name) => `DROP INDEX ${quote(name)}`,
  definitionOf: (table, index) => definitionOf(createIndex(table, index)),
  addColumn,
  differs,
  alter: (session, changes) => alterColumns(session, changes.map(toSqliteChange)),
  dropColumn,
  keys: () => ({
    sql: `SELECT DISTINCT t.name, k."table" FROM sqlite_schema t JOIN pragma_foreign_key_list(t.name) k WHERE t.type = 'table'`,
    values: [],
  }),
};

/** Only a key declared as INTEGER gets ids from SQLite. */
function differs(live: LiveColumn, column: Column): boolean {
  if (column.type === 'increments') return live.type.toLowerCase() !== 'integer';
  return columnDiffers(live, sqliteType(column));
}

/** If only NULL must be allowed, the column keeps its type and default. */
function toSqliteChange(change: ColumnChange): SqliteColumnChange {
  const { column, live } = change;
  const retyped = differs(live, column);
  const loosened = `${live.type} null${live.defaultTo === null ? '' : ` default ${live.defaultTo}`}`;
  return { ...change, retyped, definition: retyped ? columnType(column) : loosened };
}

function createTable({ name, columns, foreignKeys }: Table): string {
  const parts = [
    ...columns.map((column) => `${quote(column.name)} ${columnType(column)}`),
    ...foreignKeys.map(
      (key) => `constraint ${quote(key.name)} foreign key(${quote(key.column)}) ${references(key)}`,
    ),
  ];
  return `CREATE TABLE ${quote(name)} (${parts.join(', ')})`;
}

function createIndex(table: Table, index: Index): string {
  const { name, columns, unique } = index;
  const kind = unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind} ${quote(name)} on ${quote(table.name)} (${columns.map(quote).join(', ')})${onlyRows(index)}`;
}

function onlyRows({ only }: Index): string {
  if (!only) return '';
  return ` where ${quote(only.column)} is ${only.isNull ? 'null' : 'not null'}`;
}

/** A foreign key can be added to a table only together with its column. */
function addColumn(table: Table, column: Column): string {
  const key = table.foreignKeys.find((candidate) => candidate.column === column.name);
  const constraint = key ? ` constraint ${quote(key.name)} ${references(key)}` : '';
  return `ALTER TABLE ${quote(table.name)} ADD COLUMN ${quote(column.name)} ${columnType(column)}${constraint}`;
}

function references({ references: table, onDelete }: ForeignKey): string {
  return `references ${quote(table)}(${quote('id')}) on delete ${onDelete}`;
}

function columnType(column: Column): string {
  if (column.type === 'increments') return 'integer not null primary key autoincrement';
  const nullable = column.notNullable ? 'not null' : 'null';
  return `${sqliteType(column)} ${nullable}${defaultClause(column, literal)}`;
}

function sqliteType({ type, args }: Column): string {
  if (type === 'increments') return 'integer';
  if (type === 'string') return `varchar(${typeof args[0] === 'number' ? args[0] : STRING_LENGTH})`;
  return TYPES[type];
}

function literal(value: string | boolean): string {
  return quoteText(String(typeof value === 'boolean' ? Number(value) : value));
}

/**
 * Drops a column. Its indexes must be dropped first, and a key cannot be dropped.
 * @throws Error and leaves the column unchanged
 */
async function dropColumn(session: Session, table: string, column: string): Promise<void> {
  const indexes = await session.rows({
    sql: `SELECT DISTINCT i.name FROM pragma_index_list(?) i JOIN pragma_index_info(i.name) c
      WHERE i.origin = 'c' AND lower(c.name) = lower(?)`,
    values: [table, column],
  });
  await inSavepoint(session, async () => {
    for (const [name] of indexes) await session.script(`DROP INDEX ${quote(String(name))}`);
    await session.script(`ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`);
  });
}
