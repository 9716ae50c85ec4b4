// Rows of `strapi_sessions`, for administrators and end users, distinguished by origin
// (docs/strapi/administration.md, "Administrators"; docs/strapi/accounts.md, "Sessions").
import { randomBytes } from 'node:crypto';
import { toTime } from '../base/iso-time.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { SESSION } from '../schema/built-in/uids.ts';
import type { SqlValue, WriteSteps } from '../storage/session.ts';
import { insertBuiltIn, type EntryValues, type Tables } from '../documents/rows/built-in-rows.ts';

export type SessionOrigin = 'admin' | 'users-permissions';

/**
 * `rotated`: replaced by another session. `revoked`: ended early, together with its tokens
 * (docs/strapi/differences.md, D11).
 */
export type SessionStatus = 'active' | 'rotated' | 'revoked';

/** A stored session. Times are milliseconds since 1970. */
export interface StoredSession {
  readonly id: number;
  readonly userId: string;
  readonly sessionId: string;
  /** Device id that the client sent, or null. */
  readonly deviceId: string | null;
  readonly origin: string;
  readonly type: string | null;
  readonly status: string | null;
  /** The session that replaced it. */
  readonly childId: string | null;
  readonly expiresAt: number;
  readonly absoluteExpiresAt: number | null;
  readonly createdAt: number;
  /** `loginAt`, `deviceName`; empty if nothing was recorded. */
  readonly metadata: JsonObject;
}

/** Values of a new session. */
export type NewSession = Pick<
  StoredSession,
  'userId' | 'deviceId' | 'type' | 'expiresAt' | 'absoluteExpiresAt'
> & { readonly origin: SessionOrigin; readonly metadata?: JsonObject };

/** Inserts a session. @returns its `sessionId` */
export function* openSession(tables: Tables, session: NewSession): WriteSteps<string> {
  const { dialect } = tables;
  const sessionId = randomBytes(16).toString('hex');
  const stored = (time: number | null): SqlValue =>
    time === null ? null : dialect.store('datetime', time);
  const values: EntryValues = {
    userId: session.userId,
    sessionId,
    deviceId: session.deviceId,
    origin: session.origin,
    type: session.type,
    status: 'active',
    metadata: session.metadata ? dialect.store('json', session.metadata) : null,
    expiresAt: stored(session.expiresAt),
    absoluteExpiresAt: stored(session.absoluteExpiresAt),
  };
  yield* insertBuiltIn(tables, SESSION, [values]);
  return sessionId;
}

/** Finds a session by id, or returns null. */
export function* findSession(
  tables: Tables,
  origin: SessionOrigin,
  sessionId: string,
): WriteSteps<StoredSession | null> {
  const [found] = yield* selectSessions(tables, { origin, sessionId });
  return found ?? null;
}

/** Sessions of a user in the order in which they were opened. */
export function* sessionsOf(
  tables: Tables,
  origin: SessionOrigin,
  userId: string,
): WriteSteps<readonly StoredSession[]> {
  return yield* selectSessions(tables, { origin, userId });
}

/** A session in a response. */
export interface ShownSession {
  readonly id: string;
  readonly deviceId: string | null;
  readonly deviceName?: string;
  readonly current: boolean;
  readonly loginAt?: string;
  readonly lastActiveAt: string;
}

/** Returns the active sessions: the current one, then by last use. @param current Its `sessionId`, or null */
export function shownSessions(
  sessions: readonly StoredSession[],
  current: string | null,
): readonly ShownSession[] {
  const lasts = lastSessions(sessions);
  const last = current === null ? null : (lasts.get(current) ?? current);
  return sessions
    .filter((session) => session.status === 'active' && !isOver(session))
    .map((session) => shown(session, last))
    .toSorted(
      (a, b) =>
        Number(b.current) - Number(a.current) || b.lastActiveAt.localeCompare(a.lastActiveAt),
    );
}

function shown(session: StoredSession, current: string | null): ShownSession {
  const { sessionId, deviceId, metadata, createdAt } = session;
  const { deviceName, loginAt } = metadata;
  return {
    id: sessionId,
    deviceId,
    ...(typeof deviceName === 'string' ? { deviceName } : {}),
    current: sessionId === current,
    ...(typeof loginAt === 'string' ? { loginAt } : {}),
    lastActiveAt: new Date(createdAt).toISOString(),
  };
}

/** True if a session has expired. */
export function isOver({ expiresAt, absoluteExpiresAt }: StoredSession): boolean {
  return Math.min(expiresAt, absoluteExpiresAt ?? expiresAt) <= Date.now();
}

/**
 * Returns a session together with those before and after it that are linked to it by refreshes.
 * @param sessions All sessions of its user in the order in which they were opened
 */
export function chainOf(
  sessions: readonly StoredSession[],
  sessionId: string,
): readonly StoredSession[] {
  const lasts = lastSessions(sessions);
  const last = lasts.get(sessionId);
  return last === undefined ? [] : sessions.filter((each) => lasts.get(each.sessionId) === last);
}

/** Returns by `sessionId` the last session that follows by refreshes. A session is opened after those it replaces. */
function lastSessions(sessions: readonly StoredSession[]): ReadonlyMap<string, string> {
  const lasts = new Map<string, string>();
  for (const { sessionId, childId } of sessions.toReversed()) {
    lasts.set(sessionId, childId === null ? sessionId : (lasts.get(childId) ?? childId));
  }
  return lasts;
}

/** Sets the status of sessions, and the session that replaces them if any. */
export function* markSessions(
  { layout, statements }: Tables,
  ids: readonly number[],
  { status, childId }: { readonly status: SessionStatus; readonly childId?: string },
): WriteSteps<void> {
  const columns = ['status', ...(childId === undefined ? [] : ['childId'])];
  const values = [status, ...(childId === undefined ? [] : [childId])];
  yield* statements.update(
    layout.table(SESSION),
    columns.map((name) => layout.column(SESSION, name)),
    ids.map((id) => [id, ...values]),
  );
}

/**
 * Revokes all sessions of a user and their tokens (docs/strapi/differences.md, D11), after a password change or if
 * the user was deleted.
 */
export function* revokeSessions(
  tables: Tables,
  origin: SessionOrigin,
  userId: string,
): WriteSteps<void> {
  const ids = (yield* sessionsOf(tables, origin, userId)).map(({ id }) => id);
  yield* markSessions(tables, ids, { status: 'revoked' });
}

/** Deletes all sessions of users who no longer exist. */
export function* removeSessionsOf(
  { layout, statements }: Tables,
  origin: SessionOrigin,
  userIds: readonly string[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(SESSION), [
    { column: layout.column(SESSION, 'origin'), is: origin },
    { column: layout.column(SESSION, 'userId'), in: userIds },
  ]);
}

/** Removes sessions that expired before a time. @param time Milliseconds since 1970 */
export function* removeExpired(
  { layout, statements, dialect }: Tables,
  origin: SessionOrigin,
  time: number,
): WriteSteps<void> {
  yield* statements.delete(layout.table(SESSION), [
    { column: layout.column(SESSION, 'origin'), is: origin },
    { column: layout.column(SESSION, 'expiresAt'), below: dialect.store('datetime', time) },
  ]);
}

/** Deletes sessions. */
export function* removeSessions(
  { layout, statements }: Tables,
  ids: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(layout.table(SESSION), [{ column: 'id', in: ids }]);
}

const COLUMNS = [
  ['userId', 'string'],
  ['sessionId', 'string'],
  ['deviceId', 'string'],
  ['origin', 'string'],
  ['type', 'string'],
  ['status', 'string'],
  ['childId', 'string'],
  ['expiresAt', 'datetime'],
  ['absoluteExpiresAt', 'datetime'],
  ['createdAt', 'datetime'],
  ['metadata', 'json'],
] as const;

function* selectSessions(
  { layout, statements }: Tables,
  criteria: Readonly<Record<string, string>>,
): WriteSteps<readonly StoredSession[]> {
  const rows = yield* statements.select(layout.table(SESSION), {
    columns: ['id', ...COLUMNS.map(([name, as]) => ({ column: layout.column(SESSION, name), as }))],
    where: Object.entries(criteria).map(([name, is]) => ({
      column: layout.column(SESSION, name),
      is,
    })),
    order: ['id'],
  });
  return rows.map((row) => ({
    id: Number(row[0]),
    userId: String(row[1]),
    sessionId: String(row[2]),
    deviceId: toText(row[3]),
    origin: String(row[4]),
    type: toText(row[5]),
    status: toText(row[6]),
    childId: toText(row[7]),
    expiresAt: toTime(row[8]) ?? 0,
    absoluteExpiresAt: toTime(row[9]),
    createdAt: toTime(row[10]) ?? 0,
    metadata: toObject(row[11]),
  }));
}

function toText(stored: unknown): string | null {
  return typeof stored === 'string' ? stored : null;
}

/** Drivers return JSON as text. */
function toObject(stored: unknown): JsonObject {
  try {
    const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
