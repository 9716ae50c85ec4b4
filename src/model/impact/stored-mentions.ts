// Permissions of roles and API tokens, and views of the administration, that refer to what a change removes or renames.
import { parseStoredJson } from '../../base/json.ts';
import { isRecord, toRecord, toTexts } from '../../schema/raw.ts';
import type { Dialect } from '../../storage/dialect.ts';
import {
  adminPermissionsOf,
  settingsByKey,
  tokenPermissionsOf,
  userPermissionsOf,
} from '../../storage/model-changes/mentions.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { ChangedNames } from './changed-names.ts';

/** A role or API token whose permissions name a model or its attributes. */
export interface RoleMention {
  readonly of: 'administrators' | 'users' | 'tokens';
  readonly name: string;
  readonly uid: string;
  readonly actions: readonly string[];
  /** Attributes that the permissions name. */
  readonly attributes: readonly string[];
}

/** A view of the content manager that names attributes. */
export interface ViewMention {
  readonly uid: string;
  readonly attributes: readonly string[];
}

/** Stored references to changed models and attributes. */
export interface StoredMentions {
  readonly roles: readonly RoleMention[];
  readonly views: readonly ViewMention[];
}

/** Prefixes of the keys of views. */
export const VIEW_KEYS: readonly string[] = [
  'plugin_content_manager_configuration_content_types::',
  'plugin_content_manager_configuration_components::',
];

/** Reads what names the changed models and attributes: four statements. */
export function* readStoredMentions(
  dialect: Dialect,
  changed: readonly ChangedNames[],
): ReadSteps<StoredMentions> {
  if (changed.length === 0) return { roles: [], views: [] };
  const uids = changed.map(({ uid }) => uid);
  const [ofAdmins = [], ofUsers = [], ofTokens = [], settings = []] = yield [
    adminPermissionsOf(dialect, uids),
    userPermissionsOf(dialect, uids),
    tokenPermissionsOf(dialect, uids),
    settingsByKey(
      dialect,
      VIEW_KEYS.flatMap((prefix) => uids.map((uid) => `${prefix}${uid}`)),
    ),
  ];
  const mentions = [
    ...ofAdmins.map(([name, action, subject, properties]) => ({
      of: 'administrators' as const,
      name: String(name),
      uid: String(subject),
      action: String(action),
      fields: fieldsOf(properties),
    })),
    ...uidActions(ofUsers, 'users', uids),
    ...uidActions(ofTokens, 'tokens', uids),
  ];
  const roles = new Map<string, RoleMention>();
  for (const { of, name, uid, action, fields } of mentions) {
    const names = changed.find((each) => each.uid === uid);
    const attributes = fields.filter((field) => names?.attributes.has(field.split('.')[0] ?? ''));
    if (!names?.isModelChanged && attributes.length === 0) continue;
    const key = JSON.stringify([of, name, uid]);
    const existing = roles.get(key);
    roles.set(key, {
      of,
      name,
      uid,
      actions: [...new Set([...(existing?.actions ?? []), action])],
      attributes: [...new Set([...(existing?.attributes ?? []), ...attributes])],
    });
  }
  return { roles: [...roles.values()], views: viewsOf(settings, changed) };
}

/** Actions such as `api::note.note.find`. */
function uidActions(
  rows: readonly (readonly unknown[])[],
  of: 'users' | 'tokens',
  uids: readonly string[],
) {
  return rows.map(([name, value]) => {
    const action = String(value);
    const uid = uids.find((each) => action.startsWith(`${each}.`)) ?? '';
    return { of, name: String(name), uid, action, fields: [] as readonly string[] };
  });
}

function fieldsOf(properties: unknown): readonly string[] {
  return toTexts(toRecord(parseStoredJson(properties))['fields']);
}

function viewsOf(
  rows: readonly (readonly unknown[])[],
  changed: readonly ChangedNames[],
): readonly ViewMention[] {
  return rows.flatMap(([key, value]) => {
    const names = changed.find(({ uid }) => VIEW_KEYS.some((prefix) => key === `${prefix}${uid}`));
    if (!names) return [];
    const texts = new Set(textsIn(parseStoredJson(value)));
    const attributes = [...names.attributes].filter((name) => texts.has(name));
    return names.isModelChanged || attributes.length > 0 ? [{ uid: names.uid, attributes }] : [];
  });
}

/** All keys and texts of a JSON value. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(textsIn);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([key, each]) => [key, ...textsIn(each)]);
}
