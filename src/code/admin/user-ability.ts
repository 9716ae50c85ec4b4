// `ctx.state.userAbility`: the permissions of an administrator, in the form of an ability of casl.
import type { Ability, Grant } from '../../auth/admin/ability.ts';
import { GrantedAbility, TokenAbility } from '../../auth/admin/ability.ts';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import { rowsOf } from '../../auth/admin/row-conditions.ts';
import type { FilterTree } from '../../query/params.ts';
import { isRecord } from '../../schema/raw.ts';
import { toNameAndEntity } from './ability-subject.ts';
import { matches } from './matching-entity.ts';

/** A permission: of casl's rules, the parts that code reads. */
export interface AbilityRule {
  readonly action: string;
  readonly subject: string;
  readonly inverted: false;
  /** Undefined for all. */
  readonly fields?: readonly string[];
  /** Filter on entries; undefined for all. */
  readonly conditions?: Readonly<Record<string, unknown>>;
}

export interface UserAbility {
  /** @param subject A uid, or an entry from `permissionsManager.toSubject` */
  can(action: string, subject?: unknown, field?: string): boolean;
  cannot(action: string, subject?: unknown, field?: string): boolean;
  readonly rules: readonly AbilityRule[];
  rulesFor(action: string, subject?: unknown): readonly AbilityRule[];
}

/** Creates the object for an administrator. @param isLocalized Whether the type with a uid has locales */
export function userAbilityOf(
  { ability, admin }: AdminPrincipal,
  isLocalized: (uid: string) => boolean,
): UserAbility {
  const rulesOf = (grants: readonly Grant[]): readonly AbilityRule[] =>
    grants.flatMap((grant) => {
      const rows = rowsOf(grant, admin);
      if (rows === false) return [];
      const { action, subject, fields, locales } = grant;
      const filters = [
        ...(rows === true ? [] : [toConditions(rows)]),
        ...(locales && subject && isLocalized(subject) ? [{ locale: { $in: locales } }] : []),
      ];
      const conditions = filters.length > 1 ? { $and: filters } : filters[0];
      const named = { action, subject: subject ?? 'all', inverted: false as const };
      return [
        { ...named, ...(fields === null ? {} : { fields }), ...(conditions ? { conditions } : {}) },
      ];
    });
  const rulesFor = (action: string, subject?: unknown): readonly AbilityRule[] => {
    const { uid, entity } = toNameAndEntity(subject);
    const rules = rulesOf(ability.grants(action, uid));
    if (entity === null) return rules;
    return rules.filter(({ conditions }) => !conditions || matches(conditions, entity));
  };
  const can = (action: string, subject?: unknown, field?: string): boolean => {
    const { uid } = toNameAndEntity(subject);
    if (ability.isUnlimited) return ability.may(action, uid);
    return rulesFor(action, subject).some(
      ({ fields }) => field === undefined || !fields || fields.includes(field),
    );
  };
  return {
    can,
    cannot: (...args) => !can(...args),
    rulesFor,
    get rules() {
      return ability.isUnlimited ? [MANAGE_ALL] : rulesOf(allGrants(ability));
    },
  };
}

/** All grants of an ability; a token has those that it shares with its owner. */
function allGrants(ability: Ability): readonly Grant[] {
  if (ability instanceof GrantedAbility) return ability.all;
  if (!(ability instanceof TokenAbility)) return [];
  const { own, owner } = ability;
  const named = allGrants(own.isUnlimited ? owner : own);
  const subjects = new Map(named.map((grant) => [`${grant.action} ${grant.subject}`, grant]));
  return [...subjects.values()].flatMap(({ action, subject }) => ability.grants(action, subject));
}

/** The rule of super administrators, in the words of casl. */
const MANAGE_ALL: AbilityRule = { action: 'manage', subject: 'all', inverted: false };

function toConditions(tree: FilterTree): Readonly<Record<string, unknown>> {
  const value = toValue(tree);
  return isRecord(value) ? value : {};
}

function toValue(tree: FilterTree): unknown {
  if (tree.form === 'value') return tree.value;
  if (tree.form === 'list') return tree.items.map(toValue);
  return Object.fromEntries(tree.keys.map(({ key, value }) => [key, toValue(value)]));
}
