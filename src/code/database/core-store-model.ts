// The table of stored settings as a model: code queries it like a type, as `strapi::core-store`.
import { Registry } from '../../schema/registry.ts';
import type { Model, ScalarAttribute } from '../../schema/types.ts';
import type { Layout } from '../../storage/layout.ts';
import { CORE_STORE } from '../../storage/names.ts';

const UID = 'strapi::core-store';

const COLUMNS = ['key', 'value', 'type', 'environment', 'tag'] as const;

function column(name: string): ScalarAttribute {
  const type = name === 'value' ? 'text' : 'string';
  const flags = { private: false, searchable: true, writable: true, localized: false };
  return { name, kind: 'scalar', type, ...flags, raw: {} };
}

/** Rows without documentId and system attributes: to the engine that is a component. */
const model: Model = {
  modelType: 'component',
  uid: UID,
  collectionName: CORE_STORE,
  singularName: 'core-store',
  attributes: new Map(COLUMNS.map((name) => [name, column(name)])),
};

/** Models with that of the stored settings. */
export function withCoreStore(registry: Registry): Registry {
  return new Registry([...registry.models(), model]);
}

/** A layout that knows where the settings are stored. */
export function layoutWithCoreStore(layout: Layout): Layout {
  return {
    tables: layout.tables,
    table: (uid) => (uid === UID ? CORE_STORE : layout.table(uid)),
    column: (uid, name) => (uid === UID ? name : layout.column(uid, name)),
    link: (uid, name) => layout.link(uid, name),
  };
}
