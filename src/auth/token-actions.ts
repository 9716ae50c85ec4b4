// Actions granted to tokens: rows of a separate content-type, linked to the token (docs/strapi/access.md, "API
// tokens").
import { API_TOKEN, API_TOKEN_PERMISSION } from '../schema/built-in/uids.ts';
import { TRANSFER_TOKEN, TRANSFER_TOKEN_PERMISSION } from '../schema/built-in/uids.ts';
import type { ReadSteps, WriteSteps } from '../storage/database.ts';
import {
  insertBuiltIn,
  linkedRows,
  linkRows,
  type Tables,
} from '../documents/rows/built-in-rows.ts';

/** Uids of a type of tokens and of its permissions. */
export interface TokenTypes {
  readonly token: string;
  readonly permission: string;
}

export const API_TOKENS: TokenTypes = { token: API_TOKEN, permission: API_TOKEN_PERMISSION };
export const TRANSFER_TOKENS: TokenTypes = {
  token: TRANSFER_TOKEN,
  permission: TRANSFER_TOKEN_PERMISSION,
};

/** Actions granted to tokens, in the order in which they were granted, by row id of the token. */
export function* actionsOfTokens(
  tables: Tables,
  types: TokenTypes,
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
export function* addActions(
  tables: Tables,
  types: TokenTypes,
  { token, actions }: { readonly token: number; readonly actions: readonly string[] },
): WriteSteps<void> {
  const entries = [...new Set(actions)].map((action) => ({ action }));
  const rows = yield* insertBuiltIn(tables, types.permission, entries);
  yield* linkRows(tables, permissionsOf(types), { entry: token, rows });
}

/** Takes actions from a token. @param isRemoved Decides by action */
export function* removeActions(
  tables: Tables,
  types: TokenTypes,
  { token, isRemoved }: { readonly token: number; readonly isRemoved: (action: string) => boolean },
): WriteSteps<void> {
  const { layout, statements } = tables;
  const table = layout.table(types.permission);
  const linked = (yield* linkedRows(tables, permissionsOf(types), [token])).get(token) ?? [];
  const rows = yield* statements.select(table, {
    columns: ['id', layout.column(types.permission, 'action')],
    where: [{ column: 'id', in: linked }],
  });
  const removed = rows.filter(([, action]) => isRemoved(String(action))).map(([id]) => Number(id));
  yield* statements.delete(table, [{ column: 'id', in: removed }]);
}

function permissionsOf({ token }: TokenTypes): {
  readonly uid: string;
  readonly attribute: string;
} {
  return { uid: token, attribute: 'permissions' };
}
