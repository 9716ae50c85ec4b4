import { expect, test } from 'vitest';
import { Jwt } from '../jwt.ts';
import { UserTokens, type TokenMode } from './user-tokens.ts';

const jwt = new Jwt({ secret: 'secret', algorithm: 'HS256' });

function tokensOf(mode: TokenMode): UserTokens {
  return new UserTokens({ jwt, mode, lifetime: 60, sessions: { idle: 120, max: 180 } });
}

const [legacy, sessions] = [tokensOf('legacy-support'), tokensOf('refresh')];
const session = { userId: 7, sessionId: 'abc' };

test('each mode verifies only its own tokens', async () => {
  const [token, access, refresh] = [
    await legacy.sign(7),
    await sessions.signAccess(session),
    await sessions.signRefresh(session),
  ];
  const until = expect.any(Number);
  expect(await legacy.verify(token)).toEqual({ userId: 7, sessionId: null, until });
  expect(await sessions.verify(access)).toEqual({ ...session, until });
  expect(await sessions.verifyRefresh(refresh)).toEqual(session);
  for (const other of [access, refresh]) expect(await legacy.verify(other)).toBeNull();
  for (const other of [token, refresh]) expect(await sessions.verify(other)).toBeNull();
  for (const other of [token, access]) expect(await sessions.verifyRefresh(other)).toBeNull();
});

test('returns the expiry of a token', async () => {
  const before = Date.now();
  const { until = 0 } = (await legacy.verify(await legacy.sign(7))) ?? {};
  expect(until).toBeGreaterThan(before + 58_000);
  expect(until).toBeLessThanOrEqual(Date.now() + 60_000);
});

test.each([
  [7, 7],
  ['7', 7],
  ['7.5', null],
  [7.5, null],
  ['', null],
  [null, null],
  [[7], null],
  ['9007199254740993', null],
])('reads the id %j as row %j', async (id, userId) => {
  const claims = await legacy.verify(await jwt.sign({ id }, 60));
  expect(claims?.userId ?? null).toBe(userId);
});
