// `strapi.admin.services.permission`: code registers conditions and actions of administrators' permissions until the server
// is ready (docs/strapi/administration.md, "Administrators' permissions").
import type { CustomCondition, CustomPermissions } from '../../auth/admin/managed-types.ts';
import type { PermissionAction } from '../../auth/admin/permission-action.ts';
import { toRecord, toTexts } from '../../schema/raw.ts';
import type { Fields } from './code-values.ts';

/** The service and the registered items. */
export interface PermissionProviders {
  readonly service: Fields;
  readonly custom: CustomPermissions;
}

/** Creates the service. @param isLoaded Returns true once registration is closed */
export function permissionProviders(isLoaded: () => boolean): PermissionProviders {
  const conditions = new Map<string, CustomCondition>();
  const actions = new Map<string, PermissionAction>();
  return {
    custom: { conditions, actions },
    service: {
      conditionProvider: provider(conditions, (condition) => {
        if (isLoaded()) throw afterBootstrapError('conditions');
        return conditionOf(condition);
      }),
      actionProvider: provider(actions, (action) => {
        if (isLoaded()) throw afterBootstrapError('actions');
        return actionOf(action);
      }),
    },
  };
}

/** Creates a registry for code. @param parse Throws for invalid items */
function provider<T extends { readonly id: string }>(
  registry: Map<string, T>,
  parse: (item: Fields) => T,
): Fields {
  const register = async (value: unknown): Promise<void> => {
    const item = parse(toRecord(value));
    if (registry.has(item.id)) throw new Error(`Duplicated item key: ${item.id}`);
    registry.set(item.id, item);
  };
  return {
    register,
    registerMany: async (items: unknown) => {
      for (const item of Array.isArray(items) ? items : []) await register(item);
    },
    get: (id: string) => registry.get(id),
    has: (id: string) => registry.has(id),
    keys: () => [...registry.keys()],
    values: () => [...registry.values()],
    size: () => registry.size,
  };
}

/** @throws TypeError if the name or the handler is missing */
function conditionOf({ name, plugin, displayName, category, handler }: Fields): CustomCondition {
  const id = idOf(name, plugin);
  if (typeof handler !== 'function') throw new TypeError(`The condition ${id} has no handler`);
  return {
    id,
    displayName: textOf(displayName, String(name)),
    category: textOf(category, 'default'),
    evaluate: (admin, { action, subject, fields, locales, conditions }) => {
      const { passwordHash: _secret, ...user } = admin;
      const properties = { fields, locales };
      const result: unknown = Reflect.apply(handler, undefined, [
        { ...user, permission: { action, subject, properties, conditions } },
      ]);
      return result;
    },
  };
}

/** @throws TypeError if the name is missing or the section is unknown */
function actionOf(action: Fields): PermissionAction {
  const { uid, pluginName, section, displayName, category, subCategory, subjects } = action;
  const id = idOf(uid, pluginName);
  const named = { id, displayName: textOf(displayName, String(uid)) };
  switch (section) {
    case 'plugins':
    case 'settings': {
      const group = textOf(section === 'plugins' ? pluginName : category, 'general');
      return { ...named, section, group, subCategory: textOf(subCategory, 'general') };
    }
    case 'contentTypes': {
      const { applyToProperties } = toRecord(action['options']);
      const properties = toTexts(applyToProperties);
      return {
        ...named,
        section,
        properties: (['fields', 'locales'] as const).filter((each) => properties.includes(each)),
        onHiddenTypes: false,
        subjects: toTexts(subjects),
      };
    }
    default:
      throw new TypeError(`Unknown section of the action ${id}: ${String(section)}`);
  }
}

/** `api::<name>`, `admin::<name>` or `plugin::<plugin>.<name>`. @throws TypeError if the name is missing */
function idOf(name: unknown, plugin: unknown): string {
  if (typeof name !== 'string' || name === '') {
    throw new TypeError('Conditions and actions of permissions need a name');
  }
  if (typeof plugin !== 'string' || plugin === '') return `api::${name}`;
  return plugin === 'admin' ? `admin::${name}` : `plugin::${plugin}.${name}`;
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}

function afterBootstrapError(kind: string): Error {
  return new Error(`You can't register new ${kind} outside of the bootstrap function.`);
}
