// `quoin role`: lists, creates and deletes the roles of end users and manages their permissions in the project's
// database, which is created if it does not exist.
import { actionGroups } from '../../app/accounts/action-groups.ts';
import { allActions } from '../../app/accounts/token-ceiling.ts';
import { createEngine } from '../../app/engine.ts';
import {
  findRole,
  insertRole,
  permissionsOf,
  PUBLIC_ROLE,
  removeRole,
  setActions,
} from '../../auth/roles/role-writes.ts';
import { Roles } from '../../auth/roles/roles.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { ROLE } from '../../schema/built-in/uids.ts';
import { snakeCase } from '../../storage/layout/snake-case.ts';
import type { Database } from '../../storage/database.ts';
import { CommandError } from '../command-error.ts';
import { nearest } from '../../base/nearest.ts';
import { resolveActions } from './role-actions.ts';
import { withStore } from '../with-store.ts';

/** Values of a new role. */
export interface NewRole {
  readonly name: string;
  readonly description?: string;
  /** Identifies the role. Default: derived from the name. */
  readonly type?: string;
  /** Granted actions, with full or short names. */
  readonly grant?: readonly string[];
}

/** Prints a line for each role. */
export async function listRolesCommand(folder: string): Promise<void> {
  await withRoles(folder, async (operations) => {
    for (const role of await operations.list()) {
      const actions = await operations.granted(role.id);
      const counts = `${numbered(role.users, 'user')}, ${numbered(actions.length, 'action')}`;
      const type = role.type.padEnd(20);
      console.log(`${String(role.id).padStart(4)}  ${type} ${role.name.padEnd(24)} ${counts}`);
    }
  });
}

/** Prints the permissions of a role. @throws CommandError if it does not exist */
export async function showRoleCommand(folder: string, name: string): Promise<void> {
  await withRoles(folder, async (operations) => {
    const role = await operations.named(name);
    console.log(`Role "${role.name}" (${role.type}), ${numbered(role.users, 'user')}.`);
    if (role.description !== '') console.log(role.description);
    const actions = await operations.granted(role.id);
    if (actions.length === 0) console.log('It has no permissions.');
    for (const action of actions.toSorted()) console.log(`  ${action}`);
  });
}

/** Prints all actions that can be granted. */
export async function listActionsCommand(folder: string): Promise<void> {
  await withRoles(folder, (operations) => {
    for (const action of operations.known) console.log(action);
  });
}

/** Creates a role. @throws CommandError for an empty or existing name and for unknown actions */
export async function createRoleCommand(folder: string, options: NewRole): Promise<void> {
  const { name, description = null } = options;
  if (name.trim() === '' || /\p{Cc}/u.test(name)) {
    throw new CommandError(
      'A name must not be empty or contain control characters. Example: quoin role create --name Editor',
    );
  }
  await withRoles(folder, async (operations) => {
    const type = options.type ?? snakeCase(name.toLowerCase());
    const actions = resolveActions(options.grant ?? [], operations.known);
    const roles = await operations.list();
    if (roles.some((role) => role.type === type)) {
      throw new CommandError(
        `A role of the type "${type}" already exists. Choose another type with --type.`,
      );
    }
    await operations.database.transact(
      insertRole(operations.tables, { name, description, type, actions }),
    );
    console.log(`Created role "${name}" (${type}) with ${numbered(actions.length, 'action')}.`);
  });
}

/** Grants actions to a role. @throws CommandError if the role or an action does not exist */
export async function grantToRoleCommand(
  folder: string,
  name: string,
  names: readonly string[],
): Promise<void> {
  await withRoles(folder, async (operations) => {
    const role = await operations.named(name);
    const requested = resolveActions(names, operations.known);
    const added = await operations.change(role.id, (has) => [...has, ...requested]);
    for (const action of added) console.log(`Granted ${action} to "${role.type}".`);
    if (added.length === 0)
      console.log(`Nothing changed: "${role.type}" already has these actions.`);
  });
}

/** Revokes actions from a role. @throws CommandError if the role does not exist or does not have an action */
export async function revokeFromRoleCommand(
  folder: string,
  name: string,
  names: readonly string[],
): Promise<void> {
  await withRoles(folder, async (operations) => {
    const role = await operations.named(name);
    const has = await operations.granted(role.id);
    const known = [...new Set([...has, ...operations.known])];
    const revoked = resolveActions(names, known).filter((action) => has.includes(action));
    await operations.change(role.id, (all) => all.filter((action) => !revoked.includes(action)));
    for (const action of revoked) console.log(`Revoked ${action} from "${role.type}".`);
    if (revoked.length === 0)
      console.log(`Nothing changed: "${role.type}" has none of these actions.`);
  });
}

/** Deletes a role. @throws CommandError if it does not exist, and for the public role */
export async function deleteRoleCommand(folder: string, name: string): Promise<void> {
  await withRoles(folder, async (operations) => {
    const role = await operations.named(name);
    if (
      role.id ===
      (await operations.database.read(findRole(operations.tables, { type: PUBLIC_ROLE })))
    ) {
      throw new CommandError(
        'The public role applies to everyone without an account and cannot be deleted. Revoke its actions with: quoin role revoke public …',
      );
    }
    await operations.database.transact(removeRole(operations.tables, { id: role.id }));
    const users = numbered(role.users, 'user');
    const moved = role.users > 0 ? ` Moved ${users} to the public role.` : '';
    console.log(`Deleted role "${role.name}" (${role.type}).${moved}`);
  });
}

interface ListedRole {
  readonly id: number;
  /** The name and the type are empty if they are not set. */
  readonly name: string;
  readonly type: string;
  readonly description: string;
  readonly users: number;
}

class RoleOperations {
  readonly database: Database;
  readonly tables: Tables;
  /** Full names of all actions that can be granted. */
  readonly known: readonly string[];
  readonly #roles: Roles;

  constructor(
    { database, tables }: { readonly database: Database; readonly tables: Tables },
    roles: Roles,
    known: readonly string[],
  ) {
    this.database = database;
    this.tables = tables;
    this.known = known;
    this.#roles = roles;
  }

  async list(): Promise<readonly ListedRole[]> {
    const roles = await this.#roles.list();
    return roles.map((role) => ({
      id: Number(role['id']),
      name: toText(role['name']),
      type: toText(role['type']),
      description: toText(role['description']),
      users: Number(role['nb_users']),
    }));
  }

  /** Finds a role by type, name or id. @throws CommandError if there is none or more than one */
  async named(name: string): Promise<ListedRole> {
    const roles = await this.list();
    for (const key of ['type', 'name', 'id'] as const) {
      const [found, ...others] = roles.filter((role) => String(role[key]) === name);
      if (found && others.length === 0) return found;
      if (!found) continue;
      const ids = [found, ...others].map(({ id }) => id).join(', ');
      throw new CommandError(`Several roles match "${name}". Use one of their ids: ${ids}`);
    }
    const names = roles.flatMap(({ type, name }) => [type, name]);
    const suggestion = nearest(name, names);
    const hint = suggestion === undefined ? '' : ` Did you mean "${suggestion}"?`;
    throw new CommandError(`There is no role "${name}".${hint} List them with: quoin role list`);
  }

  async granted(role: number): Promise<readonly string[]> {
    const rows = await this.database.read(permissionsOf(this.tables, role));
    return [...new Set(rows.map(({ action }) => action))];
  }

  /** Changes the permissions of a role in one transaction. @returns the added actions */
  change(
    role: number,
    change: (has: readonly string[]) => readonly string[],
  ): Promise<readonly string[]> {
    const { tables } = this;
    return this.database.transact(
      (function* () {
        const rows = yield* permissionsOf(tables, role);
        const has = rows.map(({ action }) => action);
        const actions = change(has);
        yield* setActions(tables, role, actions);
        return [...new Set(actions)].filter((action) => !has.includes(action));
      })(),
    );
  }
}

function withRoles(
  folder: string,
  work: (operations: RoleOperations) => Promise<void> | void,
): Promise<void> {
  return withStore(folder, async (store, project) => {
    const { reader, context: tables } = await createEngine(project, store);
    const { database, registry } = store;
    const actions = actionGroups(project.routes);
    const type = registry.contentType(ROLE);
    const roles = new Roles({ database, tables, reader, type, actions });
    await work(new RoleOperations({ database, tables }, roles, allActions(project)));
  });
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function numbered(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}
