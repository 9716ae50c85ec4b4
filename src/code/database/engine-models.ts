// Internal tables as models: code queries stored settings and webhooks as `strapi::core-store` and `strapi::webhook`.
import { Registry } from '../../schema/registry.ts';
import type { Model, ScalarAttribute, ScalarType } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { CORE_STORE } from '../../storage/layout/names.ts';

interface EngineTable {
  readonly uid: string;
  readonly table: string;
  readonly columns: Readonly<Record<string, ScalarType>>;
}

const TABLES: readonly EngineTable[] = [
  {
    uid: 'strapi::core-store',
    table: CORE_STORE,
    columns: { key: 'string', value: 'text', type: 'string', environment: 'string', tag: 'string' },
  },
  {
    uid: 'strapi::webhook',
    table: 'strapi_webhooks',
    columns: { name: 'string', url: 'text', headers: 'json', events: 'json', enabled: 'boolean' },
  },
];

/** Rows without documentId and system attributes are modeled as components. */
function modelOf({ uid, table, columns }: EngineTable): Model {
  const attributes = Object.entries(columns).map(([name, type]) => column(name, type));
  return {
    modelType: 'component',
    uid,
    collectionName: table,
    singularName: uid.replace('strapi::', ''),
    attributes: new Map(attributes.map((attribute) => [attribute.name, attribute])),
  };
}

function column(name: string, type: ScalarType): ScalarAttribute {
  const flags = { private: false, searchable: true, writable: true, localized: false };
  return { name, kind: 'scalar', type, ...flags, raw: {} };
}

/** Adds models of internal tables. */
export function withEngineModels(registry: Registry): Registry {
  return new Registry([...registry.models(), ...TABLES.map(modelOf)]);
}

/** Adds internal tables to a layout. */
export function withEngineTables(layout: Layout): Layout {
  const tables = new Map(TABLES.map(({ uid, table }) => [uid, table]));
  return {
    tables: layout.tables,
    table: (uid) => tables.get(uid) ?? layout.table(uid),
    column: (uid, name) => (tables.has(uid) ? name : layout.column(uid, name)),
    link: (uid, name) => layout.link(uid, name),
  };
}
