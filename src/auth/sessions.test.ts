import { expect, test } from 'vitest';
import { openAccounts } from '../../test/support/accounts.ts';
import { readRows } from '../../test/support/app-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import { createEngine } from '../app/engine.ts';
import type { WriteSteps } from '../storage/session.ts';
import {
  findSession,
  markSessions,
  openSession,
  removeExpired,
  removeSessions,
  revokeSessions,
  sessionsOf,
  type NewSession,
} from './sessions.ts';
import type { Tables } from '../documents/rows/built-in-rows.ts';

const session: NewSession = {
  userId: '1',
  deviceId: 'phone',
  origin: 'users-permissions',
  type: 'refresh',
  expiresAt: 2_000,
  absoluteExpiresAt: 3_000,
};

async function openTables(): Promise<{
  readonly tables: Tables;
  readonly run: <T>(steps: WriteSteps<T>) => Promise<T>;
  readonly rows: (sql: string) => ReturnType<typeof readRows>;
}> {
  const app = await openAccounts();
  const { context: tables } = await createEngine(app.project, app.store);
  return {
    tables,
    run: (steps) => app.store.database.transact(steps),
    rows: (sql) => readRows(app, sql),
  };
}

test('finds an opened session with all its values', async () => {
  const { tables, run } = await openTables();
  const metadata = { loginAt: 'now', deviceName: 'Chrome' };
  const id = await run(openSession(tables, { ...session, metadata }));
  expect(id).toMatch(/^[\da-f]{32}$/);
  expect(await run(findSession(tables, 'users-permissions', id))).toEqual({
    ...session,
    id: 1,
    sessionId: id,
    status: 'active',
    childId: null,
    createdAt: expect.any(Number),
    metadata,
  });
  expect(await run(findSession(tables, 'admin', id))).toBeNull();
  expect(await run(findSession(tables, 'users-permissions', 'other'))).toBeNull();
});

test('opens a session without a device, an absolute expiry and metadata', async () => {
  const { tables, run, rows } = await openTables();
  await run(openSession(tables, { ...session, deviceId: null, absoluteExpiresAt: null }));
  expect(
    await rows('select device_id, absolute_expires_at, metadata from strapi_sessions'),
  ).toEqual([[null, null, null]]);
  const [found] = await run(sessionsOf(tables, 'users-permissions', '1'));
  expect(found).toMatchObject({ deviceId: null, absoluteExpiresAt: null, metadata: {} });
});

// A JSON column of PostgreSQL cannot contain invalid JSON.
const NO_OBJECTS = onClient({
  sqlite: ['[1]', 'words', '5', ''],
  postgres: ['[1]', '"words"', '5'],
});

test.each(NO_OBJECTS)('reads metadata that is not an object as empty: %s', async (text) => {
  const { tables, run, rows } = await openTables();
  await run(openSession(tables, session));
  await rows(`update strapi_sessions set metadata = '${text}' returning id`);
  expect((await run(sessionsOf(tables, 'users-permissions', '1')))[0]?.metadata).toEqual({});
});

test('separates sessions by user and origin', async () => {
  const { tables, run, rows } = await openTables();
  const mine = await run(openSession(tables, session));
  const other = await run(openSession(tables, { ...session, userId: '2' }));
  const admin = await run(openSession(tables, { ...session, origin: 'admin' }));
  await run(revokeSessions(tables, 'users-permissions', '1'));
  expect(await rows('select session_id, status from strapi_sessions order by id')).toEqual([
    [mine, 'revoked'],
    [other, 'active'],
    [admin, 'active'],
  ]);
  await run(markSessions(tables, [2], { status: 'rotated', childId: 'next' }));
  const [found] = await run(sessionsOf(tables, 'users-permissions', '2'));
  expect(found).toMatchObject({ status: 'rotated', childId: 'next' });
  await run(removeSessions(tables, [1, 2]));
  await run(removeSessions(tables, []));
  expect(await rows('select session_id from strapi_sessions')).toEqual([[admin]]);
});

test('removes sessions that expired before a time', async () => {
  const { tables, run, rows } = await openTables();
  for (const expiresAt of [1000, 2000, 3000])
    await run(openSession(tables, { ...session, expiresAt }));
  await run(openSession(tables, { ...session, origin: 'admin', expiresAt: 1000 }));
  await run(removeExpired(tables, 'users-permissions', 2000));
  expect(await rows('select expires_at from strapi_sessions order by id')).toEqual([
    [2000],
    [3000],
    [1000],
  ]);
});
