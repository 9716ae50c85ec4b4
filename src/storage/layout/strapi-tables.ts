// Strapi's tables besides content-types (docs/strapi/storage.md, "Strapi's own tables"), created so that a project
// can return to Strapi.
import { ADMIN_USER } from '../../schema/built-in/uids.ts';
import { idColumn, plainColumn, referenceColumn } from './columns.ts';
import type { TableOf } from './model-table.ts';
import { names } from './names.ts';
import type { Column, ColumnType, Table } from './table.ts';

/** Columns by name; a trailing `!` means NOT NULL. */
type ColumnTypes = Readonly<Record<string, ColumnType | `${ColumnType}!`>>;

const LOG: ColumnTypes = { name: 'string', time: 'datetime' };

const SHAPES: Readonly<Record<string, ColumnTypes>> = {
  strapi_migrations: LOG,
  strapi_migrations_internal: LOG,
  // Stays empty: Strapi drops tables that are listed here and that the project does not have.
  strapi_database_schema: { schema: 'json', time: 'datetime', hash: 'string' },
  strapi_core_store_settings: {
    key: 'string',
    value: 'text',
    type: 'string',
    environment: 'string',
    tag: 'string',
  },
  strapi_webhooks: {
    name: 'string',
    url: 'text',
    headers: 'json',
    events: 'json',
    enabled: 'boolean',
  },
  strapi_ai_metadata_jobs: { status: 'string!', created_at: 'datetime', completed_at: 'datetime' },
  strapi_ai_localization_jobs: {
    content_type: 'string!',
    related_document_id: 'string!',
    source_locale: 'string!',
    target_locales: 'json!',
    status: 'string!',
    created_at: 'datetime',
    updated_at: 'datetime',
  },
};

const HISTORY = 'strapi_history_versions';
const HISTORY_SHAPE: ColumnTypes = {
  content_type: 'string!',
  related_document_id: 'string',
  locale: 'string',
  status: 'string',
  data: 'json',
  schema: 'json',
  created_at: 'datetime',
};

/** Strapi's own tables. */
export function strapiTables(tableOf: TableOf): readonly Table[] {
  return [
    ...Object.entries(SHAPES).map(([name, shape]) => ownTable(name, shape)),
    historyTable(tableOf),
  ];
}

function ownTable(name: string, shape: ColumnTypes): Table {
  return {
    name,
    kind: 'own',
    uid: null,
    columns: [idColumn, ...columnsOf(shape)],
    indexes: [],
    foreignKeys: [],
  };
}

function historyTable(tableOf: TableOf): Table {
  const { columns, ...table } = ownTable(HISTORY, HISTORY_SHAPE);
  const column = 'created_by_id';
  const name = names.key([HISTORY, column], 'fk');
  return {
    ...table,
    columns: [...columns, referenceColumn(column)],
    indexes: [{ name, columns: [column], unique: false }],
    foreignKeys: [{ name, column, references: tableOf(ADMIN_USER), onDelete: 'SET NULL' }],
  };
}

function columnsOf(shape: ColumnTypes): readonly Column[] {
  return Object.entries(shape).map(([name, type]) =>
    plainColumn(name, type.replace('!', '') as ColumnType, { notNullable: type.endsWith('!') }),
  );
}
