// In charge of the tables of our own, which Strapi leaves alone (docs/strapi/startup.md, "Schema synchronisation").
import { idColumn, plainColumn } from './columns.ts';
import type { Table } from './table.ts';

/**
 * Links to rows that are not there yet: those of published rows to what is not published (docs/strapi/differences.md,
 * D6), and those of components that locales share to what is not in every locale (D7). One row is a link that stands
 * ready: `source` is the row that has the attribute, `owner` the row of a content-type that the source is, or is a
 * component of.
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
  /** The place among the targets of the source, and of the source among those that lead to the target. */
  order: 'order',
  inverseOrder: 'inverse_order',
} as const;

/**
 * What the rows of each content-type are made for, as of the last start (docs/strapi/differences.md, D10). Strapi keeps
 * the like in its core store, which we never write.
 */
export const typeOptions = {
  table: 'quoin_type_options',
  uid: 'uid',
  drafts: 'drafts',
  locales: 'locales',
  /** When drafts were switched off: those that are there since then are kept and not served. NULL: there are none. */
  draftsKeptSince: 'drafts_kept_since',
  /** Locales were switched off: the one whose rows are served, beside those without. NULL: all are. */
  servedLocale: 'served_locale',
  /** Hash of what Strapi had stored of its schemas then; NULL: nothing. */
  strapiHash: 'strapi_hash',
} as const;

/** The tables and columns that were in a layout once: so that what no schema speaks of any more is known as ours. */
export const knownTables = {
  table: 'quoin_tables',
  name: 'name',
  /** A JSON list of names. */
  columns: 'columns',
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
      name: knownTables.table,
      kind: 'own',
      uid: null,
      columns: [
        idColumn,
        plainColumn(knownTables.name, 'string', { notNullable: true }),
        plainColumn(knownTables.columns, 'text', { notNullable: true }),
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
