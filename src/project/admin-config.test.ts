// config/admin: its values, and values that prevent the start.
import { expect, test } from 'vitest';
import { parseAdmin, type AdminConfig } from './admin-config.ts';
import { ConfigReader } from './config-reader.ts';
import type { ProjectIssue } from './project-error.ts';
import { rateLimitWarnings } from './rate-limit-config.ts';

function parse(value: object): { readonly admin: AdminConfig; readonly wrong: readonly string[] } {
  const issues: ProjectIssue[] = [];
  const reader = new ConfigReader({ name: 'admin', value, sources: [] }, issues);
  const admin = parseAdmin(reader, {});
  return { admin, wrong: issues.map(({ path }) => path) };
}

const USUAL = { interval: 300_000, max: 5 };

test.each([
  [undefined, USUAL],
  [{ enabled: false }, null],
  [{ enabled: 'false' }, null],
  [{ max: '7' }, { ...USUAL, max: 7 }],
  [
    { max: 3, interval: { min: 1, sec: 30 } },
    { ...USUAL, max: 3, interval: 90_000 },
  ],
  [{ interval: 60_000 }, { ...USUAL, interval: 60_000 }],
  [{ interval: { hour: 2 } }, { ...USUAL, interval: 7_200_000 }],
])('parses rateLimit %j', (rateLimit, expected) => {
  const { admin, wrong } = parse({ rateLimit });
  expect([admin.rateLimit, wrong]).toEqual([expected, []]);
});

test.each([
  [undefined, {}],
  [
    { path: '/', secure: true },
    { path: '/', isSecure: true },
  ],
  [{ secure: 'false' }, { isSecure: false }],
  [
    { domain: ' site.example', sameSite: 'none' },
    { domain: 'site.example', sameSite: 'None' },
  ],
])('parses the cookie %j', (cookie, expected) => {
  const { admin, wrong } = parse({ auth: { cookie } });
  const usual = { path: '/admin', isSecure: null, domain: null, sameSite: 'Lax' };
  expect([admin.cookie, wrong]).toEqual([{ ...usual, ...expected }, []]);
});

test('the cookie may take its domain from auth', () => {
  const { admin, wrong } = parse({ auth: { domain: '.site.example', cookie: { domain: '' } } });
  expect([admin.cookie.domain, wrong]).toEqual(['.site.example', []]);
});

test.each([
  [{}, 2_592_000],
  [{ options: { expiresIn: '7d' } }, 604_800],
  [{ options: { expiresIn: 90 } }, 90],
  [{ options: { expiresIn: '7d' }, sessions: { options: { expiresIn: '1h' } } }, 3600],
])('with auth %j, sessions end after %i seconds', (auth, max) => {
  const { admin, wrong } = parse({ auth });
  expect([admin.lifespans.rememberMe.max, admin.lifespans.session.max]).toEqual([max, max]);
  expect(wrong).toEqual([]);
});

test('parses the lifespans of sessions', () => {
  const sessions = { accessTokenLifespan: 60, maxSessionLifespan: '120' };
  const { admin, wrong } = parse({ auth: { sessions } });
  expect([admin.lifespans, wrong]).toEqual([
    {
      access: 60,
      rememberMe: { idle: 1_209_600, max: 2_592_000 },
      session: { idle: 7200, max: 120 },
    },
    [],
  ]);
});

test.each([
  [{ rateLimit: 'x' }, ['rateLimit']],
  [{ rateLimit: { max: 'x', enabled: 'y' } }, ['rateLimit.enabled', 'rateLimit.max']],
  [{ rateLimit: { max: 0 } }, ['rateLimit.max']],
  [{ rateLimit: { interval: 'soon' } }, ['rateLimit.interval']],
  [{ rateLimit: { interval: { min: 'x' } } }, ['rateLimit.interval']],
  [{ rateLimit: { interval: { minutes: 5 } } }, ['rateLimit.interval']],
  [{ auth: { sessions: { accessTokenLifespan: 'x' } } }, ['auth.sessions.accessTokenLifespan']],
  [{ auth: { sessions: { idleSessionLifespan: 0 } } }, ['auth.sessions.idleSessionLifespan']],
  [{ auth: { sessions: 5 } }, ['auth.sessions']],
  [{ auth: { cookie: { path: 5, secure: 'y' } } }, ['auth.cookie.path', 'auth.cookie.secure']],
  [{ auth: { cookie: { path: '/a; Domain=evil' } } }, ['auth.cookie.path']],
  [
    { auth: { cookie: { domain: 'a;b', sameSite: 5 } } },
    ['auth.cookie.domain', 'auth.cookie.sameSite'],
  ],
  [{ auth: { options: { expiresIn: 'soon' } } }, ['auth.options.expiresIn']],
])('rejects %j', (value, paths) => {
  const { admin, wrong } = parse(value);
  expect(wrong).toEqual(paths);
  expect(admin.rateLimit).toMatchObject({ interval: 300_000, max: 5 });
  expect(admin.cookie.path).toBe('/admin');
});

test('warns about a rate limit without effect', () => {
  const { admin, wrong } = parse({ rateLimit: { interval: 5 } });
  expect(wrong).toEqual([]);
  expect(rateLimitWarnings({ 'config/admin: rateLimit': admin.rateLimit })).toEqual([
    'config/admin: rateLimit.interval is 5 milliseconds, which has almost no effect. Use milliseconds, or an object such as { min: 5 }.',
  ]);
  expect(rateLimitWarnings({ a: null, b: USUAL })).toEqual([]);
});
