// References to a content-type or component by its uid: permissions, settings and Quoin's own records.
import type { Dialect } from '../../storage/dialect.ts';
import { replacePrefix, updateRows, type MatchingRows } from '../../storage/model-changes/rows.ts';
import { pendingLinks, typeOptions } from '../../storage/layout/quoin-tables.ts';
import type { Query } from '../../storage/session.ts';

type Column = Pick<MatchingRows, 'table' | 'column'>;

/** Columns that hold a uid. */
const UIDS: readonly Column[] = [
  { table: typeOptions.table, column: typeOptions.uid },
  { table: pendingLinks.table, column: pendingLinks.ownerType },
  { table: pendingLinks.table, column: pendingLinks.sourceType },
  { table: pendingLinks.table, column: pendingLinks.targetType },
  { table: 'admin_permissions', column: 'subject' },
];

/** Columns that hold an action such as `api::note.note.find`. */
const ACTIONS: readonly Column[] = [
  { table: 'up_permissions', column: 'action' },
  { table: 'strapi_api_token_permissions', column: 'action' },
];

const SETTINGS = [
  'plugin_content_manager_configuration_content_types::',
  'plugin_content_manager_configuration_components::',
];

/** Statements that make everything that refers to a uid refer to the new one. */
export function renameReferences(
  dialect: Dialect,
  { from, uid }: { readonly from: string; readonly uid: string },
): readonly Query[] {
  return [
    ...UIDS.map((column) => updateRows(dialect, { ...column, is: from }, uid)),
    ...ACTIONS.map((column) => replacePrefix(dialect, { ...column, is: `${from}.` }, `${uid}.`)),
    ...SETTINGS.map((key) => {
      const rows = { table: 'strapi_core_store_settings', column: 'key', is: `${key}${from}` };
      return updateRows(dialect, rows, `${key}${uid}`);
    }),
  ];
}
