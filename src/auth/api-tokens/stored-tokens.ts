// Rows of API tokens with their permissions (docs/strapi/access.md, "API tokens").
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import { AppError } from '../../base/errors.ts';
import type { SqlValue, WriteSteps } from '../../storage/database.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import { changeBuiltIn, insertBuiltIn, type Tables } from '../../documents/rows/built-in-rows.ts';
import type { TokenType } from '../principal.ts';
import { toTime, toIso } from '../../base/iso-time.ts';
import { actionsOfTokens, addActions, API_TOKENS, removeActions } from '../token-actions.ts';
import type { TokenKind } from './find-token.ts';

/** A stored token. Times are milliseconds since 1970. */
export interface StoredToken {
  readonly id: number;
  readonly kind: TokenKind;
  readonly name: string;
  readonly description: string;
  /** As stored; another program may have written any value. */
  readonly type: string | null;
  readonly encryptedKey: string | null;
  readonly lastUsedAt: number | null;
  readonly expiresAt: number | null;
  /** Milliseconds, as a string of digits. */
  readonly lifespan: string | null;
  readonly createdAt: number | null;
  readonly updatedAt: number | null;
  readonly permissions: readonly string[];
}

/** Values of a new token. */
export interface NewToken {
  readonly kind: TokenKind;
  readonly name: string;
  readonly description: string;
  readonly type: TokenType;
  readonly permissions: readonly string[];
  /** In milliseconds, or null if the token does not expire. */
  readonly lifespan: number | null;
  readonly accessKey: string;
  readonly encryptedKey: string | null;
}

/** Values of a token that can change. */
export type TokenChange = Partial<
  Pick<NewToken, 'name' | 'description' | 'type' | 'permissions' | 'accessKey' | 'encryptedKey'>
>;

/** Tokens whose attributes match conditions, ordered by name and id. */
export function* readTokens(
  tables: Tables,
  criteria: Readonly<Record<string, SqlValue>> = {},
): WriteSteps<readonly StoredToken[]> {
  const { layout, statements } = tables;
  const where = Object.entries(criteria).map(([name, is]): RowCondition => {
    return { column: layout.column(API_TOKEN, name), is };
  });
  const rows = yield* statements.select(layout.table(API_TOKEN), {
    columns: [
      'id',
      ...COLUMNS.map(([name, as]) => ({ column: layout.column(API_TOKEN, name), as })),
    ],
    where,
    order: [layout.column(API_TOKEN, 'name'), 'id'],
  });
  const actions = yield* actionsOfTokens(
    tables,
    API_TOKENS,
    rows.map(([id]) => Number(id)),
  );
  return rows.map((row) => toToken(row, actions.get(Number(row[0])) ?? []));
}

const COLUMNS = [
  ['kind', 'string'],
  ['name', 'string'],
  ['description', 'string'],
  ['type', 'string'],
  ['encryptedKey', 'text'],
  ['lastUsedAt', 'datetime'],
  ['expiresAt', 'datetime'],
  ['lifespan', 'biginteger'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
] as const;

function toToken(row: readonly unknown[], permissions: readonly string[]): StoredToken {
  const text = (at: number): string | null => {
    const value = row[at];
    return value === null || value === undefined ? null : String(value);
  };
  return {
    id: Number(row[0]),
    kind: row[1] === 'admin' ? 'admin' : 'content-api',
    name: text(2) ?? '',
    description: text(3) ?? '',
    type: text(4),
    encryptedKey: text(5),
    lastUsedAt: toTime(row[6]),
    expiresAt: toTime(row[7]),
    lifespan: text(8),
    createdAt: toTime(row[9]),
    updatedAt: toTime(row[10]),
    permissions,
  };
}

/** Inserts a token with its actions, without duplicates. @returns its id */
export function* insertToken(tables: Tables, token: NewToken): WriteSteps<number> {
  const { dialect } = tables;
  const { permissions, lifespan, ...values } = token;
  const expiresAt = lifespan === null ? null : dialect.store('datetime', Date.now() + lifespan);
  const entry = { ...values, lifespan, expiresAt };
  const [id = 0] = yield* insertBuiltIn(tables, API_TOKEN, [entry]);
  yield* addActions(tables, API_TOKENS, { token: id, actions: permissions });
  return id;
}

/**
 * Checks that a name can be used. @param criteria The name; with a kind, only tokens of this kind count, as in Strapi
 * @param id Row id of the token that may have the name @throws ApplicationError
 */
export function* assertNameAvailable(
  tables: Tables,
  criteria: { readonly name: string; readonly kind?: TokenKind },
  id: number | null = null,
): WriteSteps<void> {
  const { name, kind } = criteria;
  const others = (yield* readTokens(tables, { name })).filter((token) => token.id !== id);
  if (others.every((token) => kind !== undefined && token.kind !== kind)) return;
  throw new AppError('ApplicationError', 'Name already taken');
}

/** Updates a token. Actions that are no longer listed are removed; new ones follow those that remain. */
export function* changeToken(
  tables: Tables,
  { id, permissions: present }: StoredToken,
  { permissions, ...values }: TokenChange,
): WriteSteps<void> {
  yield* changeBuiltIn(tables, API_TOKEN, { id, values });
  if (permissions === undefined) return;
  const isRemoved = (action: string): boolean => !permissions.includes(action);
  yield* removeActions(tables, API_TOKENS, { token: id, isRemoved });
  const actions = permissions.filter((action) => !present.includes(action));
  yield* addActions(tables, API_TOKENS, { token: id, actions });
}

/** Removes a token and its permissions. */
export function* removeToken(tables: Tables, id: number): WriteSteps<void> {
  yield* removeActions(tables, API_TOKENS, { token: id, isRemoved: () => true });
  const { layout, statements } = tables;
  yield* statements.delete(layout.table(API_TOKEN), [{ column: 'id', is: id }]);
}

/** Returns a token as JSON. @param accessKey The plain key, if it is shown */
export function showToken(token: StoredToken, accessKey: string | null = null): object {
  const { id, kind, name, description, type, lifespan, permissions } = token;
  return {
    id,
    kind,
    name,
    description,
    lastUsedAt: toIso(token.lastUsedAt),
    type,
    lifespan,
    expiresAt: toIso(token.expiresAt),
    createdAt: toIso(token.createdAt),
    updatedAt: toIso(token.updatedAt),
    permissions,
    ...(accessKey === null ? {} : { accessKey }),
  };
}
