// In charge of what is asked of the database about a user who shows a token: whether they may still act, and as whom
// (spec/auth.md sections 1 and 3).
import { USER } from '../../schema/built-in/uids.ts';
import type { Reading } from '../../storage/database.ts';
import { joinTableOf } from '../entry-rows.ts';
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

/** The user of a row id; null where there is none. */
export function* findUser(
  { layout, statements }: Tables,
  id: number,
): Reading<SignedInUser | null> {
  // A project may have left attributes out of its users.
  const columns = (layout.tables.find(({ uid }) => uid === USER)?.columns ?? []).filter(
    ({ attribute }) => attribute === 'blocked' || attribute === 'confirmed',
  );
  const [row] = yield* statements.select(layout.table(USER), {
    columns: ['id', ...columns.map(({ name }) => name)],
    where: [{ column: 'id', is: id }],
  });
  if (!row) return null;
  const link = joinTableOf({ layout }, USER, 'role');
  const [linked] = yield* statements.select(link.table, {
    columns: [link.far],
    where: [{ column: link.near, is: id }],
  });
  const flags = new Map(columns.map(({ attribute }, i) => [attribute, Boolean(row[i + 1])]));
  return {
    id,
    blocked: flags.get('blocked') ?? false,
    confirmed: flags.get('confirmed') ?? false,
    roleId: linked ? Number(linked[0]) : null,
  };
}
