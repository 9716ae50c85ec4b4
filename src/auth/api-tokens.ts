// In charge of API tokens as Strapi stores them: hashed, with an expiry and a last use (spec/auth.md section 4).
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { createDocumentId } from '../base/document-id.ts';
import type { Database, Reading, Row, Session } from '../storage/database.ts';
import type { TokenType } from './principal.ts';

/** A token as the content API sees it. Times are milliseconds since 1970. */
export interface ApiToken {
  readonly id: number;
  readonly type: TokenType;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
  readonly actions: ReadonlySet<string>;
}

/** A token as `quoin token list` shows it. */
export interface TokenSummary {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly expiresAt: number | null;
  readonly lastUsedAt: number | null;
}

/** The secrets that tokens are stored with; without an encryption key the plain key is not kept. */
export interface TokenSecrets {
  readonly salt: string;
  readonly encryptionKey: string | null;
}

/** What the database keeps of a token's plain key: HMAC-SHA512 with the salt, hex. */
export function hashToken(plain: string, salt: string): string {
  return createHmac('sha512', salt).update(plain).digest('hex');
}

/** Finds the content-API token of a hash. */
export function* findToken(accessKey: string): Reading<ApiToken | null> {
  const [rows = []] = yield [
    {
      sql: `select t.id, t.type, t.expires_at, t.last_used_at, p.action
        from strapi_api_tokens t
        left join strapi_api_token_permissions_token_lnk l on l.api_token_id = t.id
        left join strapi_api_token_permissions p on p.id = l.api_token_permission_id
        where t.access_key = ? and coalesce(t.kind, 'content-api') = 'content-api'`,
      values: [accessKey],
    },
  ];
  const [first] = rows;
  if (!first) return null;
  return {
    id: Number(first[0]),
    type: toTokenType(first[1]),
    expiresAt: toTime(first[2]),
    lastUsedAt: toTime(first[3]),
    actions: new Set(rows.map((row) => row[4]).filter((action) => typeof action === 'string')),
  };
}

function toTokenType(stored: unknown): TokenType {
  return stored === 'full-access' || stored === 'read-only' ? stored : 'custom';
}

function toTime(stored: unknown): number | null {
  if (stored === null || stored === undefined) return null;
  const time = typeof stored === 'number' ? stored : Date.parse(String(stored));
  return Number.isNaN(time) ? null : time;
}

/** Notes the use of a token. */
export async function touchToken(database: Database, id: number, now: number): Promise<void> {
  await database.write((session) =>
    session.run({
      sql: 'update strapi_api_tokens set last_used_at = ? where id = ?',
      values: [now, id],
    }),
  );
}

/** What `createToken` made. */
export interface CreatedToken {
  readonly id: number;
  readonly name: string;
  /** The plain key: shown once, kept only encrypted. */
  readonly plain: string;
}

interface NewToken {
  readonly name: string;
  readonly type: Exclude<TokenType, 'custom'>;
}

/** Makes a token; where the name is taken, `name (2)` and so on. */
export async function createToken(
  database: Database,
  { name, type }: NewToken,
  secrets: TokenSecrets,
): Promise<CreatedToken> {
  const plain = randomBytes(128).toString('hex');
  return database.write(async (session) => {
    const free = await freeName(session, name);
    const now = Date.now();
    const [row] = await session.rows({
      sql: `insert into strapi_api_tokens
        (document_id, name, description, type, kind, access_key, encrypted_key, lifespan, expires_at,
         last_used_at, created_at, updated_at, published_at)
        values (?, ?, '', ?, 'content-api', ?, ?, null, null, null, ?, ?, ?) returning id`,
      values: [
        createDocumentId(),
        free,
        type,
        hashToken(plain, secrets.salt),
        encryptToken(plain, secrets.encryptionKey),
        now,
        now,
        now,
      ],
    });
    return { id: Number(row?.[0]), name: free, plain };
  });
}

async function freeName(session: Session, name: string): Promise<string> {
  const rows = await session.rows({ sql: 'select name from strapi_api_tokens', values: [] });
  const taken = new Set(rows.map((row) => row[0]));
  let free = name;
  for (let n = 2; taken.has(free); n += 1) free = `${name} (${n})`;
  return free;
}

/** The key as Strapi's admin can show it again: AES-256-GCM, `v1:iv:data:tag` in hex. */
export function encryptToken(plain: string, encryptionKey: string | null): string | null {
  if (encryptionKey === null) return null;
  const iv = randomBytes(16);
  const key = createHash('sha256').update(encryptionKey).digest();
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  const data = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return ['v1', iv.toString('hex'), data.toString('hex'), cipher.getAuthTag().toString('hex')].join(
    ':',
  );
}

/** All content-API tokens by name. */
export function* listTokens(): Reading<readonly TokenSummary[]> {
  const [rows = []] = yield [
    {
      sql: `select id, name, type, expires_at, last_used_at from strapi_api_tokens
        where coalesce(kind, 'content-api') = 'content-api' order by name, id`,
      values: [],
    },
  ];
  return rows.map(toSummary);
}

function toSummary([id, name, type, expiresAt, lastUsedAt]: Row): TokenSummary {
  return {
    id: Number(id),
    name: String(name),
    type: String(type),
    expiresAt: toTime(expiresAt),
    lastUsedAt: toTime(lastUsedAt),
  };
}

/**
 * Deletes the content-API tokens of a name with their permissions, or the one of an id where no token has that
 * name; gives how many there were.
 */
export async function revokeTokens(database: Database, nameOrId: string): Promise<number> {
  return database.write(async (session) => {
    const named = await idsWhere(session, 'name', nameOrId);
    const ids = named.length > 0 ? named : await idsWhere(session, 'cast(id as text)', nameOrId);
    for (const id of ids) await deleteToken(session, id);
    return ids.length;
  });
}

async function idsWhere(
  session: Session,
  column: 'name' | 'cast(id as text)',
  value: string,
): Promise<readonly number[]> {
  const rows = await session.rows({
    sql: `select id from strapi_api_tokens
      where ${column} = ? and coalesce(kind, 'content-api') = 'content-api'`,
    values: [value],
  });
  return rows.map(([id]) => Number(id));
}

async function deleteToken(session: Session, id: number): Promise<void> {
  const statements = [
    `delete from strapi_api_token_permissions where id in
      (select api_token_permission_id from strapi_api_token_permissions_token_lnk where api_token_id = ?)`,
    'delete from strapi_api_tokens where id = ?',
  ];
  for (const sql of statements) await session.run({ sql, values: [id] });
}
