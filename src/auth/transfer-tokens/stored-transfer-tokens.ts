// Rows of transfer tokens with their permissions (docs/strapi/administration.md, "Transfer tokens").
import { toIso, toTime } from '../../base/iso-time.ts';
import { TRANSFER_TOKEN } from '../../schema/built-in/uids.ts';
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import { changeBuiltIn, insertBuiltIn, type Tables } from '../../documents/rows/built-in-rows.ts';
import { actionsOfTokens, addActions, removeActions, TRANSFER_TOKENS } from '../token-actions.ts';

/** A stored token in the format of responses. Times are ISO 8601. */
export interface StoredTransferToken {
  readonly id: number;
  readonly name: string;
  readonly description: string;
  readonly lastUsedAt: string | null;
  /** Milliseconds, as a string of digits. */
  readonly lifespan: string | null;
  readonly expiresAt: string | null;
  readonly createdAt: string | null;
  readonly updatedAt: string | null;
  readonly permissions: readonly string[];
}

/** Values of a new token. */
export interface NewTransferToken {
  readonly name: string;
  readonly description: string;
  /** `push`, `pull` or both. */
  readonly permissions: readonly string[];
  /** In milliseconds, or null if the token does not expire. */
  readonly lifespan: number | null;
  /** Hash of the key. */
  readonly accessKey: string;
}

/** Values of a token that change. */
export type TransferTokenChange = Partial<Omit<NewTransferToken, 'lifespan'>>;

const COLUMNS = [
  ['name', 'string'],
  ['description', 'string'],
  ['lastUsedAt', 'datetime'],
  ['expiresAt', 'datetime'],
  ['lifespan', 'biginteger'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
] as const;

/** Tokens whose attributes match conditions, ordered by name and id. */
export function* readTransferTokens(
  tables: Tables,
  criteria: Readonly<Record<string, SqlValue>> = {},
): WriteSteps<readonly StoredTransferToken[]> {
  const { layout, statements } = tables;
  const column = (name: string): string => layout.column(TRANSFER_TOKEN, name);
  const where = Object.entries(criteria).map(([name, is]): RowCondition => {
    return { column: column(name), is };
  });
  const rows = yield* statements.select(layout.table(TRANSFER_TOKEN), {
    columns: ['id', ...COLUMNS.map(([name, as]) => ({ column: column(name), as }))],
    where,
    order: [column('name'), 'id'],
  });
  const ids = rows.map(([id]) => Number(id));
  const actions = yield* actionsOfTokens(tables, TRANSFER_TOKENS, ids);
  return rows.map((row) => toToken(row, actions.get(Number(row[0])) ?? []));
}

function toToken(
  [
    id,
    name,
    description,
    lastUsedAt,
    expiresAt,
    lifespan,
    createdAt,
    updatedAt,
  ]: readonly unknown[],
  permissions: readonly string[],
): StoredTransferToken {
  return {
    id: Number(id),
    name: String(name ?? ''),
    description: String(description ?? ''),
    lastUsedAt: toIso(toTime(lastUsedAt)),
    lifespan: lifespan === null || lifespan === undefined ? null : String(lifespan),
    expiresAt: toIso(toTime(expiresAt)),
    createdAt: toIso(toTime(createdAt)),
    updatedAt: toIso(toTime(updatedAt)),
    permissions,
  };
}

/** Inserts a token with its permissions. @returns its id */
export function* insertTransferToken(
  tables: Tables,
  { permissions: actions, lifespan, ...values }: NewTransferToken,
): WriteSteps<number> {
  const { dialect } = tables;
  const expiresAt = lifespan === null ? null : dialect.store('datetime', Date.now() + lifespan);
  const entry = { ...values, lifespan, expiresAt };
  const [token = 0] = yield* insertBuiltIn(tables, TRANSFER_TOKEN, [entry]);
  yield* addActions(tables, TRANSFER_TOKENS, { token, actions });
  return token;
}

/** Updates a token. Permissions that are not listed are removed. */
export function* changeTransferToken(
  tables: Tables,
  { id, permissions: present }: StoredTransferToken,
  { permissions, ...values }: TransferTokenChange,
): WriteSteps<void> {
  yield* changeBuiltIn(tables, TRANSFER_TOKEN, { id, values });
  if (permissions === undefined) return;
  const isRemoved = (action: string): boolean => !permissions.includes(action);
  yield* removeActions(tables, TRANSFER_TOKENS, { token: id, isRemoved });
  const actions = permissions.filter((action) => !present.includes(action));
  yield* addActions(tables, TRANSFER_TOKENS, { token: id, actions });
}

/** Removes a token and its permissions. */
export function* removeTransferToken(tables: Tables, id: number): WriteSteps<void> {
  yield* removeActions(tables, TRANSFER_TOKENS, { token: id, isRemoved: () => true });
  const { layout, statements } = tables;
  yield* statements.delete(layout.table(TRANSFER_TOKEN), [{ column: 'id', is: id }]);
}
