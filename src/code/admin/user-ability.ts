// `ctx.state.userAbility`: the permissions of an administrator, in the form of an ability of casl.
import type { Ability, Grant } from '../../auth/admin/ability.ts';
import { GrantedAbility } from '../../auth/admin/ability.ts';
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

/** Creates the object for an administrator. */
export function userAbilityOf({ ability, admin }: AdminPrincipal): UserAbility {
  const rulesOf = (grants: readonly Grant[]): readonly AbilityRule[] =>
    grants.flatMap((grant) => {
      const rows = rowsOf(grant, admin);
      if (rows === false) return [];
      const { action, subject, fields } = grant;
      const conditions = rows === true ? {} : { conditions: toConditions(rows) };
      const named = { action, subject: subject ?? 'all', inverted: false as const };
      return [{ ...named, ...(fields === null ? {} : { fields }), ...conditions }];
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
      return isListed(ability) ? rulesOf(ability.all) : [MANAGE_ALL];
    },
  };
}

function isListed(ability: Ability): ability is GrantedAbility {
  return ability instanceof GrantedAbility;
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
