// Long strings of clients are not used as cache keys, and long names of object keys are rejected.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CACHE_BYTES, MAX_KEY_LENGTH } from '../../src/base/limits.ts';
import { cacheSizes } from '../../src/base/lru-map.ts';
import type { ResponseCache } from '../../src/http/cache/response-cache.ts';
import type { TestApp } from '../support/app.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { eventually } from '../support/eventually.ts';

const LONG = 'x'.repeat(50_000);
const PATH = '/api/articles?fields=title';
const REQUESTS = 12;

let app: TestApp;
let origin: string;

beforeAll(async () => {
  app = await openAttachedApp({ database: 'fixtures/kitchen-seeded.db' });
  origin = `http://127.0.0.1:${await app.listen()}`;
  await eventually(async () => {
    await get(PATH);
    await get(PATH);
    return cache().hits > 0;
  });
});
afterAll(() => app.close());

function cache(): ResponseCache {
  if (!app.responseCache) throw new Error('The cache is off.');
  return app.responseCache;
}

async function get(path: string, authorization = `Bearer ${app.token}`): Promise<number> {
  const response = await fetch(origin + path, { headers: { authorization } });
  await response.text();
  return response.status;
}

function numbered(make: (digits: string) => string): readonly string[] {
  return Array.from({ length: REQUESTS }, (_, i) => make(String(i).padStart(3, '0')));
}

test('does not cache responses to long URLs', async () => {
  const { stores } = cache();
  for (const path of numbered((digits) => `${PATH}&x=${LONG}${digits}`)) {
    expect(await get(path)).toBe(200);
  }
  expect(cache().stores).toBe(stores);
  const room = MAX_KEY_LENGTH - `${PATH}&x=`.length - 3;
  for (const path of numbered((digits) => `${PATH}&x=${'x'.repeat(room)}${digits}`)) {
    expect(await get(path)).toBe(200);
  }
  expect(cache().stores).toBe(stores + REQUESTS);
});

test('does not cache callers with long Authorization headers', async () => {
  const { callers } = cache();
  const padded = (length: number) => (digits: string) => {
    const blanks = digits.replaceAll(/[1-9]/g, '\t').replaceAll('0', ' ');
    return `Bearer${' '.repeat(length)}${blanks}${' '.repeat(Number(digits) + 1)}${app.token}`;
  };
  for (const authorization of numbered(padded(50_000))) {
    expect(await get(PATH, authorization)).toBe(200);
  }
  expect(cache().callers).toBe(callers);
  for (const authorization of numbered(padded(100))) {
    expect(await get(PATH, authorization)).toBe(200);
  }
  expect(cache().callers).toBe(callers + REQUESTS);
});

test('limits the memory for callers, regardless of the number of Authorization headers', async () => {
  const requests = 500;
  // Recording the last use of the token clears the cache.
  await eventually(async () => {
    for (let i = 0; i < requests; i += 1) {
      expect(await get(PATH, `Bearer${' '.repeat(7000 + i)}${app.token}`)).toBe(200);
    }
    return (cacheSizes().get('callers') ?? 0) > CACHE_BYTES.callers * 0.9;
  });
  expect(cache().callers).toBeLessThan(requests);
});

test('rejects a query parameter with a long name', async () => {
  for (const query of [
    `${LONG}=1`,
    `a=1&${LONG}`,
    `filters[${LONG}][$eq]=1`,
    // The name ends at `]=`, not at the first `=`.
    `a[=${LONG}]=1`,
    `a%5B=${LONG}%5D=1`,
    `a=b[${LONG}]=1`,
    `a%5b%3D${LONG}%5d=1`,
  ]) {
    const headers = { authorization: `Bearer ${app.token}` };
    const response = await fetch(`${origin}/api/articles?${query}`, { headers });
    const message = `Names of query parameters may have at most ${MAX_KEY_LENGTH} characters.`;
    expect([response.status, await response.json()]).toMatchObject([
      400,
      { error: { name: 'ValidationError', message } },
    ]);
  }
});

test('accepts a long value', async () => {
  for (const query of [`x=${LONG}`, `x[]=${LONG}`, `x=%5B${LONG}%5D`]) {
    expect(await get(`/api/articles?${query}`)).toBe(200);
  }
});

test('rejects a body with a long name, regardless of its type', async () => {
  const form = new FormData();
  form.set(LONG, '1');
  const bodies: readonly (readonly [string | FormData, string | null, string])[] = [
    [JSON.stringify({ data: { [LONG]: 1 } }), 'application/json', 'SyntaxError'],
    [JSON.stringify({ data: { aJson: { [LONG]: 1 } } }), 'application/json', 'SyntaxError'],
    [`data[${LONG.slice(0, 20_000)}]=1`, 'application/x-www-form-urlencoded', 'ValidationError'],
    [`data[=${LONG.slice(0, 20_000)}]=1`, 'application/x-www-form-urlencoded', 'ValidationError'],
    [form, null, 'ValidationError'],
  ];
  for (const [body, type, name] of bodies) {
    const response = await fetch(`${origin}/api/samples`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${app.token}`,
        ...(type === null ? {} : { 'content-type': type }),
      },
      body,
    });
    const text = await response.text();
    expect([response.status, JSON.parse(text)]).toMatchObject([400, { error: { name } }]);
    expect(text).toContain(`${MAX_KEY_LENGTH} characters`);
  }
});
