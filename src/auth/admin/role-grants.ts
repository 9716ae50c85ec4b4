// Caches the permission rows of roles until a permission, a role or a link between them changes.
import { ADMIN_PERMISSION, ADMIN_ROLE } from '../../schema/built-in/uids.ts';
import { subscribeWeakly, touches } from '../../storage/commits/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps } from '../../storage/session.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { GrantedAbility, type Ability } from './ability.ts';
import { grantsOfRoles } from './grants.ts';

/** Maximum number of cached sets of roles. */
const MAX_CACHED = 1000;

/** Abilities of sets of roles. */
export class RoleGrants {
  readonly #database: Database;
  readonly #tables: Tables;
  #cached = new Map<string, Ability>();

  constructor(database: Database, tables: Tables) {
    this.#database = database;
    this.#tables = tables;
    const types = new Set([ADMIN_PERMISSION, ADMIN_ROLE]);
    const names = tables.layout.tables
      .filter(({ uid }) => uid !== null && types.has(uid))
      .map(({ name }) => name);
    const ours = new Set(names);
    subscribeWeakly(database, this, (grants, changed) => {
      if (touches(changed, ours)) grants.#cached = new Map();
    });
  }

  /** The ability of a set of roles. @param roles Row ids */
  *of(roles: readonly number[]): ReadSteps<Ability> {
    // Reports commits of other processes first.
    this.#database.version();
    const cached = this.#cached;
    const key = roles.toSorted((a, b) => a - b).join(' ');
    const grants = cached.get(key);
    if (grants) return grants;
    const ability = new GrantedAbility(yield* grantsOfRoles(this.#tables, roles));
    if (cached.size >= MAX_CACHED) cached.clear();
    cached.set(key, ability);
    return ability;
  }
}
