// Reads the user of a token: whether they may still act, and with which role (docs/strapi/access.md, "Rejected
// requests" and "Permissions").
import { USER } from '../../schema/built-in/uids.ts';
import type { ReadSteps, Row } from '../../storage/session.ts';
import { roleLinkOf, type Tables } from '../../documents/rows/built-in-rows.ts';
import { actionsOfRoleRow, actionsOfUser } from '../permissions.ts';

/** The parts of a user that every request needs. */
export interface SignedInUser {
  /** Row id, which tokens contain. */
  readonly id: number;
  readonly blocked: boolean;
  readonly confirmed: boolean;
  /** Row id of the role, or null. */
  readonly roleId: number | null;
}

/** A user and the actions of their role. */
export interface FoundUser {
  readonly user: SignedInUser;
  readonly actions: ReadonlySet<string>;
}

/**
 * Finds a user by row id, or returns null. One step, unless another program has assigned several roles; then the
 * first counts.
 */
export function* findUser(tables: Tables, id: number): ReadSteps<FoundUser | null> {
  const { layout, statements } = tables;
  // A project may have removed attributes of the user type.
  const columns = (layout.tables.find(({ uid }) => uid === USER)?.columns ?? []).filter(
    ({ attribute }) => attribute === 'blocked' || attribute === 'confirmed',
  );
  const link = roleLinkOf(tables);
  // As in Strapi, tokens are not valid if users cannot have a role.
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

function* ofRole(tables: Tables, role: number): ReadSteps<readonly Row[]> {
  const [rows = []] = yield [actionsOfRoleRow(tables, role)];
  return rows;
}
