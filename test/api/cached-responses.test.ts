// Cached responses equal fresh ones, for every caller, after writes of any program. Only requests over a socket use
// the cache.
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { eventually } from '../support/eventually.ts';
import { sendJson, setRole, signIn } from '../support/signed-in.ts';
import { storeToken } from '../support/stored-token.ts';
import { onClient } from '../support/test-database.ts';

let app: TestApp;
let port: number;

beforeAll(async () => {
  app = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  port = await app.listen();
  await eventually(async () => {
    await get(LIST);
    return (await get(LIST)).isHit;
  });
});
afterAll(() => app.close());

/** On PostgreSQL, schema changes send no notification. */
const INVALIDATE = `update strapi_core_store_settings set tag = coalesce(tag, '') || 'x'`;

/** What another program did is known at once on SQLite, and soon on PostgreSQL. */
async function changeBeside(script: string): Promise<void> {
  const before = app.store.database.version();
  await changeDatabase(app, script);
  await eventually(async () => app.store.database.version() !== before);
}

type Head = Record<string, string>;

interface CachedResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Record<string, string>;
  /** True if the response came from the cache. */
  readonly isHit: boolean;
}

async function get(path: string, head: Head = {}, method = 'GET'): Promise<CachedResponse> {
  const authorization = `Bearer ${app.token}`;
  const before = app.responseCache?.hits ?? 0;
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    method,
    headers: { authorization, ...head },
  });
  const { date: _date, ...headers } = Object.fromEntries(response.headers);
  const isHit = (app.responseCache?.hits ?? 0) > before;
  return { status: response.status, text: await response.text(), headers, isHit };
}

const LIST = '/api/authors?populate=*';

/** Repeats a request until the response comes from the cache. */
async function fromCache(path: string, head?: Head): Promise<CachedResponse> {
  let response = await get(path, head);
  await eventually(async () => {
    response = await get(path, head);
    return response.isHit;
  });
  return response;
}

describe('responses from the cache', () => {
  test.each([
    `${LIST}&sort=name`,
    '/api/articles?status=draft&locale=fr',
    '/api/homepage?populate=*',
    '/api/authors?pagination[pageSize]=1',
  ])('to %s have the same head and body', async (path) => {
    const first = await get(path);
    const second = await get(path);
    expect([first.isHit, second.isHit]).toEqual([false, true]);
    expect({ ...second, isHit: false }).toEqual(first);
    expect((await app.request(path)).text).toBe(second.text);
  });

  test('have the CORS header for an allowed origin', async () => {
    const first = await get(LIST, { origin: 'https://site.example' });
    const second = await get(LIST, { origin: 'https://site.example' });
    expect(second.isHit).toBe(true);
    expect(second.headers).toEqual(first.headers);
    expect(second.headers['access-control-allow-origin']).toBe('https://site.example');
    expect((await get(LIST)).headers['access-control-allow-origin']).toBeUndefined();
  });

  test('have the requested format', async () => {
    const flat = await fromCache(LIST);
    const older = await fromCache(LIST, { 'strapi-response-format': 'v4' });
    expect(older.text).not.toBe(flat.text);
    expect((await get(LIST)).text).toBe(flat.text);
  });

  test('are not sent for HEAD, or for a request with a body', async () => {
    await fromCache(LIST);
    expect((await get(LIST, {}, 'HEAD')).isHit).toBe(false);
    expect((await get(LIST, {}, 'OPTIONS')).isHit).toBe(false);
  });

  test.each(['/api/authors/nothing', '/api/authors?filters[nope]=1', '/nowhere'])(
    'are never errors: %s',
    async (path) => {
      await get(path);
      const again = await get(path);
      expect(again.isHit).toBe(false);
      expect(again.headers['etag']).toBeUndefined();
    },
  );
});

describe('conditional requests', () => {
  test('get 304 for cached and uncached responses', async () => {
    const { headers } = await get(LIST);
    const etag = headers['etag'] ?? '';
    expect(etag).toMatch(/^"\S+"$/);
    const kept = await get(LIST, { 'if-none-match': `"x", W/${etag}` });
    expect([kept.status, kept.text, kept.isHit]).toEqual([304, '', true]);
    const path = `${LIST}&fresh=1`;
    const uncached = await get(path, { 'if-none-match': etag });
    expect([uncached.status, uncached.text, uncached.isHit]).toEqual([304, '', false]);
    for (const { headers: received } of [kept, uncached]) {
      expect(received['etag']).toBe(etag);
      expect(received['content-security-policy']).toBe(headers['content-security-policy']);
      expect(received['content-type']).toBeUndefined();
      expect(received['content-length']).toBeUndefined();
    }
  });

  test('get the new response after a change', async () => {
    const { headers } = await fromCache(LIST);
    await sendJson(app, { method: 'POST', url: '/api/authors', body: { data: { name: 'New' } } });
    const response = await get(LIST, { 'if-none-match': headers['etag'] ?? '' });
    expect(response.status).toBe(200);
    expect(response.text).toContain('"New"');
  });
});

describe('invalidates responses after writes', () => {
  test('of the type and of related types, but not of others', async () => {
    await fromCache(LIST);
    const [author] = JSON.parse((await get(LIST)).text).data as [{ readonly documentId: string }];
    const url = `/api/authors/${author.documentId}`;
    await sendJson(app, { method: 'PUT', url, body: { data: { name: 'Changed' } } });
    const changed = await get(LIST);
    expect([changed.isHit, changed.text.includes('"Changed"')]).toEqual([false, true]);
    await fromCache(LIST);
    await sendJson(app, { method: 'POST', url: '/api/samples', body: { data: {} } });
    expect((await get(LIST)).isHit).toBe(true);
  });

  test('by another program', async () => {
    await fromCache(LIST);
    await changeBeside(`update authors set name = 'Elsewhere'`);
    const response = await get(LIST);
    expect([response.isHit, response.text.includes('"Elsewhere"')]).toEqual([false, true]);
  });

  test('by a trigger of another program', async () => {
    const change = `update authors set name = 'Triggered'`;
    await changeBeside(
      onClient({
        sqlite: `create trigger t after insert on samples begin ${change}; end`,
        postgres: `create function t() returns trigger language plpgsql as $$ begin ${change}; return null; end $$;
          create trigger t after insert on samples execute function t(); ${INVALIDATE}`,
      }),
    );
    await fromCache(LIST);
    await sendJson(app, { method: 'POST', url: '/api/samples', body: { data: {} } });
    // A trigger that comes while the server runs is seen at once on SQLite, on PostgreSQL when its word arrives.
    await eventually(async () => (await get(LIST)).text.includes('"Triggered"'));
    await changeBeside(
      onClient({ sqlite: 'drop trigger t', postgres: `drop function t cascade; ${INVALIDATE}` }),
    );
  });
});

describe('invalidates responses after changes of permissions', () => {
  const PUBLIC: Head = { authorization: '' };

  test('when a role loses an action', async () => {
    await setRole(app, 2, ['api::author.author.find']);
    const open = { headers: {} };
    const read = async (): Promise<CachedResponse> => {
      const before = app.responseCache?.hits ?? 0;
      const response = await fetch(`http://127.0.0.1:${port}/api/authors`, open);
      const isHit = (app.responseCache?.hits ?? 0) > before;
      return { status: response.status, text: await response.text(), headers: {}, isHit };
    };
    await eventually(async () => (await read()).isHit);
    await setRole(app, 2, ['api::tag.tag.find']);
    expect((await read()).status).toBe(403);
    await setRole(app, 2, ['api::author.author.find']);
    expect((await read()).status).toBe(200);
  });

  test('responses are not shared between callers with different permissions', async () => {
    await setRole(app, 1, ['api::author.author.find']);
    await setRole(app, 2, ['api::tag.tag.find']);
    const user = await signIn(app, 'somebody');
    const full = await fromCache(LIST);
    const closed = await fromCache(LIST, { authorization: user.authorization });
    expect(closed.text).not.toBe(full.text);
    expect(closed.text).not.toContain('articles');
    expect((await get(LIST, PUBLIC)).status).not.toBe(200);
  });

  test('responses are shared by callers of one role', async () => {
    await setRole(app, 1, ['api::author.author.find']);
    const [one, other] = [await signIn(app, 'one'), await signIn(app, 'other')];
    await get('/api/tags', { authorization: other.authorization });
    await fromCache('/api/authors', { authorization: one.authorization });
    await get('/api/authors?x=1', { authorization: other.authorization });
    expect((await get('/api/authors', { authorization: other.authorization })).isHit).toBe(true);
  });

  test('when a user is blocked', async () => {
    await setRole(app, 1, ['api::author.author.find']);
    const { id, authorization } = await signIn(app, 'reader');
    await fromCache('/api/authors', { authorization });
    await sendJson(app, { method: 'PUT', url: `/api/users/${id}`, body: { blocked: true } });
    expect((await get('/api/authors', { authorization })).status).toBe(401);
  });

  test('when a token is deleted or expires', async () => {
    await storeToken(app, 'gone', { type: 'full-access', lastUsedAt: Date.now() });
    await fromCache('/api/authors', { authorization: 'Bearer gone' });
    await changeBeside(`delete from strapi_api_tokens where name = 'gone'`);
    expect((await get('/api/authors', { authorization: 'Bearer gone' })).status).toBe(401);
    const expiresAt = Date.now() + 60_000;
    await storeToken(app, 'short', {
      type: 'full-access',
      expiresAt,
      lastUsedAt: Date.now(),
    });
    await fromCache('/api/authors', { authorization: 'Bearer short' });
    vi.useFakeTimers({ toFake: ['Date'], now: expiresAt + 1 });
    onTestFinished(() => void vi.useRealTimers());
    const late = await get('/api/authors', { authorization: 'Bearer short' });
    expect([late.status, late.isHit]).toEqual([401, false]);
  });
});
