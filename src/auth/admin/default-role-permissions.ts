// Default permissions of the roles of administrators, computed from the content-types. Strapi sets those of Editor and
// Author only when it creates the roles itself (docs/strapi/storage.md, "Rows of a first start"). Ours include all locales
// of localized types (docs/strapi/differences.md, D21).
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';
import type { ManagedTypes } from './managed-types.ts';
import { actionsOf, subjectsOf } from './permission-actions.ts';

/** A row of `admin_permissions`. */
export interface RolePermission {
  readonly action: string;
  /** Uid of a content-type. */
  readonly subject: string | null;
  /** Attribute paths, or null for actions on whole entries. */
  readonly fields: readonly string[] | null;
  /** Locale codes, or null for types without locales. */
  readonly locales: readonly string[] | null;
  readonly conditions: readonly string[];
}

const EXPLORER = 'plugin::content-manager.explorer';
const OWN_ONLY = ['admin::is-creator'];

/** Super admins may do everything with all types. @param locales Codes of all locales */
export function superAdminPermissions(
  types: ManagedTypes,
  locales: readonly string[],
): readonly RolePermission[] {
  return actionsOf(types).flatMap((action): RolePermission[] => {
    if (action.section !== 'contentTypes') {
      return [{ action: action.id, subject: null, fields: null, locales: null, conditions: [] }];
    }
    const { id, properties } = action;
    return subjectsOf(action, types).map((subject) => {
      const type = types.registry.contentType(subject);
      return {
        action: id,
        subject,
        fields: properties.includes('fields') ? fieldsOf(types.registry, type) : null,
        locales: localesOf(type, locales),
        conditions: [],
      };
    });
  });
}

/** Editors manage and publish all entries. @param locales Codes of all locales */
export function editorPermissions(
  types: ManagedTypes,
  locales: readonly string[],
): readonly RolePermission[] {
  return [...entryPermissions(types, locales, []), ...mediaPermissions([])];
}

/** Authors manage their own entries. @param locales Codes of all locales */
export function authorPermissions(
  types: ManagedTypes,
  locales: readonly string[],
): readonly RolePermission[] {
  const own = entryPermissions(types, locales, OWN_ONLY);
  return [
    ...own.filter(({ action }) => action !== `${EXPLORER}.publish`),
    ...mediaPermissions(OWN_ONLY),
  ];
}

function entryPermissions(
  { registry, hidden }: ManagedTypes,
  locales: readonly string[],
  conditions: readonly string[],
): readonly RolePermission[] {
  const types = [...registry.contentTypes.values()]
    .filter(({ origin, uid }) => origin === 'api' && !hidden.has(uid))
    .toSorted((a, b) => (a.uid < b.uid ? -1 : 1));
  const ofFields = types.map((type) => ({ type, fields: fieldsOf(registry, type) }));
  const onFields = ['create', 'read', 'update'].flatMap((action) =>
    ofFields.map(({ type, fields }) => ({
      action: `${EXPLORER}.${action}`,
      subject: type.uid,
      fields,
      locales: localesOf(type, locales),
      conditions,
    })),
  );
  const onEntries = ['delete', 'publish'].flatMap((action) =>
    types.map((type) => ({
      action: `${EXPLORER}.${action}`,
      subject: type.uid,
      fields: null,
      locales: localesOf(type, locales),
      conditions,
    })),
  );
  return [...onFields, ...onEntries];
}

function localesOf(
  { localized }: ContentType,
  locales: readonly string[],
): readonly string[] | null {
  return localized ? locales : null;
}

function mediaPermissions(conditions: readonly string[]): readonly RolePermission[] {
  return [
    ['read', conditions],
    ['configure-view', []],
    ['assets.create', []],
    ['assets.update', conditions],
    ['assets.download', []],
    ['assets.copy-link', []],
  ].map(([action, own]) => ({
    action: `plugin::upload.${String(action)}`,
    subject: null,
    fields: null,
    locales: null,
    conditions: own as readonly string[],
  }));
}

/** Attribute paths of a model, including those in components. */
export function fieldsOf(
  registry: Registry,
  model: Model,
  above: readonly Model[] = [],
): readonly string[] {
  return [...model.attributes.values()].filter(isManaged).flatMap((attribute) => {
    const { name } = attribute;
    if (attribute.kind !== 'component') return [name];
    const component = registry.model(attribute.component);
    if (component === model || above.includes(component)) return [name];
    const inner = fieldsOf(registry, component, [...above, model]);
    return inner.length === 0 ? [name] : inner.map((path) => `${name}.${path}`);
  });
}

const SYSTEM = new Set(
  ['createdAt', 'updatedAt', 'publishedAt', 'createdBy', 'updatedBy'].concat([
    'locale',
    'localizations',
  ]),
);

/** Returns true for an attribute that permissions may name. */
export function isManaged({ name, raw }: Attribute): boolean {
  return !SYSTEM.has(name) && raw['visible'] !== false;
}
