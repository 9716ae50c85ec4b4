// Rows of the access matrix for routes of the admin API: what an administrator must be permitted to do.
import type { Route } from '../../src/http/routing/route.ts';
import { ACCESS_MATRIX } from './access-matrix.ts';

/** Actions of a row. */
export interface RowRule {
  readonly actions: readonly string[];
  /** `all` of the actions are necessary, or `any` of them. */
  readonly needs: 'all' | 'any';
  /** True if they are granted for the content-type in the path. */
  readonly isOnType: boolean;
  /** True if a permission with conditions is enough: the handler applies them. */
  readonly takesConditions: boolean;
}

/** Row of a route; undefined if it has none. */
export function rowOf({ method, path }: Pick<Route, 'method' | 'path'>): string | undefined {
  return ACCESS_MATRIX[`${method} ${path}`];
}

/**
 * The rule of a row: `admin A`, `admin A with conditions`, or `admin A and B on :uid`, also with `or`.
 * @returns null for `admin null`, any administrator, and `admin handler`, where the handler checks the permission
 */
export function parseRow(row: string): RowRule | null {
  const found = /^admin (?<actions>.+?)(?<scope> on :\w+| with conditions)?$/.exec(row)?.groups;
  const { actions = '', scope = '' } = found ?? {};
  if (actions === '') throw new Error(`Not a row of the admin API: ${row}`);
  if (actions === 'null' || actions === 'handler') return null;
  return {
    actions: actions.split(/ and | or /),
    needs: actions.includes(' or ') ? 'any' : 'all',
    isOnType: scope.startsWith(' on '),
    takesConditions: scope !== '',
  };
}

/** The row that the declaration of a route amounts to. */
export function declaredRow(route: Route): string {
  if (route.caller === 'public') return 'public';
  if (route.caller === 'permission') return route.permissions.join(' and ');
  if (route.caller === 'bearer') return 'bearer';
  const { permission } = route;
  if (permission === null || typeof permission === 'string') return `admin ${permission}`;
  const rule =
    'actions' in permission ? permission.actions.join(' and ') : permission.anyOf.join(' or ');
  const scope = permission.typeParam === null ? 'with conditions' : `on :${permission.typeParam}`;
  return `admin ${rule} ${scope}`;
}

/** True if a caller with these actions, for the type in the path if there is one, may call the route. */
export function isPermitted(
  { actions, needs }: RowRule,
  has: (action: string) => boolean,
): boolean {
  return needs === 'all' ? actions.every(has) : actions.some(has);
}
