// Roles of end users, for routes and commands (docs/strapi/accounts.md, "Roles").
import type { JsonObject } from '../../base/json.ts';
import { fullAccess } from '../../query/access.ts';
import type { PreparedRead } from '../../query/prepared-read.ts';
import type { Reader } from '../../query/read.ts';
import { ascending, readParams, WHOLE_LIST, type ReadParams } from '../../query/params.ts';
import type { RowKey } from '../../query/planner.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Database } from '../../storage/database.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import { countByReference } from '../../storage/statements/row-counts.ts';
import { roleLinkOf, type Tables } from '../../documents/rows/built-in-rows.ts';
import { listActions, type ActionGroup, type ActionListing } from './action-listing.ts';
import { readRoleForm } from './role-form.ts';
import { insertRole, permissionsOf, removeRole, roleNotFound, updateRole } from './role-writes.ts';

export interface RoleDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly reader: Reader;
  /** Type of roles. */
  readonly type: ContentType;
  /** All actions of the server. */
  readonly actions: readonly ActionGroup[];
}

/** A role in a response: its attributes and `permissions`. */
export interface RoleWithActions {
  readonly permissions: ActionListing;
  readonly [attribute: string]: unknown;
}

/** Checks that the caller may grant actions to a role. @throws ForbiddenError */
export type GrantCheck = (actions: readonly string[]) => ReadSteps<void>;

/** Reads, creates, updates and deletes roles. */
export class Roles {
  readonly #dependencies: RoleDependencies;

  constructor(dependencies: RoleDependencies) {
    this.#dependencies = dependencies;
  }

  /** All actions, none of them granted. */
  get actions(): ActionListing {
    return listActions(this.#dependencies.actions, []);
  }

  /** All roles by id, each with its number of users. */
  async list(): Promise<readonly JsonObject[]> {
    const { database, reader, tables } = this.#dependencies;
    const read = this.#prepare(
      null,
      readParams({ pagination: WHOLE_LIST, sort: [ascending('id')] }),
    );
    const { entries } = await reader.objects(read);
    const link = roleLinkOf(tables);
    const users = link && countByReference(tables, { table: link.table, column: link.far });
    const counts = users ? await database.read(users) : new Map<number, number>();
    return entries.map((role) => ({ ...role, nb_users: counts.get(Number(role['id'])) ?? 0 }));
  }

  /** A role with all actions and whether they are granted. @param id Row id @throws NotFoundError */
  async find(id: number | null): Promise<RoleWithActions> {
    const { database, reader, tables, actions } = this.#dependencies;
    if (id === null) throw roleNotFound();
    const read = this.#prepare({ by: 'id', value: String(id) }, readParams());
    const [role] = (await reader.objects(read)).entries;
    if (role === undefined) throw roleNotFound();
    const granted = await database.read(permissionsOf(tables, id));
    const names = granted.map(({ action }) => action);
    return { ...role, permissions: listActions(actions, names) };
  }

  /** @param body As the client sent it @throws ValidationError, errors of `assertMayGrant` */
  async create(body: unknown, assertMayGrant: GrantCheck): Promise<void> {
    const { database, tables } = this.#dependencies;
    const role = readRoleForm(body);
    await database.transact(
      (function* (): WriteSteps<void> {
        yield* assertMayGrant(role.actions);
        yield* insertRole(tables, role);
      })(),
    );
  }

  /** Updates a role; existing permissions stay. @throws ValidationError, NotFoundError, errors of `assertMayGrant` */
  async update(id: number | null, body: unknown, assertMayGrant: GrantCheck): Promise<void> {
    const { database, tables } = this.#dependencies;
    const role = readRoleForm(body);
    if (id === null) throw roleNotFound();
    await database.transact(
      (function* (): WriteSteps<void> {
        const present = new Set((yield* permissionsOf(tables, id)).map(({ action }) => action));
        yield* updateRole(tables, { id }, role);
        // An unknown role is reported first. An error undoes the update.
        yield* assertMayGrant(role.actions.filter((action) => !present.has(action)));
      })(),
    );
  }

  /** @throws NotFoundError, ApplicationError */
  async remove(id: number | null): Promise<void> {
    const { database, tables } = this.#dependencies;
    if (id === null) throw roleNotFound();
    await database.transact(removeRole(tables, { id }));
  }

  #prepare(one: RowKey | null, params: ReadParams): PreparedRead {
    const { reader, type } = this.#dependencies;
    return reader.prepare({ type, one, params, access: fullAccess });
  }
}
