// In charge of the sign-in sessions of administrators: a row in the database, a token that opens it for half an hour,
// and one that is exchanged, once, for the next session (docs/strapi/administration.md, "Administrators").
import type { Database, Writing } from '../../storage/database.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Jwt } from '../jwt.ts';
import {
  findSession,
  markSessions,
  openSession,
  removeExpired,
  removeSessions,
  sessionsOf,
  type StoredSession,
} from '../sessions.ts';
import type { Tables } from '../tables.ts';

const ORIGIN = 'admin';

/** How long sessions last, in seconds. */
export interface AdminLifespans {
  /** Of a token that opens a session. */
  readonly access: number;
  /** Without a sign of life, and at most; of sessions that are to be remembered. */
  readonly remembered: Lifespan;
  /** Of all others. */
  readonly session: Lifespan;
}

export interface Lifespan {
  readonly idle: number;
  readonly most: number;
}

export interface AdminSessionParts {
  readonly database: Database;
  readonly tables: Tables;
  readonly jwt: Jwt;
  readonly lifespans: AdminLifespans;
}

/** What somebody who signed in is given. */
export interface AdminTokens {
  readonly access: string;
  readonly refresh: string;
  /** When the refresh token is to be forgotten, in milliseconds since 1970; null: with the browser's session. */
  readonly keptUntil: number | null;
}

/** How a session is opened. */
export interface Device {
  readonly deviceId: string;
  /** True: it lasts for weeks. */
  readonly rememberMe: boolean;
}

/** Opens, carries on and ends sessions. */
export class AdminSessions {
  readonly #parts: AdminSessionParts;

  constructor(parts: AdminSessionParts) {
    this.#parts = parts;
  }

  /** Writes a new session of an administrator, and removes those that are over. @returns its `sessionId` */
  *open(userId: number, { deviceId, rememberMe }: Device): Writing<string> {
    const { tables, lifespans } = this.#parts;
    const { idle, most } = rememberMe ? lifespans.remembered : lifespans.session;
    const now = Date.now();
    yield* removeExpired(tables, ORIGIN, now);
    return yield* openSession(tables, {
      userId: String(userId),
      deviceId,
      origin: ORIGIN,
      type: rememberMe ? 'refresh' : 'session',
      expiresAt: now + idle * 1000,
      absoluteExpiresAt: now + most * 1000,
    });
  }

  /** The tokens of a session that is open. */
  async tokensOf(sessionId: string): Promise<AdminTokens> {
    const { database, tables, jwt, lifespans } = this.#parts;
    const session = await database.read(findSession(tables, ORIGIN, sessionId));
    if (!session) throw new Error('the session is gone');
    const { userId, type, createdAt, expiresAt } = session;
    const times = { iat: Math.floor(createdAt / 1000), exp: Math.floor(expiresAt / 1000) };
    return {
      access: await jwt.sign({ userId, sessionId, type: 'access' }, lifespans.access),
      refresh: await jwt.sign({ userId, sessionId, type: 'refresh', ...times }, 0),
      keptUntil: type === 'refresh' ? expiresAt : null,
    };
  }

  /** The session that a token opens, with its administrator; null where it opens none. */
  async opened(word: string): Promise<OpenSession | null> {
    const claims = claimsOf(await this.#parts.jwt.verify(word), 'access');
    return claims && (await this.#current(claims));
  }

  /** Exchanges a refresh token for the tokens of the session that follows; null where it is good for none. */
  async carryOn(word: string): Promise<AdminTokens | null> {
    const { database, tables, jwt } = this.#parts;
    const claims = claimsOf(await jwt.verify(word), 'refresh');
    if (claims === null) return null;
    const next = await database.transact(follow(tables, claims, this.#parts.lifespans));
    return next === null ? null : this.tokensOf(next);
  }

  /** Ends the sessions of an administrator; those of one device where it is that of a session. */
  async end(userId: number, sessionId: string | null): Promise<void> {
    const { database, tables } = this.#parts;
    await database.transact(
      (function* (): Writing<void> {
        const all = yield* sessionsOf(tables, ORIGIN, String(userId));
        const own = all.find((session) => session.sessionId === sessionId);
        const ended = own ? all.filter(({ deviceId }) => deviceId === own.deviceId) : all;
        yield* removeSessions(
          tables,
          ended.map(({ id }) => id),
        );
      })(),
    );
  }

  async #current({ userId, sessionId }: Claims): Promise<OpenSession | null> {
    const { database, tables } = this.#parts;
    const session = await database.read(findSession(tables, ORIGIN, sessionId));
    if (!session || session.userId !== userId || session.status === 'revoked') return null;
    return isOver(session) ? null : { userId: Number(userId), sessionId };
  }
}

/** A session that a request is in. */
export interface OpenSession {
  /** Row id of the administrator. */
  readonly userId: number;
  readonly sessionId: string;
}

interface Claims {
  readonly userId: string;
  readonly sessionId: string;
}

function claimsOf(payload: JsonObject | null, wanted: 'access' | 'refresh'): Claims | null {
  if (payload === null || payload['type'] !== wanted) return null;
  const { userId, sessionId } = payload;
  if (typeof userId !== 'string' || typeof sessionId !== 'string') return null;
  return /^\d+$/.test(userId) && Number.isSafeInteger(Number(userId))
    ? { userId, sessionId }
    : null;
}

function isOver({ expiresAt, absoluteExpiresAt }: StoredSession): boolean {
  return Math.min(expiresAt, absoluteExpiresAt ?? expiresAt) <= Date.now();
}

/** Opens the session that follows another one, which is good for nothing more. @returns its `sessionId`; null: there is none */
function* follow(
  tables: Tables,
  { userId, sessionId }: Claims,
  lifespans: AdminLifespans,
): Writing<string | null> {
  const session = yield* findSession(tables, ORIGIN, sessionId);
  if (!session || session.userId !== userId || session.status !== 'active') return null;
  if (isOver(session)) return null;
  const { type, deviceId, absoluteExpiresAt } = session;
  const { idle } = type === 'refresh' ? lifespans.remembered : lifespans.session;
  const expiresAt = Math.min(
    Date.now() + idle * 1000,
    absoluteExpiresAt ?? Number.MAX_SAFE_INTEGER,
  );
  const next = { userId, deviceId, origin: ORIGIN, type, expiresAt, absoluteExpiresAt } as const;
  const childId = yield* openSession(tables, next);
  yield* markSessions(tables, [session.id], { status: 'rotated', childId });
  return childId;
}
