// Policies of Strapi's admin panel that routes of plugins refer to.
import { toRecord } from '../../schema/raw.ts';
import type { Policy } from './strapi.ts';
import type { Fields } from './code-values.ts';

/** The part of the policy context that these policies read. */
interface AdminContext {
  readonly state: Fields;
  readonly params?: Fields;
}

/** Policies by name. */
export const adminPolicies: Readonly<Record<string, Policy>> = {
  'admin::isAuthenticatedAdmin': ({ state }: AdminContext) => state['isAuthenticated'] === true,
  'admin::hasPermissions': ({ state }: AdminContext, { actions }: Fields) =>
    listOf(actions).every((item) => isAllowed(state, ...actionOf(item))),
  // Quoin never sends telemetry.
  'admin::isTelemetryEnabled': () => false,
  'plugin::content-manager.hasPermissions': (
    { state, params }: AdminContext,
    { actions, hasAtLeastOne }: Fields,
  ) => {
    const model = toRecord(params)['model'];
    const may = (action: unknown): boolean => isAllowed(state, action, model);
    return hasAtLeastOne === true ? listOf(actions).some(may) : listOf(actions).every(may);
  },
};

function listOf(actions: unknown): readonly unknown[] {
  return Array.isArray(actions) ? actions : [];
}

/** An action, as a string, `[action, subject]` or `{action, subject}`. */
function actionOf(item: unknown): readonly [action: unknown, subject?: unknown] {
  if (Array.isArray(item)) return [item[0], item[1]];
  if (typeof item === 'string') return [item];
  const { action, subject } = toRecord(item);
  return [action, subject];
}

function isAllowed({ userAbility }: Fields, action: unknown, subject?: unknown): boolean {
  const { can } = toRecord(userAbility);
  return typeof can === 'function' && can(action, subject) === true;
}
