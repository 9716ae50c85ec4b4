// Actions that roles of administrators can be granted, in Strapi's order (docs/strapi/administration.md, "Roles and
// permissions").
import { managedTypes } from './managed-types.ts';
import type { ManagedTypes } from './managed-types.ts';
import type {
  PermissionAction,
  ContentAction,
  PlainAction,
  PermissionProperty,
} from './permission-action.ts';

const EXPLORER = 'plugin::content-manager.explorer';

const contentActions: readonly ContentAction[] = [
  content('create', 'Create', ['fields', 'locales']),
  { ...content('read', 'Read', ['fields', 'locales']), onHiddenTypes: true },
  content('update', 'Update', ['fields', 'locales']),
  content('delete', 'Delete', ['locales']),
  content('publish', 'Publish', ['locales']),
];

const plainActions: readonly PlainAction[] = [
  ...plugin('content-manager', [
    ['single-types.configure-view', 'Configure view', 'single types'],
    ['collection-types.configure-view', 'Configure view', 'collection types'],
    ['components.configure-layout', 'Configure Layout', 'components'],
  ]),
  ...plugin('content-type-builder', [['read', 'Read', 'general']]),
  ...settings('plugin::email', 'email', [
    ['settings.read', 'Access the Email Settings page', 'general'],
  ]),
  ...plugin('upload', [
    ['read', 'Access the Media Library', 'general'],
    ['assets.create', 'Create (upload)', 'assets'],
    ['assets.update', 'Update (crop, details, replace) + delete', 'assets'],
    ['assets.download', 'Download', 'assets'],
    ['assets.copy-link', 'Copy link', 'assets'],
    ['configure-view', 'Configure view', 'general'],
  ]),
  ...settings('plugin::upload', 'media library', [
    ['settings.read', 'Access the Media Library settings page', 'general'],
  ]),
  ...settings('plugin::i18n', 'Internationalization', [
    ['locale.create', 'Create', 'Locales'],
    ['locale.read', 'Read', 'Locales'],
    ['locale.update', 'Update', 'Locales'],
    ['locale.delete', 'Delete', 'Locales'],
  ]),
  ...plugin('users-permissions', [
    ['roles.create', 'Create', 'roles'],
    ['roles.read', 'Read', 'roles'],
    ['roles.update', 'Update', 'roles'],
    ['roles.delete', 'Delete', 'roles'],
    ['providers.read', 'Read', 'providers'],
    ['providers.update', 'Edit', 'providers'],
    ['email-templates.read', 'Read', 'emailTemplates'],
    ['email-templates.update', 'Edit', 'emailTemplates'],
    ['advanced-settings.read', 'Read', 'advancedSettings'],
    ['advanced-settings.update', 'Edit', 'advancedSettings'],
  ]),
  ...settings('admin', 'plugins and marketplace', [
    ['marketplace.read', 'Access the marketplace', 'marketplace'],
  ]),
  ...settings('admin', 'webhooks', [
    ['webhooks.create', 'Create', 'general'],
    ['webhooks.read', 'Read', 'general'],
    ['webhooks.update', 'Update', 'general'],
    ['webhooks.delete', 'Delete', 'general'],
  ]),
  ...settings('admin', 'users and roles', [
    ['users.create', 'Create (invite)', 'users'],
    ['users.read', 'Read', 'users'],
    ['users.update', 'Update', 'users'],
    ['users.delete', 'Delete', 'users'],
    ['roles.create', 'Create', 'roles'],
    ['roles.read', 'Read', 'roles'],
    ['roles.update', 'Update', 'roles'],
    ['roles.delete', 'Delete', 'roles'],
  ]),
  ...settings('admin', 'api tokens', [
    ['api-tokens.access', 'Access the API tokens settings page', 'api Tokens'],
  ]),
  ...settings('admin', 'admin tokens', [
    ['admin-tokens.access', 'Access the Admin tokens settings page', 'admin tokens'],
    ...tokenActions('admin-tokens'),
  ]),
  ...settings('admin', 'api tokens', tokenActions('api-tokens')),
  ...settings('admin', 'project', [
    ['project-settings.update', 'Update the project level settings', 'general'],
    ['project-settings.read', 'Read the project level settings', 'general'],
  ]),
  ...settings('admin', 'transfer tokens', [
    ['transfer.tokens.access', 'Access the transfer tokens settings page', 'transfer tokens'],
    ...tokenActions('transfer.tokens'),
  ]),
];

/** All actions, those on entries first. */
export const permissionActions: readonly PermissionAction[] = [...contentActions, ...plainActions];

/** All actions with those of project code. */
export function actionsOf({ custom }: Pick<ManagedTypes, 'custom'>): readonly PermissionAction[] {
  return [...permissionActions, ...custom.actions.values()];
}

const byId: ReadonlyMap<string, PermissionAction> = new Map(
  permissionActions.map((action) => [action.id, action]),
);

/** Returns an action by its id such as `plugin::upload.read`, or undefined. */
export function permissionAction(
  id: string,
  { custom }: Pick<ManagedTypes, 'custom'>,
): PermissionAction | undefined {
  return byId.get(id) ?? custom.actions.get(id);
}

/** Uids of the types on which an action on entries can be granted, plugins first and administrators last. */
export function subjectsOf(
  { onHiddenTypes, subjects }: ContentAction,
  types: ManagedTypes,
): readonly string[] {
  if (subjects) return subjects.filter((uid) => types.registry.contentTypes.has(uid));
  if (!onHiddenTypes) return managedTypes(types).map(({ uid }) => uid);
  const rank = { plugin: 0, api: 1, admin: 2 } as const;
  return [...types.registry.contentTypes.values()]
    .toSorted((a, b) => rank[a.origin] - rank[b.origin])
    .map(({ uid }) => uid);
}

function content(
  name: string,
  displayName: string,
  properties: readonly PermissionProperty[],
): ContentAction {
  const id = `${EXPLORER}.${name}`;
  return { section: 'contentTypes', id, displayName, properties, onHiddenTypes: false };
}

/** Id without its prefix, display name, and subcategory. */
type Line = readonly [id: string, displayName: string, subCategory: string];

function plugin(name: string, lines: readonly Line[]): readonly PlainAction[] {
  return lines.map(([id, displayName, subCategory]) => ({
    section: 'plugins',
    id: `plugin::${name}.${id}`,
    displayName,
    group: name,
    subCategory,
  }));
}

function settings(
  prefix: string,
  category: string,
  lines: readonly Line[],
): readonly PlainAction[] {
  const separator = prefix.includes('::') ? '.' : '::';
  return lines.map(([id, displayName, subCategory]) => ({
    section: 'settings',
    id: `${prefix}${separator}${id}`,
    displayName,
    group: category,
    subCategory,
  }));
}

function tokenActions(prefix: string): readonly Line[] {
  return [
    [`${prefix}.create`, 'Create (generate)', 'general'],
    [`${prefix}.read`, 'Read', 'general'],
    [`${prefix}.update`, 'Update', 'general'],
    [`${prefix}.regenerate`, 'Regenerate', 'general'],
    [`${prefix}.delete`, 'Delete (revoke)', 'general'],
  ];
}
