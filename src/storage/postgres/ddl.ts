// PostgreSQL DDL: tables, columns, keys and indexes as Strapi creates them (docs/strapi/storage.md, "Column types").
import type { Ddl } from '../migration/ddl.ts';
import { inSavepoint, type Session } from '../session.ts';
import { defaultClause } from '../layout/columns.ts';
import type { Column, ForeignKey, Index, Table } from '../layout/table.ts';
import { alterColumns } from './alter.ts';
import { columnDiffers, inspect } from './introspect.ts';
import { quote, quoteText } from './quote.ts';
import { columnType } from './types.ts';

export const postgresDdl: Ddl = {
  loadModelDdl: async () => (await import('./model-ddl.ts')).postgresModelDdl,
  fold: (name) => name,
  quote,
  inspect,
  createTable,
  addForeignKey,
  keepsScale: true,
  deferKeys: null,
  moveSequence: (table) =>
    `SELECT setval(pg_get_serial_sequence(${quoteText(quote(table))}, 'id'), (SELECT max(id) FROM ${quote(table)}))`,
  createIndex,
  dropIndex: (name) => `DROP INDEX ${quote(name)}`,
  definitionOf: createIndex,
  addColumn,
  differs: columnDiffers,
  alter: alterColumns,
  dropColumn,
  keys: () => ({
    sql: `SELECT DISTINCT t.relname, r.relname FROM pg_constraint c
      JOIN pg_class t ON t.oid = c.conrelid JOIN pg_class r ON r.oid = c.confrelid
      WHERE c.contype = 'f' AND c.connamespace = current_schema()::regnamespace`,
    values: [],
  }),
};

/** Foreign keys are added later, since tables may reference each other. */
function createTable({ name, columns }: Table): string {
  return `CREATE TABLE ${quote(name)} (${columns.map(definition).join(', ')})`;
}

function addForeignKey({ name: table }: Table, key: ForeignKey): string {
  return (
    `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(key.name)}` +
    ` FOREIGN KEY (${quote(key.column)}) REFERENCES ${quote(key.references)} ("id") ON DELETE ${key.onDelete}`
  );
}

/** A unique index of several columns is a constraint, as in Strapi's join tables. */
function createIndex({ name: table }: Table, { name, columns, unique, only }: Index): string {
  const rows = only ? ` WHERE ${quote(only.column)} IS ${only.isNull ? '' : 'NOT '}NULL` : '';
  const list = columns.map(quote).join(', ');
  return unique
    ? `ALTER TABLE ${quote(table)} ADD CONSTRAINT ${quote(name)} UNIQUE (${list})`
    : `CREATE INDEX ${quote(name)} ON ${quote(table)} (${list})${rows}`;
}

function addColumn({ name: table }: Table, column: Column): string {
  return `ALTER TABLE ${quote(table)} ADD COLUMN ${definition(column)}`;
}

/** A serial column has its own sequence `<table>_id_seq` and is NOT NULL. */
function definition(column: Column): string {
  const { name, type, notNullable } = column;
  if (type === 'increments') return `${quote(name)} serial PRIMARY KEY`;
  const nullable = notNullable ? 'NOT NULL' : 'NULL';
  return `${quote(name)} ${columnType(column)} ${nullable}${defaultClause(column, (value) => quoteText(String(value)))}`;
}

/** Its indexes and keys are dropped with it. */
async function dropColumn(session: Session, table: string, column: string): Promise<void> {
  await inSavepoint(session, () =>
    session.script(`ALTER TABLE ${quote(table)} DROP COLUMN ${quote(column)}`),
  );
}
