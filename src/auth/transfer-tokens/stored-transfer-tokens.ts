// Transfer tokens as rows (docs/strapi/administration.md, "Transfer tokens").
import { toIso, toTime } from '../../base/iso-time.ts';
import type { EntryValues, Tables } from '../../documents/rows/built-in-rows.ts';
import type { ReadSteps } from '../../storage/session.ts';
import { TRANSFER_TOKENS } from '../permissions.ts';
import { selectTokens, type TokenRow } from '../token-rows.ts';

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
  /** `push`, `pull` or both. */
  readonly permissions: readonly string[];
}

const ATTRIBUTES = [
  ['name', 'string'],
  ['description', 'string'],
  ['lastUsedAt', 'datetime'],
  ['expiresAt', 'datetime'],
  ['lifespan', 'biginteger'],
  ['createdAt', 'datetime'],
  ['updatedAt', 'datetime'],
] as const;

/** Tokens whose attributes match the criteria, ordered by name and id. */
export function* readTransferTokens(
  tables: Tables,
  criteria: EntryValues = {},
): ReadSteps<readonly StoredTransferToken[]> {
  const selection = { attributes: ATTRIBUTES, criteria };
  return (yield* selectTokens(tables, TRANSFER_TOKENS, selection)).map(toToken);
}

function toToken({ id, values, permissions }: TokenRow): StoredTransferToken {
  const [name, description, lastUsedAt, expiresAt, lifespan, createdAt, updatedAt] = values;
  return {
    id,
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
