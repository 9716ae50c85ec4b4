import { createHmac } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import type { JsonObject } from '../base/json.ts';
import { Jwt, type JwtAlgorithm } from './jwt.ts';

const SECRET = 'secret';
const jwt = new Jwt({ secret: SECRET, algorithm: 'HS256' });

function part(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

/** A token that anyone could construct. */
function made(
  payload: unknown,
  {
    alg = 'HS256',
    secret = SECRET,
    hash = 'sha256',
  }: { alg?: string; secret?: string; hash?: string } = {},
): string {
  const signed = `${part({ alg, typ: 'JWT' })}.${part(payload)}`;
  return `${signed}.${createHmac(hash, secret).update(signed).digest('base64url')}`;
}

const now = Math.floor(Date.now() / 1000);

test('verifies a signed token and returns its claims with its times', async () => {
  const token = await jwt.sign({ id: 7 }, 60.9);
  const payload = await jwt.verify(token);
  expect(payload).toEqual({ id: 7, iat: expect.any(Number), exp: expect.any(Number) });
  const { iat, exp } = payload as JsonObject;
  expect(Number(exp) - Number(iat)).toBe(60);
});

test('verifies a token that was signed synchronously', async () => {
  expect(await jwt.verify(jwt.signNow({ id: 7 }, 60))).toMatchObject({ id: 7 });
});

test('accepts a token without an expiry', async () => {
  expect(await jwt.verify(made({ id: 7 }))).toEqual({ id: 7 });
});

describe('invalid tokens', () => {
  const unsigned = `${part({ alg: 'none', typ: 'JWT' })}.${part({ id: 7 })}.`;
  const good = made({ id: 7 });
  const [head = '', payload = '', mark = ''] = good.split('.');
  test.each<[string, string]>([
    ['no token', 'word'],
    ['nothing', ''],
    ['not signed', unsigned],
    ['not signed, with a signature', `${unsigned}${mark}`],
    ['another algorithm', made({ id: 7 }, { alg: 'HS512', hash: 'sha512' })],
    ['another algorithm in the header only', made({ id: 7 }, { alg: 'HS384' })],
    ['another secret', made({ id: 7 }, { secret: 'other' })],
    ['another payload', `${head}.${part({ id: 8 })}.${mark}`],
    ['half a signature', `${head}.${payload}.${mark.slice(0, 20)}`],
    ['expired', made({ id: 7, exp: now - 1 })],
    ['not valid yet', made({ id: 7, nbf: now + 60 })],
    ['an invalid expiry', made({ id: 7, exp: 'never' })],
    ['a text', made('x')],
    ['a list', made([7])],
    ['too long', made({ id: 'x'.repeat(10_000) })],
  ])('%s', async (_, token) => {
    expect(await jwt.verify(token)).toBeNull();
    expect(await jwt.verify(token)).toBeNull();
  });
});

test('rejects a verified token once it has expired', async () => {
  const token = made({ id: 7, exp: now + 60 });
  expect(await jwt.verify(token)).not.toBeNull();
  vi.useFakeTimers({ toFake: ['Date'], now: (now + 61) * 1000 });
  expect(await jwt.verify(token)).toBeNull();
  vi.useRealTimers();
});

test.each<JwtAlgorithm>(['HS256', 'HS384', 'HS512'])(
  'requires the configured algorithm, not %s',
  async (algorithm) => {
    const own = new Jwt({ secret: SECRET, algorithm });
    const token = await own.sign({ id: 7 }, 60);
    expect(await own.verify(token)).not.toBeNull();
    expect((await jwt.verify(token)) === null).toBe(algorithm !== 'HS256');
  },
);

test('requires the configured claims', async () => {
  const claims = { issuer: 'site', audience: 'front', subject: 'sign-in' };
  const strict = new Jwt({ secret: SECRET, algorithm: 'HS256', claims });
  expect(await strict.verify(await strict.sign({ id: 7 }, 60))).toMatchObject({ iss: 'site' });
  expect(await strict.verify(await jwt.sign({ id: 7 }, 60))).toBeNull();
});
