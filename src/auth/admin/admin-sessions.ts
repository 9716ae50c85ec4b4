// Sessions of administrators: a row in the database, an access token that is valid for half an hour, and a refresh
// token that can be exchanged once for the next session (docs/strapi/administration.md, "Administrators").
import { randomUUID } from 'node:crypto';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { JsonObject } from '../../base/json.ts';
import type { Jwt } from '../jwt.ts';
import {
  chainOf,
  findSession,
  isOver,
  markSessions,
  openSession,
  removeExpired,
  removeSessions,
  sessionsOf,
  shownSessions,
  type ShownSession,
  type StoredSession,
} from '../sessions.ts';
import type { Tables } from '../../documents/rows/built-in-rows.ts';

const ORIGIN = 'admin';

/** Lifespans in seconds. */
export interface AdminLifespans {
  /** Of an access token. */
  readonly access: number;
  /** Idle and maximum lifespan of remembered sessions. */
  readonly rememberMe: Lifespan;
  /** Of all other sessions. */
  readonly session: Lifespan;
}

export interface Lifespan {
  readonly idle: number;
  readonly max: number;
}

export interface AdminSessionDependencies {
  readonly database: Database;
  readonly tables: Tables;
  readonly jwt: Jwt;
  readonly lifespans: AdminLifespans;
}

/** Tokens of a session. */
export interface AdminSessionTokens {
  readonly access: string;
  readonly refresh: string;
  /** When the cookie of the refresh token expires, in milliseconds since 1970; null for a session cookie. */
  readonly expiresAt: number | null;
}

/** How a session is opened. */
export interface AdminDevice {
  readonly deviceId: string;
  /** If true, the session lasts for weeks. */
  readonly rememberMe: boolean;
  /** Name of the browser in lists of sessions, or null. */
  readonly name: string | null;
}

/** The device of a new session, with a generated id unless the client sends one. */
export function newDevice({
  deviceId = randomUUID(),
  rememberMe = false,
  name = null,
}: Partial<AdminDevice>): AdminDevice {
  return { deviceId, rememberMe, name };
}

/** Opens, refreshes and ends sessions. */
export class AdminSessions {
  readonly #dependencies: AdminSessionDependencies;

  constructor(dependencies: AdminSessionDependencies) {
    this.#dependencies = dependencies;
  }

  /** Opens a session of an administrator and removes expired ones. @returns its `sessionId` */
  *open(userId: number, { deviceId, rememberMe, name }: AdminDevice): WriteSteps<string> {
    const { tables, lifespans } = this.#dependencies;
    const { idle, max } = rememberMe ? lifespans.rememberMe : lifespans.session;
    const now = Date.now();
    yield* removeExpired(tables, ORIGIN, now);
    return yield* openSession(tables, {
      userId: String(userId),
      deviceId,
      origin: ORIGIN,
      type: rememberMe ? 'refresh' : 'session',
      expiresAt: now + idle * 1000,
      absoluteExpiresAt: now + max * 1000,
      metadata: {
        loginAt: new Date(now).toISOString(),
        ...(name === null ? {} : { deviceName: name }),
      },
    });
  }

  /** Tokens of an open session. */
  async tokensOf(sessionId: string): Promise<AdminSessionTokens> {
    const { database, tables, jwt, lifespans } = this.#dependencies;
    const session = await database.read(findSession(tables, ORIGIN, sessionId));
    if (!session) throw new Error('the session no longer exists');
    const { userId, type, createdAt, expiresAt } = session;
    const times = { iat: Math.floor(createdAt / 1000), exp: Math.floor(expiresAt / 1000) };
    return {
      access: await jwt.sign({ userId, sessionId, type: 'access' }, lifespans.access),
      refresh: await jwt.sign({ userId, sessionId, type: 'refresh', ...times }, 0),
      expiresAt: type === 'refresh' ? expiresAt : null,
    };
  }

  /** Finds the session of an access token, or returns null. */
  async find(token: string): Promise<OpenAdminSession | null> {
    const claims = claimsOf(await this.#dependencies.jwt.verify(token), 'access');
    return claims && (await this.#current(claims));
  }

  /** Exchanges a refresh token for the tokens of the next session, or returns null if it is not valid. */
  async refresh(token: string): Promise<AdminSessionTokens | null> {
    const { database, tables, jwt } = this.#dependencies;
    const claims = claimsOf(await jwt.verify(token), 'refresh');
    if (claims === null) return null;
    const next = await database.transact(follow(tables, claims, this.#dependencies.lifespans));
    return next === null ? null : this.tokensOf(next);
  }

  /** Ends the sessions of an administrator: those on the device of a session, or all. */
  async end(userId: number, sessionId: string | null): Promise<void> {
    const { database, tables } = this.#dependencies;
    await database.transact(
      (function* (): WriteSteps<void> {
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

  /** Sessions of an administrator that can be refreshed. @param current Session of the request */
  async list(userId: number, current: string | null): Promise<readonly ShownSession[]> {
    const { database, tables } = this.#dependencies;
    const all = await database.read(sessionsOf(tables, ORIGIN, String(userId)));
    return shownSessions(all, current);
  }

  /**
   * Ends one session of an administrator, also if it was refreshed in the meantime, and invalidates all of its access
   * tokens. @returns false if they have no such session
   */
  endOne(userId: number, sessionId: string): Promise<boolean> {
    return this.#end(userId, (all) => chainOf(all, sessionId));
  }

  /** Ends all sessions of an administrator but one. */
  async endOthers(userId: number, kept: string | null): Promise<void> {
    await this.#end(userId, (all) => {
      const chain = new Set(kept === null ? [] : chainOf(all, kept));
      return all.filter((session) => !chain.has(session));
    });
  }

  /** @returns false if no session was ended */
  #end(
    userId: number,
    select: (all: readonly StoredSession[]) => readonly StoredSession[],
  ): Promise<boolean> {
    const { database, tables } = this.#dependencies;
    return database.transact(
      (function* (): WriteSteps<boolean> {
        const all = yield* sessionsOf(tables, ORIGIN, String(userId));
        const ids = select(all).map(({ id }) => id);
        if (ids.length > 0) yield* removeSessions(tables, ids);
        return ids.length > 0;
      })(),
    );
  }

  async #current({ userId, sessionId }: Claims): Promise<OpenAdminSession | null> {
    const { database, tables } = this.#dependencies;
    const session = await database.read(findSession(tables, ORIGIN, sessionId));
    if (!session || session.userId !== userId || session.status === 'revoked') return null;
    return isOver(session) ? null : { userId: Number(userId), sessionId };
  }
}

/** The session of a request. */
export interface OpenAdminSession {
  /** Row id of the administrator. */
  readonly userId: number;
  readonly sessionId: string;
}

interface Claims {
  readonly userId: string;
  readonly sessionId: string;
}

function claimsOf(payload: JsonObject | null, expected: 'access' | 'refresh'): Claims | null {
  if (payload === null || payload['type'] !== expected) return null;
  const { userId, sessionId } = payload;
  if (typeof userId !== 'string' || typeof sessionId !== 'string') return null;
  return /^\d+$/.test(userId) && Number.isSafeInteger(Number(userId))
    ? { userId, sessionId }
    : null;
}

/** Replaces a session with a new one. @returns the new `sessionId`, or null if the session does not exist */
function* follow(
  tables: Tables,
  { userId, sessionId }: Claims,
  lifespans: AdminLifespans,
): WriteSteps<string | null> {
  const session = yield* findSession(tables, ORIGIN, sessionId);
  if (!session || session.userId !== userId || session.status !== 'active') return null;
  if (isOver(session)) return null;
  const { type, deviceId, absoluteExpiresAt, metadata } = session;
  const { idle } = type === 'refresh' ? lifespans.rememberMe : lifespans.session;
  const expiresAt = Math.min(
    Date.now() + idle * 1000,
    absoluteExpiresAt ?? Number.MAX_SAFE_INTEGER,
  );
  const values = { userId, deviceId, type, expiresAt, absoluteExpiresAt, metadata };
  const next = { ...values, origin: ORIGIN } as const;
  const childId = yield* openSession(tables, next);
  yield* markSessions(tables, [session.id], { status: 'rotated', childId });
  return childId;
}
