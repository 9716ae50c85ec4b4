// Rows of tokens, with the actions that are granted to them: rows of a separate content-type (docs/strapi/access.md, "API
// tokens").
import { AppError } from '../base/errors.ts';
import {
  changeBuiltIn,
  insertBuiltIn,
  linkedRows,
  linkRows,
  type EntryValues,
  type LinkedAttribute,
  type Tables,
} from '../documents/rows/built-in-rows.ts';
import type { ScalarType } from '../schema/types.ts';
import type { ReadSteps, WriteSteps } from '../storage/session.ts';
import type { ActionTypes } from './permissions.ts';

/** A stored token. */
export interface TokenRow {
  readonly id: number;
  /** In the order of the selected attributes. */
  readonly values: readonly unknown[];
  /** Granted actions, in the order in which they were granted. */
  readonly permissions: readonly string[];
}

interface TokenSelection {
  readonly attributes: readonly (readonly [name: string, type: ScalarType])[];
  /** Values of attributes. */
  readonly criteria: EntryValues;
}

/** Reads tokens whose attributes match the criteria, ordered by name and id. */
export function* selectTokens(
  tables: Tables,
  types: ActionTypes,
  { attributes, criteria }: TokenSelection,
): ReadSteps<readonly TokenRow[]> {
  const { layout, statements } = tables;
  const column = (name: string): string => layout.column(types.owner, name);
  const rows = yield* statements.select(layout.table(types.owner), {
    columns: ['id', ...attributes.map(([name, as]) => ({ column: column(name), as }))],
    where: Object.entries(criteria).map(([name, is]) => ({ column: column(name), is })),
    order: [column('name'), 'id'],
  });
  const actions = yield* actionsOf(
    tables,
    types,
    rows.map(([id]) => Number(id)),
  );
  return rows.map(([id, ...values]) => {
    return { id: Number(id), values, permissions: actions.get(Number(id)) ?? [] };
  });
}

interface NewTokenRow {
  readonly values: EntryValues;
  /** In milliseconds, or null if the token does not expire. */
  readonly lifespan: number | null;
  /** Granted actions; duplicates are ignored. */
  readonly permissions: readonly string[];
}

/** Inserts a token with its actions. @returns its id */
export function* insertToken(
  tables: Tables,
  types: ActionTypes,
  { values, lifespan, permissions }: NewTokenRow,
): WriteSteps<number> {
  const { dialect } = tables;
  const expiresAt = lifespan === null ? null : dialect.store('datetime', Date.now() + lifespan);
  const [id = 0] = yield* insertBuiltIn(tables, types.owner, [{ ...values, lifespan, expiresAt }]);
  yield* addActions(tables, types, { token: id, actions: permissions });
  return id;
}

interface ChangedToken {
  readonly token: Pick<TokenRow, 'id' | 'permissions'>;
  readonly values: EntryValues;
  /** Undefined to keep the granted actions. */
  readonly permissions?: readonly string[] | undefined;
}

/** Updates a token. Actions that are no longer listed are removed; new ones follow those that remain. */
export function* changeToken(
  tables: Tables,
  types: ActionTypes,
  { token: { id, permissions: present }, values, permissions }: ChangedToken,
): WriteSteps<void> {
  yield* changeBuiltIn(tables, types.owner, { id, values });
  if (permissions === undefined) return;
  yield* removeActions(tables, types, { token: id, kept: permissions });
  const actions = permissions.filter((action) => !present.includes(action));
  yield* addActions(tables, types, { token: id, actions });
}

/** Removes a token and its permissions. */
export function* removeToken(tables: Tables, types: ActionTypes, id: number): WriteSteps<void> {
  yield* removeActions(tables, types, { token: id, kept: [] });
  const { layout, statements } = tables;
  yield* statements.delete(layout.table(types.owner), [{ column: 'id', is: id }]);
}

/**
 * Checks that a name can be used. @param named The tokens with this name @param id Row id of the token that may have it
 * @throws ApplicationError
 */
export function assertNameAvailable(
  named: readonly { readonly id: number }[],
  id: number | null = null,
): void {
  if (named.every((token) => token.id === id)) return;
  throw new AppError('ApplicationError', 'Name already taken');
}

function* actionsOf(
  tables: Tables,
  types: ActionTypes,
  tokens: readonly number[],
): ReadSteps<ReadonlyMap<number, readonly string[]>> {
  const { layout, statements } = tables;
  const linked = yield* linkedRows(tables, permissionsOf(types), tokens);
  const rows = yield* statements.select(layout.table(types.permission), {
    columns: ['id', layout.column(types.permission, 'action')],
    where: [{ column: 'id', in: [...linked.values()].flat() }],
  });
  const actions = new Map(rows.map(([id, action]) => [Number(id), String(action)]));
  return new Map(
    [...linked].map(([token, ids]) => [token, ids.flatMap((id) => actions.get(id) ?? [])]),
  );
}

/** Grants actions to a token, each once. */
function* addActions(
  tables: Tables,
  types: ActionTypes,
  { token, actions }: { readonly token: number; readonly actions: readonly string[] },
): WriteSteps<void> {
  const entries = [...new Set(actions)].map((action) => ({ action }));
  const rows = yield* insertBuiltIn(tables, types.permission, entries);
  yield* linkRows(tables, permissionsOf(types), { entry: token, rows });
}

/** Takes all actions from a token, except some. */
function* removeActions(
  tables: Tables,
  types: ActionTypes,
  { token, kept }: { readonly token: number; readonly kept: readonly string[] },
): WriteSteps<void> {
  const { layout, statements } = tables;
  const table = layout.table(types.permission);
  const linked = (yield* linkedRows(tables, permissionsOf(types), [token])).get(token) ?? [];
  const rows = yield* statements.select(table, {
    columns: ['id', layout.column(types.permission, 'action')],
    where: [{ column: 'id', in: linked }],
  });
  const removed = rows.filter(([, action]) => !kept.includes(String(action)));
  const ids = removed.map(([id]) => Number(id));
  yield* statements.delete(table, [{ column: 'id', in: ids }]);
}

function permissionsOf({ owner }: ActionTypes): LinkedAttribute {
  return { uid: owner, attribute: 'permissions' };
}
