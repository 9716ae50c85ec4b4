// Evaluates the conditions that project code adds to the permissions of administrators
// (docs/strapi/administration.md, "Administrators' permissions").
import type { FilterTree } from '../../query/params.ts';
import { GrantedAbility, TokenAbility, type Ability, type Grant } from './ability.ts';
import type { AdminUser } from './admin-users.ts';
import { filterOf } from './condition-query.ts';
import type { CustomPermissions } from './managed-types.ts';

/**
 * Returns an ability with the conditions of project code evaluated, separately for each permission row.
 * @throws errors of the code, TypeError for an invalid query
 */
export async function withConditions(
  ability: Ability,
  admin: AdminUser,
  conditions: CustomPermissions['conditions'],
): Promise<Ability> {
  if (conditions.size === 0) return ability;
  if (ability instanceof TokenAbility) {
    const { own, owner } = ability;
    const evaluated = [own, owner].map((each) => withConditions(each, admin, conditions));
    const [ofToken = own, ofOwner = owner] = await Promise.all(evaluated);
    return new TokenAbility(ofToken, ofOwner);
  }
  if (!(ability instanceof GrantedAbility)) return ability;
  const isCustom = ({ conditions: ids }: Grant): boolean => ids.some((id) => conditions.has(id));
  const { all } = ability;
  if (!all.some(isCustom)) return ability;
  const grants = all.map((grant) =>
    isCustom(grant) ? evaluated(grant, admin, conditions) : Promise.resolve(grant),
  );
  return new GrantedAbility((await Promise.all(grants)).filter((grant) => grant !== null));
}

/** Returns null if no condition is met. */
async function evaluated(
  grant: Grant,
  admin: AdminUser,
  known: CustomPermissions['conditions'],
): Promise<Grant | null> {
  const filters = new Map<string, FilterTree>();
  const satisfied: string[] = [];
  for (const id of grant.conditions) {
    const condition = known.get(id);
    const result = condition ? await condition.evaluate(admin, grant) : undefined;
    if (result === true) return { ...grant, conditions: [] };
    if (!condition) satisfied.push(id);
    else if (typeof result === 'object' && result !== null) {
      satisfied.push(id);
      filters.set(id, filterOf(result));
    }
  }
  return satisfied.length === 0 ? null : { ...grant, conditions: satisfied, filters };
}
