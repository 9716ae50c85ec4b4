// `metrics` of config/quoin: Prometheus metrics of requests by route pattern, of the database, the caches and the process.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { sectionOf } from '../support/documented.ts';
import { eventually } from '../support/eventually.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { onClient } from '../support/test-database.ts';

const RUNNING = new URL('../../docs/running.md', import.meta.url);

function projectWith(metrics: unknown): string {
  return makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/quoin.js': `module.exports = ${JSON.stringify({ metrics })};`,
  });
}

function open(metrics: unknown): Promise<TestApp> {
  return openTestApp({ project: projectWith(metrics) });
}

type Numbers = Readonly<Record<string, number>>;

/** By name and labels, as they are printed. */
function numbersOf(text: string): Numbers {
  const lines = text.trimEnd().split('\n');
  const reported = lines.filter((line) => !line.startsWith('#'));
  return Object.fromEntries(
    reported.map((line) => {
      const [, name = line, value] = /^([a-z_]\w*(?:\{.*\})?) (\S+)$/.exec(line) ?? [];
      expect([line, Number.isFinite(Number(value))]).toEqual([line, true]);
      return [name, Number(value)];
    }),
  );
}

async function numbers(app: TestApp): Promise<Numbers> {
  return numbersOf((await app.request('/metrics', { authorization: null })).text);
}

test('counts requests by route pattern', async () => {
  await using app = await open(true);
  await app.request('/api/posts?sort=title');
  await app.request('/api/posts/one');
  await app.request('/api/posts/two');
  await app.request('/api/posts/two', { authorization: null });
  await app.request('/api/secret/one');
  await app.request('/secret.txt');
  await app.request('/api/%zz');
  await app.request(`/api/posts/${'x'.repeat(2000)}`);
  const { text } = await app.request('/metrics');
  expect(text).not.toContain('secret');
  const one = 'method="GET",route="/api/posts/:id"';
  expect(numbersOf(text)).toMatchObject({
    'quoin_http_requests_total{method="GET",route="/api/posts",status="200"}': 1,
    [`quoin_http_requests_total{${one},status="404"}`]: 2,
    [`quoin_http_requests_total{${one},status="403"}`]: 1,
    [`quoin_http_request_duration_seconds_bucket{${one},le="+Inf"}`]: 3,
    [`quoin_http_request_duration_seconds_count{${one}}`]: 3,
    'quoin_http_requests_total{method="GET",route="none",status="404"}': 3,
    'quoin_http_requests_total{method="GET",route="none",status="400"}': 1,
    'quoin_http_request_duration_seconds_count{method="GET",route="none"}': 4,
  });
});

test('reports the database and the process', async () => {
  await using app = await open(true);
  const before = await numbers(app);
  const body = JSON.stringify({ data: { title: 'One' } });
  const headers = { 'content-type': 'application/json' };
  const made = await app.request('/api/posts', { method: 'POST', body, headers });
  expect(made.status).toBe(201);
  const after = await numbers(app);
  const grown = (name: string): number => (after[name] ?? 0) - (before[name] ?? 0);
  expect(grown('quoin_database_writes_total')).toBeGreaterThan(0);
  expect(grown('quoin_database_transactions_total')).toBeGreaterThan(0);
  expect(grown('quoin_database_statements_total')).toBeGreaterThan(1);
  expect(after).toHaveProperty('quoin_database_reads_total');
  expect(after).toHaveProperty('quoin_database_writes_waiting');
  expect(after['process_resident_memory_bytes']).toBeGreaterThan(1_000_000);
  expect(after['process_cpu_seconds_total']).toBeGreaterThan(0);
  expect(after).toHaveProperty('nodejs_eventloop_lag_p99_seconds');
  const connections = Object.keys(after).filter((name) =>
    name.startsWith('quoin_database_connections'),
  );
  expect(connections.length).toBe(onClient({ sqlite: 0, postgres: 3 }));
});

test('docs/running.md lists every metric', async () => {
  await using app = await open(true);
  await app.request('/api/posts');
  const { text } = await app.request('/metrics');
  const reported = [...text.matchAll(/^# TYPE (quoin_\S+)/gm)].map(([, name = '']) => name);
  const page = sectionOf(readFileSync(RUNNING, 'utf8'), 'Monitoring');
  const named = new Set([...page.matchAll(/quoin_[a-z_]+/g)].map(String));
  const ofAll = onClient({ sqlite: /^(?!quoin_database_connections)/, postgres: /^/ });
  expect([...named].filter((name) => ofAll.test(name)).toSorted()).toEqual(reported.toSorted());
});

test('counts cached responses', async () => {
  await using app = await openAttachedApp({ project: projectWith(true) });
  const url = `http://127.0.0.1:${await app.listen()}/api/posts`;
  const headers = { authorization: `Bearer ${app.token}` };
  await eventually(async () => {
    await fetch(url, { headers });
    return (app.responseCache?.hits ?? 0) > 0;
  });
  const reported = await numbers(app);
  expect(reported['quoin_response_cache_hits_total']).toBe(app.responseCache?.hits);
  expect(reported['quoin_response_cache_stores_total']).toBeGreaterThan(0);
  expect(reported['quoin_response_cache_bytes']).toBeGreaterThan(100);
});

describe('the endpoint', () => {
  test.each([undefined, false])('is disabled: %j', async (metrics) => {
    await using app = await open(metrics);
    expect((await app.request('/metrics')).status).toBe(404);
  });

  test('is served as text that is not cached', async () => {
    await using app = await open({});
    const { status, headers } = await app.request('/metrics', { authorization: null });
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/plain; version=0.0.4; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(headers).not.toHaveProperty('etag');
  });

  test('is served on another path', async () => {
    await using app = await open({ path: '/internal/numbers' });
    expect((await app.request('/internal/numbers')).status).toBe(200);
    expect((await app.request('/metrics')).status).toBe(404);
  });

  test('requires the configured token', async () => {
    await using app = await open({ token: 'a-word' });
    const statusOf = async (authorization: string | null): Promise<number> =>
      (await app.request('/metrics', { authorization })).status;
    expect(await statusOf('Bearer a-word')).toBe(200);
    for (const other of [null, 'Bearer a-wor', 'a-word', 'Basic a-word', `Bearer ${app.token}`]) {
      expect([other, await statusOf(other)]).toEqual([other, 401]);
    }
  });
});

test.each([
  ['"often"', 'metrics'],
  ['{ path: "metrics" }', 'metrics.path'],
  ['{ path: "/" }', 'metrics.path'],
  ['{ path: "/:id" }', 'metrics.path'],
  ['{ path: "/_health" }', 'metrics.path'],
  ['{ path: "/API/things" }', 'metrics.path'],
  ['{ token: "" }', 'metrics.token'],
  ['{ token: "two words" }', 'metrics.token'],
  // A variable that is not set.
  ['{ token: process.env.NOT_SET_AT_ALL }', 'metrics.token'],
  ['{ token: null }', 'metrics.token'],
])('stops the start with %s', async (metrics, path) => {
  const project = makeProject({ 'config/quoin.js': `module.exports = { metrics: ${metrics} };` });
  await expect(openTestApp({ project })).rejects.toMatchObject({
    issues: [expect.objectContaining({ path })],
  });
});
