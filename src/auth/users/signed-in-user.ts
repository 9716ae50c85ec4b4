// In charge of what is asked of the database about a user who shows a token: whether they may still act, and as whom
// (docs/strapi/access.md, "Refused requests" and "Permissions").
import { USER } from '../../schema/built-in/uids.ts';
import type { Reading, Row } from '../../storage/database.ts';
import { roleLinkOf } from '../entry-rows.ts';
import { actionsOfRoleRow, actionsOfUser } from '../permissions.ts';
import type { Tables } from '../tables.ts';

/** A user, as far as every request depends on it. */
export interface SignedInUser {
  /** The row id, which tokens name. */
  readonly id: number;
  readonly blocked: boolean;
  readonly confirmed: boolean;
  /** Row id of the role; null for a user without one. */
  readonly roleId: number | null;
}

/** A user, and the actions of the role. */
export interface FoundUser {
  readonly user: SignedInUser;
  readonly actions: ReadonlySet<string>;
}

/** The user of a row id; null where there is none. In one step, unless another program has given several roles: the first counts. */
export function* findUser(tables: Tables, id: number): Reading<FoundUser | null> {
  const { layout, statements } = tables;
  // A project may have left attributes out of its users.
  const columns = (layout.tables.find(({ uid }) => uid === USER)?.columns ?? []).filter(
    ({ attribute }) => attribute === 'blocked' || attribute === 'confirmed',
  );
  const link = roleLinkOf(tables);
  // As in Strapi, a token of a user who cannot have a role is worth nothing.
  if (!link) return null;
  const [[row] = [], linked = [], found = []] = yield [
    statements.selection(layout.table(USER), {
      columns: ['id', ...columns.map(({ name }) => name)],
      where: [{ column: 'id', is: id }],
    }),
    statements.selection(link.table, {
      columns: [link.far],
      where: [{ column: link.near, is: id }],
      order: ['id'],
    }),
    actionsOfUser(tables, link, id),
  ];
  if (!row) return null;
  const flags = new Map(columns.map(({ attribute }, i) => [attribute, Boolean(row[i + 1])]));
  const roleId = linked[0] ? Number(linked[0][0]) : null;
  const actions = roleId === null || linked.length === 1 ? found : yield* ofRole(tables, roleId);
  const user: SignedInUser = {
    id,
    blocked: flags.get('blocked') ?? false,
    confirmed: flags.get('confirmed') ?? false,
    roleId,
  };
  return { user, actions: new Set(actions.map(([action]) => String(action))) };
}

function* ofRole(tables: Tables, role: number): Reading<readonly Row[]> {
  const [rows = []] = yield [actionsOfRoleRow(tables, role)];
  return rows;
}
