// API tokens as rows, and as JSON (docs/strapi/access.md, "API tokens").
import { toIso, toTime } from '../../base/iso-time.ts';
import type { EntryValues, Tables } from '../../documents/rows/built-in-rows.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { API_TOKENS } from '../permissions.ts';
import { selectTokens, type TokenRow } from '../token-rows.ts';
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

const ATTRIBUTES = [
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

/** Tokens whose attributes match the criteria, ordered by name and id. */
export function* readTokens(
  tables: Tables,
  criteria: EntryValues = {},
): ReadSteps<readonly StoredToken[]> {
  const selection = { attributes: ATTRIBUTES, criteria };
  return (yield* selectTokens(tables, API_TOKENS, selection)).map(toToken);
}

function toToken({ id, values, permissions }: TokenRow): StoredToken {
  const text = (at: number): string | null => {
    const value = values[at];
    return value === null || value === undefined ? null : String(value);
  };
  return {
    id,
    kind: values[0] === 'admin' ? 'admin' : 'content-api',
    name: text(1) ?? '',
    description: text(2) ?? '',
    type: text(3),
    encryptedKey: text(4),
    lastUsedAt: toTime(values[5]),
    expiresAt: toTime(values[6]),
    lifespan: text(7),
    createdAt: toTime(values[8]),
    updatedAt: toTime(values[9]),
    permissions,
  };
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
