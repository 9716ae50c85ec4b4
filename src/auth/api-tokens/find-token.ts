// Finds API tokens by their hash, and records their use (docs/strapi/access.md, "API tokens").
import { API_TOKEN, API_TOKEN_PERMISSION } from '../../schema/built-in/uids.ts';
import type { Query, ReadSteps, WriteSteps } from '../../storage/database.ts';
import type { RowCondition, RowSet } from '../../storage/statements/row-conditions.ts';
import { joinTableOf, type Tables } from '../../documents/rows/built-in-rows.ts';
import type { TokenType } from '../principal.ts';
import { toTime } from '../../base/iso-time.ts';

/** `content-api` tokens are for the content API, `admin` tokens for the admin API. */
export type TokenKind = 'content-api' | 'admin';

/** The columns of a token that authorization needs. Times are milliseconds since 1970. */
export interface ApiToken {
  readonly id: number;
  readonly type: TokenType;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  /** Granted actions of a custom token. */
  readonly actions: ReadonlySet<string>;
}

/** Finds a token of a kind by its hash, in one step. */
export function* findToken(
  tables: Tables,
  accessKey: string,
  kind: TokenKind = 'content-api',
): ReadSteps<ApiToken | null> {
  const { layout, statements } = tables;
  const column = (name: string): string => layout.column(API_TOKEN, name);
  const where: readonly RowCondition[] = [{ column: column('accessKey'), is: accessKey }];
  const token = statements.selection(layout.table(API_TOKEN), {
    columns: [
      'id',
      column('type'),
      column('kind'),
      { column: column('expiresAt'), as: 'datetime' },
      { column: column('lastUsedAt'), as: 'datetime' },
    ],
    where,
  });
  const listed = actionsQuery(tables, { table: layout.table(API_TOKEN), column: 'id', where });
  const [[row] = [], actions = []] = yield [token, listed];
  if (!row || (row[2] ?? 'content-api') !== kind) return null;
  const type = toTokenType(row[1]);
  return {
    id: Number(row[0]),
    type,
    expiresAt: toTime(row[3]),
    lastUsedAt: toTime(row[4]),
    actions: new Set(type === 'custom' ? actions.map(([action]) => String(action)) : []),
  };
}

/** Selects the actions granted to tokens. */
function actionsQuery(tables: Tables, tokens: RowSet): Query {
  const { layout, statements } = tables;
  const { table, near, far } = joinTableOf(tables, API_TOKEN, 'permissions');
  const permissions: RowSet = { table, column: far, where: [{ column: near, among: tokens }] };
  return statements.selection(layout.table(API_TOKEN_PERMISSION), {
    columns: [layout.column(API_TOKEN_PERMISSION, 'action')],
    where: [{ column: 'id', among: permissions }],
  });
}

/** Records the use of a token. @param now Milliseconds since 1970 */
export function* touchToken(
  { layout, statements, dialect }: Tables,
  id: number,
  now: number,
): WriteSteps<void> {
  const column = layout.column(API_TOKEN, 'lastUsedAt');
  yield* statements.update(
    layout.table(API_TOKEN),
    [column],
    [[id, dialect.store('datetime', now)]],
  );
}

/** A token of an unknown type is treated as custom. */
export function toTokenType(stored: unknown): TokenType {
  return stored === 'full-access' || stored === 'read-only' ? stored : 'custom';
}
