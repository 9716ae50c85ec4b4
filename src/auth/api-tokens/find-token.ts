// Finds API tokens by their hash, and records their use (docs/strapi/access.md, "API tokens").
import { API_TOKEN } from '../../schema/built-in/uids.ts';
import type { ReadSteps, WriteSteps } from '../../storage/session.ts';
import type { RowCondition } from '../../storage/statements/row-conditions.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';
import { actionsQuery, API_TOKENS } from '../permissions.ts';
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
  const owners = { table: layout.table(API_TOKEN), column: 'id', where };
  const listed = actionsQuery(tables, API_TOKENS, owners);
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
