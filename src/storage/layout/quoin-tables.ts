// Quoin's own tables, which Strapi ignores (docs/strapi/startup.md, "Schema synchronization").
import { idColumn, plainColumn } from './columns.ts';
import type { Table } from './table.ts';

/**
 * Links to rows that do not exist yet: from published rows to unpublished documents (docs/strapi/differences.md, D6),
 * and from components that locales share to documents missing in a locale (D7). `source` is the row with the
 * attribute, `owner` the row of a content-type that is the source or contains it as a component.
 */
export const pendingLinks = {
  table: 'quoin_pending_links',
  ownerType: 'owner_type',
  ownerId: 'owner_id',
  sourceType: 'source_type',
  sourceId: 'source_id',
  attribute: 'attribute',
  targetType: 'target_type',
  targetDocument: 'target_document',
  targetLocale: 'target_locale',
  /** `draft` or `published`; rows of types without drafts are published. */
  targetStatus: 'target_status',
  /** Order among the targets of the source, and order of the source among those with the same target. */
  order: 'order',
  inverseOrder: 'inverse_order',
} as const;

/**
 * Options of each content-type as of the last start (docs/strapi/differences.md, D10). Strapi records them in its
 * core store, which Quoin never writes.
 */
export const typeOptions = {
  table: 'quoin_type_options',
  uid: 'uid',
  drafts: 'drafts',
  locales: 'locales',
  /** When drafts were disabled; existing drafts are kept but not served. NULL if there are none. */
  draftsKeptSince: 'drafts_kept_since',
  /** Locales were disabled: the locale whose rows are served besides those without one. NULL for all. */
  servedLocale: 'served_locale',
  /** Hash of the schemas that Strapi had stored, or NULL. */
  strapiHash: 'strapi_hash',
} as const;

/**
 * Permissions of the roles of administrators that were created with the roles, so that new locales are added to them
 * (docs/strapi/differences.md, D21). Those that Strapi or an administrator created are not listed.
 */
export const defaultPermissions = {
  table: 'quoin_default_permissions',
  /** Row id of `admin_permissions`. */
  permission: 'permission_id',
} as const;

/** All tables and columns that have been part of a layout, so that unused ones are recognized as Quoin's. */
export const recordedTables = {
  table: 'quoin_tables',
  name: 'name',
  /** JSON array of names. */
  columns: 'columns',
} as const;

/**
 * Values of attributes and models that were removed from the content model while the server ran, so that they can be
 * served again (docs/strapi/differences.md, D19).
 */
export const retainedValues = {
  table: 'quoin_kept_values',
  key: 'kept_key',
  uid: 'uid',
  /** NULL for a content-type or component. */
  attribute: 'attribute',
  /** Kind of values, such as `text` or `links to api::author.author`. */
  form: 'form',
  /** JSON: where the values are stored. */
  storage: 'storage',
  /** JSON: the attribute or model in its schema file. */
  raw: 'raw',
  /** JSON: attributes of a model with their storage. */
  attributes: 'attributes',
} as const;

/** Changes of the content model while the server ran, oldest first. */
export const modelChanges = {
  table: 'quoin_model_changes',
  /** Unique text that the journal of the files names as well. */
  key: 'change_key',
  at: 'changed_at',
  /** Id of the administrator, or NULL for the command line. */
  adminId: 'admin_id',
  /** JSON: steps. */
  steps: 'steps',
  /** JSON array: the steps in words. NULL in changes of older versions. */
  texts: 'texts',
  /** JSON: renames. */
  renames: 'renames',
  /** JSON: files before and after. */
  files: 'files',
  /** Key of the change that this one undoes, or NULL. */
  undoes: 'undoes',
} as const;

/** Quoin's own tables. */
export function quoinTables(): readonly Table[] {
  const text = (name: string) => plainColumn(name, 'string', { notNullable: true });
  const id = (name: string) => plainColumn(name, 'integer', { notNullable: true });
  const { table } = pendingLinks;
  return [
    {
      name: table,
      kind: 'own',
      uid: null,
      columns: [
        idColumn,
        text(pendingLinks.ownerType),
        id(pendingLinks.ownerId),
        text(pendingLinks.sourceType),
        id(pendingLinks.sourceId),
        text(pendingLinks.attribute),
        text(pendingLinks.targetType),
        text(pendingLinks.targetDocument),
        plainColumn(pendingLinks.targetLocale, 'string'),
        text(pendingLinks.targetStatus),
        plainColumn(pendingLinks.order, 'double'),
        plainColumn(pendingLinks.inverseOrder, 'double'),
      ],
      indexes: [
        { name: `${table}_owner_idx`, columns: [pendingLinks.ownerId], unique: false },
        { name: `${table}_source_idx`, columns: [pendingLinks.sourceId], unique: false },
        { name: `${table}_target_idx`, columns: [pendingLinks.targetDocument], unique: false },
      ],
      foreignKeys: [],
    },
    typeOptionsTable(),
    {
      name: defaultPermissions.table,
      kind: 'own',
      uid: null,
      columns: [idColumn, id(defaultPermissions.permission)],
      indexes: [],
      foreignKeys: [],
    },
    retainedValuesTable(),
    modelChangesTable(),
    {
      name: recordedTables.table,
      kind: 'own',
      uid: null,
      columns: [
        idColumn,
        plainColumn(recordedTables.name, 'string', { notNullable: true }),
        plainColumn(recordedTables.columns, 'text', { notNullable: true }),
      ],
      indexes: [],
      foreignKeys: [],
    },
  ];
}

function typeOptionsTable(): Table {
  const { table } = typeOptions;
  return {
    name: table,
    kind: 'own',
    uid: null,
    columns: [
      idColumn,
      plainColumn(typeOptions.uid, 'string', { notNullable: true }),
      plainColumn(typeOptions.drafts, 'boolean', { notNullable: true }),
      plainColumn(typeOptions.locales, 'boolean', { notNullable: true }),
      plainColumn(typeOptions.draftsKeptSince, 'datetime'),
      plainColumn(typeOptions.servedLocale, 'string'),
      plainColumn(typeOptions.strapiHash, 'string'),
    ],
    indexes: [{ name: `${table}_uid_idx`, columns: [typeOptions.uid], unique: true }],
    foreignKeys: [],
  };
}

function retainedValuesTable(): Table {
  const { table } = retainedValues;
  return {
    name: table,
    kind: 'own',
    uid: null,
    columns: [
      idColumn,
      plainColumn(retainedValues.key, 'integer', { notNullable: true }),
      plainColumn(retainedValues.uid, 'string', { notNullable: true }),
      plainColumn(retainedValues.attribute, 'string'),
      plainColumn(retainedValues.form, 'text', { notNullable: true }),
      plainColumn(retainedValues.storage, 'text', { notNullable: true }),
      plainColumn(retainedValues.raw, 'text', { notNullable: true }),
      plainColumn(retainedValues.attributes, 'text', { notNullable: true }),
    ],
    indexes: [],
    foreignKeys: [],
  };
}

function modelChangesTable(): Table {
  const { table } = modelChanges;
  return {
    name: table,
    kind: 'own',
    uid: null,
    columns: [
      idColumn,
      plainColumn(modelChanges.key, 'string', { notNullable: true }),
      plainColumn(modelChanges.at, 'datetime', { notNullable: true }),
      plainColumn(modelChanges.adminId, 'integer'),
      plainColumn(modelChanges.steps, 'text', { notNullable: true }),
      plainColumn(modelChanges.texts, 'text'),
      plainColumn(modelChanges.renames, 'text', { notNullable: true }),
      plainColumn(modelChanges.files, 'text', { notNullable: true }),
      plainColumn(modelChanges.undoes, 'string'),
    ],
    indexes: [{ name: `${table}_key_idx`, columns: [modelChanges.key], unique: true }],
    foreignKeys: [],
  };
}
