// Conditions that permissions can have, and the rows that meet them (docs/strapi/administration.md, "Administrators' permissions").
import { allOf, equals, isOneOf, type FilterTree } from '../../query/params.ts';
import type { Grant } from './ability.ts';
import type { AdminUser } from './admin-users.ts';
import type { ManagedTypes, PermissionCondition } from './managed-types.ts';

/** Whether a condition holds: for all rows, for none, or for those that a filter matches. */
export type AccessCondition = boolean | FilterTree;

export const IS_CREATOR = 'admin::is-creator';
export const SAME_ROLE_AS_CREATOR = 'admin::has-same-role-as-creator';

/** Conditions that every project has. */
const CONDITIONS: readonly PermissionCondition[] = [
  { id: IS_CREATOR, displayName: 'Is creator', category: 'default' },
  {
    id: SAME_ROLE_AS_CREATOR,
    displayName: 'Has same role as creator',
    category: 'default',
  },
];

/** All conditions, those of project code last. */
export function conditionsOf({
  custom,
}: Pick<ManagedTypes, 'custom'>): readonly PermissionCondition[] {
  return [...CONDITIONS, ...custom.conditions.values()];
}

/** The rows that a permission row is for. @param ignored Id of a condition that does not hold; default: none */
export function rowsOf(
  { conditions, filters }: Grant,
  admin: AdminUser,
  ignored: string | null = null,
): AccessCondition {
  if (conditions.length === 0) return true;
  const holding = conditions.filter((id) => id !== ignored);
  return anyOf(holding.map((id) => filters?.get(id) ?? evaluateCondition(id, admin)));
}

/** Evaluates a built-in condition. An unknown one holds for no row. */
function evaluateCondition(id: string, admin: AdminUser): AccessCondition {
  switch (id) {
    case IS_CREATOR:
      return nested(['createdBy'], equals('id', admin.id));
    case SAME_ROLE_AS_CREATOR:
      return nested(
        ['createdBy', 'roles'],
        isOneOf(
          'id',
          admin.roles.map(({ id: role }) => role),
        ),
      );
    default:
      return false;
  }
}

/** Holds if one of the conditions does. */
export function anyOf(conditions: readonly AccessCondition[]): AccessCondition {
  if (conditions.includes(true)) return true;
  const filters = conditions.filter((each) => typeof each !== 'boolean');
  const [only] = filters;
  if (only === undefined) return false;
  return filters.length === 1 ? only : oneOf(filters);
}

/** Holds if all of the filters do; null for no condition. */
export function allConditions(filters: readonly (FilterTree | null)[]): FilterTree | null {
  const present = filters.filter((each) => each !== null);
  return present.length > 1 ? allOf(present) : (present[0] ?? null);
}

function oneOf(items: readonly FilterTree[]): FilterTree {
  const value: FilterTree = { form: 'list', items, index: '0' };
  return { form: 'keys', keys: [{ kind: 'or', key: '$or', value }] };
}

/** A filter on related entries. */
function nested([name, ...rest]: readonly string[], filter: FilterTree): FilterTree {
  if (name === undefined) return filter;
  return { form: 'keys', keys: [{ kind: 'name', key: name, value: nested(rest, filter) }] };
}
