import { expect, test } from 'vitest';
import type { Principal } from '../../auth/principal.ts';
import { limitKey } from './account-route.ts';

type Request = Parameters<typeof limitKey>[0];

function requestOf({ url = '/api/x', body = {} as unknown }): Request {
  return { routePath: url, body };
}

const user = (id: number): Principal => ({
  kind: 'user',
  user: { id, blocked: false, confirmed: true, roleId: 1 },
  sessionId: null,
  until: Infinity,
  actions: new Set(),
});

const key = limitKey(requestOf({}), null, 'client and email');

test.each<[string, string]>([
  ['another path', limitKey(requestOf({ url: '/api/y' }), null, 'client and email')],
  ['another email', limitKey(requestOf({ body: { email: 'a@b.co' } }), null, 'client and email')],
  ['a user', limitKey(requestOf({}), user(1), 'client and email')],
])('counts %s separately', (_, other) => {
  expect(other).not.toBe(key);
});

test.each<[string, string]>([
  [
    'an email on a route that ignores it',
    limitKey(requestOf({ body: { email: 'a@b.co' } }), null, 'client'),
  ],
  [
    'an email that is not a string',
    limitKey(requestOf({ body: { email: ['a@b.co'] } }), null, 'client and email'),
  ],
  ['a text', limitKey(requestOf({ body: 'email=a@b.co' }), null, 'client and email')],
  [
    'an API token',
    limitKey(
      requestOf({}),
      { kind: 'token', id: 1, type: 'full-access', actions: new Set(), until: Infinity },
      'client and email',
    ),
  ],
])('counts %s together with the others', (_, other) => {
  expect(other).toBe(key);
});

test('ignores the case of an email, and separates the parts of a key', () => {
  const of = (email: string, url: string): string =>
    limitKey(requestOf({ body: { email }, url }), null, 'client and email');
  expect(of('A@b.co', '1')).toBe(of('a@B.co', '1'));
  expect(of('x', '1","","y')).not.toBe(of('y', '1'));
  const [one, other] = [of('a'.repeat(100_000), '1'), of(`${'a'.repeat(100_000)}b`, '1')];
  expect(one).not.toBe(other);
});
