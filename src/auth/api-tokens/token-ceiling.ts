// Permissions that an administrator needs to grant actions of the content API to tokens and to roles of end users
// (docs/strapi/differences.md, D22).
import type { Registry } from '../../schema/registry.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Ability, Grant } from '../admin/ability.ts';
import { assertMayGrant, missingPermission } from '../admin/ceiling.ts';
import { localeCodes } from '../admin/complete-permissions.ts';
import { fieldsOf } from '../admin/default-role-permissions.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import type { TokenType } from '../principal.ts';

export interface TokenPermissions {
  readonly type: TokenType;
  /** Of a custom token. */
  readonly permissions: readonly string[];
}

interface TokenCeilingDependencies {
  readonly tables: Tables;
  readonly registry: Registry;
  /** Actions of the content API. */
  readonly actions: ReadonlySet<string>;
}

/** Checks what administrators may grant to tokens. */
export class TokenCeiling {
  readonly #dependencies: TokenCeilingDependencies;

  constructor(dependencies: TokenCeilingDependencies) {
    this.#dependencies = dependencies;
  }

  /** @throws ForbiddenError for a token that may do more than the caller */
  *assertMayIssue(ability: Ability, { type, permissions }: TokenPermissions): ReadSteps<void> {
    if (ability.isUnlimited) return;
    if (type === 'full-access') throw missingPermission('full access');
    const { tables, registry, actions } = this.#dependencies;
    const locales = yield* localeCodes(tables);
    for (const action of type === 'custom' ? permissions : [...actions].filter(isRead)) {
      const required = this.#requiredFor(action, locales);
      if (!required) throw missingPermission(action);
      assertMayGrant(ability, required, registry);
    }
  }

  /** Permissions that are equivalent to an action; null if only super admins can grant it. */
  #requiredFor(action: string, locales: readonly string[]): readonly Grant[] | null {
    const permissions = PLUGIN_ACTIONS[action];
    if (permissions) return permissions.map(plain);
    if (action.startsWith('plugin::users-permissions.auth.')) return [];
    if (action.startsWith('plugin::content-type-builder.')) {
      return [plain('plugin::content-type-builder.read')];
    }
    const { registry } = this.#dependencies;
    const dot = action.lastIndexOf('.');
    const type = registry.contentTypes.get(action.slice(0, dot));
    const names = type && contentActions(type, action.slice(dot + 1));
    if (!type || !names) return null;
    const fields = fieldsOf(registry, type);
    return names.map((name) => ({
      action: `plugin::content-manager.explorer.${name}`,
      subject: type.uid,
      fields: ['delete', 'publish'].includes(name) ? [] : fields,
      locales: type.localized ? locales : [],
      conditions: [],
    }));
  }
}

function isRead(action: string): boolean {
  return /\.(?:find|findOne)$/.test(action);
}

/** Actions on entries that are equivalent to an action of the content API. Writes publish by default. */
function contentActions(
  { draftAndPublish, kind }: ContentType,
  action: string,
): readonly string[] | null {
  const publish = draftAndPublish ? ['publish'] : [];
  switch (action) {
    case 'find':
    case 'findOne':
    case 'count':
    case 'me':
      return ['read'];
    case 'create':
      return ['create', ...publish];
    case 'update':
      return ['read', 'update', ...(kind === 'singleType' ? ['create'] : []), ...publish];
    case 'delete':
    case 'destroy':
      return ['delete'];
    case 'publish':
    case 'unpublish':
      return ['read', 'publish'];
    case 'discardDraft':
      return ['read', 'update'];
    default:
      return null;
  }
}

/**
 * Permissions by action of a plugin. Actions that grant others to roles of end users are not listed: they have no limit
 * themselves.
 */
const PLUGIN_ACTIONS: Readonly<Record<string, readonly string[]>> = {
  'plugin::upload.content-api.find': ['plugin::upload.read'],
  'plugin::upload.content-api.findPage': ['plugin::upload.read'],
  'plugin::upload.content-api.findOne': ['plugin::upload.read'],
  'plugin::upload.content-api.upload': [
    'plugin::upload.assets.create',
    'plugin::upload.assets.update',
  ],
  'plugin::upload.content-api.destroy': ['plugin::upload.assets.update'],
  'plugin::email.email.send': ['plugin::email.settings.read'],
  'plugin::i18n.locales.listLocales': [],
  'plugin::users-permissions.role.find': ['plugin::users-permissions.roles.read'],
  'plugin::users-permissions.role.findOne': ['plugin::users-permissions.roles.read'],
  'plugin::users-permissions.role.deleteRole': ['plugin::users-permissions.roles.delete'],
  'plugin::users-permissions.permissions.getPermissions': ['plugin::users-permissions.roles.read'],
};

function plain(action: string): Grant {
  return { action, subject: null, fields: [], locales: [], conditions: [] };
}
