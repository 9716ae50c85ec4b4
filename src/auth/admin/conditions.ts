// Conditions that permissions can have (docs/strapi/administration.md, "Permissions of administrators").
import type { ManagedTypes, PermissionCondition } from './managed-types.ts';
import { IS_CREATOR, SAME_ROLE_AS_CREATOR } from './row-conditions.ts';

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
