// Default permissions of Editor and Author in Strapi's admin panel, computed from the content-types. Strapi sets them
// only when it creates the roles itself (docs/strapi/storage.md, "Rows of a first start").
import { USER } from '../../schema/built-in/uids.ts';
import type { Registry } from '../../schema/registry.ts';
import type { Attribute, ContentType, Model } from '../../schema/types.ts';

/** A row of `admin_permissions`. */
export interface RolePermission {
  readonly action: string;
  /** Uid of a content-type. */
  readonly subject: string | null;
  /** Attribute paths, or null for actions on whole entries. */
  readonly fields: readonly string[] | null;
  readonly conditions: readonly string[];
}

/** Content-types whose entries are managed in the admin panel. */
export interface ManagedTypes {
  readonly registry: Registry;
  /** Uids of types that the admin panel hides. */
  readonly hidden: ReadonlySet<string>;
}

/** The types of the project that are not hidden, and the users of the users-permissions plugin. */
export function managedTypes({ registry, hidden }: ManagedTypes): readonly ContentType[] {
  return [...registry.contentTypes.values()].filter(
    ({ origin, uid }) => uid === USER || (origin === 'api' && !hidden.has(uid)),
  );
}

const EXPLORER = 'plugin::content-manager.explorer';
const OWN_ONLY = ['admin::is-creator'];

/** Editors manage and publish all entries. */
export function editorPermissions(types: ManagedTypes): readonly RolePermission[] {
  return [...entryPermissions(types, []), ...mediaPermissions([])];
}

/** Authors manage their own entries. */
export function authorPermissions(types: ManagedTypes): readonly RolePermission[] {
  const own = entryPermissions(types, OWN_ONLY);
  return [
    ...own.filter(({ action }) => action !== `${EXPLORER}.publish`),
    ...mediaPermissions(OWN_ONLY),
  ];
}

function entryPermissions(
  { registry, hidden }: ManagedTypes,
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
      conditions,
    })),
  );
  const onEntries = ['delete', 'publish'].flatMap((action) =>
    types.filter(isWithoutLocales).map(({ uid }) => ({
      action: `${EXPLORER}.${action}`,
      subject: uid,
      fields: null,
      conditions,
    })),
  );
  return [...onFields, ...onEntries];
}

/** Strapi stores such a permission of a localized type only if it lists locales, which it does not do at first. */
function isWithoutLocales({ localized }: ContentType): boolean {
  return !localized;
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
    conditions: own as readonly string[],
  }));
}

/** Attribute paths of a model, including those in components. */
function fieldsOf(
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

function isManaged({ name, raw }: Attribute): boolean {
  return !SYSTEM.has(name) && raw['visible'] !== false;
}
