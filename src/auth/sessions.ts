// In charge of sign-in sessions as Strapi stores them: rows of `strapi_sessions`, of administrators and of end users,
// told apart by their origin (docs/strapi/administration.md, "Administrators"; docs/strapi/accounts.md, "Sessions").
import { randomBytes } from 'node:crypto';
import { createDocumentId } from '../base/document-id.ts';
import { toTime } from '../base/iso-time.ts';
import { isJsonObject, type JsonObject } from '../base/json.ts';
import { SESSION } from '../schema/built-in/uids.ts';
import type { SqlValue, Writing } from '../storage/database.ts';
import type { Tables } from './tables.ts';

export type SessionOrigin = 'admin' | 'users-permissions';

/**
 * `rotated`: another one took its place. `revoked`: it ended before its time, and what was signed for it ends too
 * (docs/strapi/differences.md, D11).
 */
export type SessionStatus = 'active' | 'rotated' | 'revoked';

/** A stored session. Times are milliseconds since 1970. */
export interface StoredSession {
  readonly id: number;
  readonly userId: string;
  readonly sessionId: string;
  /** What its user calls the device; null where nobody named it. */
  readonly deviceId: string | null;
  readonly origin: string;
  readonly type: string | null;
  readonly status: string | null;
  /** The session that took its place. */
  readonly childId: string | null;
  readonly expiresAt: number;
  readonly absoluteExpiresAt: number | null;
  readonly createdAt: number;
  /** `loginAt`, `deviceName`; empty where nothing was noted. */
  readonly metadata: JsonObject;
}

/** What a new session is told. */
export type NewSession = Pick<
  StoredSession,
  'userId' | 'deviceId' | 'type' | 'expiresAt' | 'absoluteExpiresAt'
> & { readonly origin: SessionOrigin; readonly metadata?: JsonObject };

/** Opens a session. @returns its `sessionId` */
export function* openSession(tables: Tables, session: NewSession): Writing<string> {
  const { layout, statements, dialect } = tables;
  const sessionId = randomBytes(16).toString('hex');
  const now = dialect.store('datetime', Date.now());
  const stored = (time: number | null): SqlValue =>
    time === null ? null : dialect.store('datetime', time);
  const values: Readonly<Record<string, SqlValue>> = {
    documentId: createDocumentId(),
    userId: session.userId,
    sessionId,
    deviceId: session.deviceId,
    origin: session.origin,
    type: session.type,
    status: 'active',
    metadata: session.metadata ? dialect.store('json', session.metadata) : null,
    expiresAt: stored(session.expiresAt),
    absoluteExpiresAt: stored(session.absoluteExpiresAt),
    createdAt: now,
    updatedAt: now,
    publishedAt: now,
  };
  const columns = Object.keys(values).map((name) => layout.column(SESSION, name));
  yield* statements.insert(layout.table(SESSION), columns, [Object.values(values)]);
  return sessionId;
}

/** The session of an id; null where there is none. */
export function* findSession(
  tables: Tables,
  origin: SessionOrigin,
  sessionId: string,
): Writing<StoredSession | null> {
  const [found] = yield* selectSessions(tables, { origin, sessionId });
  return found ?? null;
}

/** The sessions of a user, in the order in which they were opened. */
export function* sessionsOf(
  tables: Tables,
  origin: SessionOrigin,
  userId: string,
): Writing<readonly StoredSession[]> {
  return yield* selectSessions(tables, { origin, userId });
}

/** Gives sessions another status, and the one that takes their place where there is one. */
export function* markSessions(
  { layout, statements }: Tables,
  ids: readonly number[],
  { status, childId }: { readonly status: SessionStatus; readonly childId?: string },
): Writing<void> {
  const columns = ['status', ...(childId === undefined ? [] : ['childId'])];
  const values = [status, ...(childId === undefined ? [] : [childId])];
  yield* statements.update(
    layout.table(SESSION),
    columns.map((name) => layout.column(SESSION, name)),
    ids.map((id) => [id, ...values]),
  );
}

/**
 * Ends all sessions of a user before their time, with what was signed for them (docs/strapi/differences.md, D11): for a
 * new password, or where the user is no more.
 */
export function* revokeSessions(
  tables: Tables,
  origin: SessionOrigin,
  userId: string,
): Writing<void> {
  const ids = (yield* sessionsOf(tables, origin, userId)).map(({ id }) => id);
  yield* markSessions(tables, ids, { status: 'revoked' });
}

/** Removes the sessions that expired before a time, so that they do not pile up. @param time Milliseconds since 1970 */
export function* removeExpired(
  { layout, statements, dialect }: Tables,
  origin: SessionOrigin,
  time: number,
): Writing<void> {
  yield* statements.delete(layout.table(SESSION), [
    { column: layout.column(SESSION, 'origin'), is: origin },
    { column: layout.column(SESSION, 'expiresAt'), below: dialect.store('datetime', time) },
  ]);
}

/** Removes sessions. */
export function* removeSessions(
  { layout, statements }: Tables,
  ids: readonly number[],
): Writing<void> {
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
  wanted: Readonly<Record<string, string>>,
): Writing<readonly StoredSession[]> {
  const rows = yield* statements.select(layout.table(SESSION), {
    columns: ['id', ...COLUMNS.map(([name, as]) => ({ column: layout.column(SESSION, name), as }))],
    where: Object.entries(wanted).map(([name, is]) => ({
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

/** JSON as the driver gives it: its text. */
function toObject(stored: unknown): JsonObject {
  try {
    const value: unknown = typeof stored === 'string' ? JSON.parse(stored) : stored;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}
