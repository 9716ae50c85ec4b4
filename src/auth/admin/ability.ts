// Permissions of an administrator: the permission rows of their roles (docs/strapi/administration.md, "Administrators'
// permissions").
import type { FilterTree } from '../../query/params.ts';

/** A permission row. */
export interface Grant {
  /** For example `plugin::content-manager.explorer.read`. */
  readonly action: string;
  /** Uid of a content-type, or null. */
  readonly subject: string | null;
  /** Attribute paths such as `seo.metaTitle`; null for all. */
  readonly fields: readonly string[] | null;
  /** Codes; null for all. */
  readonly locales: readonly string[] | null;
  /** Ids such as `admin::is-creator`, one of which must hold; empty for none. */
  readonly conditions: readonly string[];
  /** Conditions of project code as filters, by their ids. */
  readonly filters?: ReadonlyMap<string, FilterTree>;
}

/** Permissions of an administrator or of an administrator's token. */
export interface Ability {
  /** True for super admins, who may also use actions without a row. */
  readonly isUnlimited: boolean;
  /**
   * Returns true if some row grants an action, regardless of its conditions.
   * @param subject Uid of a content-type; default: none
   */
  may(action: string, subject?: string | null): boolean;
  /** Returns the rows that grant an action. @param subject Uid of a content-type; default: none */
  grants(action: string, subject?: string | null): readonly Grant[];
}

/** Permissions that are listed in rows. */
export class GrantedAbility implements Ability {
  readonly isUnlimited: boolean = false;
  readonly #bySubject: ReadonlyMap<string, readonly Grant[]>;

  /** All rows. */
  readonly all: readonly Grant[];

  constructor(grants: readonly Grant[]) {
    this.all = grants;
    const bySubject = new Map<string, Grant[]>();
    for (const grant of grants) {
      const key = keyOf(grant.action, grant.subject);
      const existing = bySubject.get(key);
      if (existing) existing.push(grant);
      else bySubject.set(key, [grant]);
    }
    this.#bySubject = bySubject;
  }

  may(action: string, subject: string | null = null): boolean {
    return this.#bySubject.has(keyOf(action, subject));
  }

  grants(action: string, subject: string | null = null): readonly Grant[] {
    return this.#bySubject.get(keyOf(action, subject)) ?? [];
  }
}

const READ = 'plugin::content-manager.explorer.read';

/** Every permission, as super admins have. */
export class FullAbility implements Ability {
  readonly isUnlimited: boolean = true;
  readonly #subjects: ReadonlySet<string>;
  readonly #readable: ReadonlySet<string>;

  /**
   * @param subjects Uids of the types that administrators manage
   * @param readable Uids of types that are only read, such as the roles of end users, to which managed entries relate
   */
  constructor(subjects: ReadonlySet<string>, readable: ReadonlySet<string> = new Set()) {
    this.#subjects = subjects;
    this.#readable = readable;
  }

  may(action: string, subject: string | null = null): boolean {
    if (subject === null || this.#subjects.has(subject)) return true;
    return action === READ && this.#readable.has(subject);
  }

  grants(action: string, subject: string | null = null): readonly Grant[] {
    if (!this.may(action, subject)) return [];
    return [{ action, subject, fields: null, locales: null, conditions: [] }];
  }
}

/** Permissions of a token: the intersection of its rows and the permissions of its owner. */
export class TokenAbility implements Ability {
  readonly isUnlimited: boolean = false;
  readonly own: Ability;
  readonly owner: Ability;

  constructor(own: Ability, owner: Ability) {
    this.own = own;
    this.owner = owner;
  }

  may(action: string, subject: string | null = null): boolean {
    return this.grants(action, subject).length > 0;
  }

  grants(action: string, subject: string | null = null): readonly Grant[] {
    const ofOwner = this.owner.grants(action, subject);
    return this.own
      .grants(action, subject)
      .flatMap((grant) => ofOwner.flatMap((owned) => overlapOf(grant, owned) ?? []));
  }
}

/** No permission. */
export const NO_ABILITY: Ability = new GrantedAbility([]);

function keyOf(action: string, subject: string | null): string {
  return `${action} ${subject ?? ''}`;
}

/**
 * The intersection of two rows, or null if no condition is common. Conditions are alternatives, so the common ones hold for
 * rows that both allow; no row can express "both conditions".
 */
function overlapOf(grant: Grant, owned: Grant): Grant | null {
  const [first, second] = [grant.conditions, owned.conditions];
  const common = first.filter((id) => second.includes(id));
  if (first.length > 0 && second.length > 0 && common.length === 0) return null;
  const restricting = first.length === 0 ? second : first;
  const { filters } = first.length > 0 ? grant : owned;
  return {
    ...grant,
    fields: intersection(grant.fields, owned.fields),
    locales: intersection(grant.locales, owned.locales),
    conditions: common.length > 0 ? common : restricting,
    ...(filters ? { filters } : {}),
  };
}

function intersection(
  first: readonly string[] | null,
  second: readonly string[] | null,
): readonly string[] | null {
  if (first === null || second === null) return first ?? second;
  return first.filter((item) => second.includes(item));
}
