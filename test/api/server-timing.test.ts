// `timing` of config/quoin: responses contain the duration of the stages of their requests.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestRequest } from '../support/app.ts';
import { call, registerAdmin, type AdminCall } from '../support/admin.ts';
import { openAttachedApp } from '../support/attached-app.ts';
import { eventually } from '../support/eventually.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

function projectWith(quoin: object): string {
  return makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/quoin.json': quoin,
  });
}

function open(quoin: object): Promise<TestApp> {
  return openTestApp({ project: projectWith(quoin) });
}

/** The names of stages, in order. @throws if a time is invalid */
function stagesOf(value: unknown): readonly string[] {
  return String(value)
    .split(', ')
    .map((part) => {
      const [, name, time] = /^([a-z]+);dur=(\d+(?:\.\d{1,3})?)$/.exec(part) ?? [];
      if (name === undefined || time === undefined) throw new Error(`no stage: ${part}`);
      return name;
    });
}

const READ = ['auth', 'plan', 'db', 'shape', 'total'];
const WRITTEN = ['body', 'auth', 'plan', 'check', 'db', 'total'];
const ACTED = ['auth', 'plan', 'check', 'db', 'total'];

test('lists the stages of a request', async () => {
  await using app = await open({ timing: true });
  const stages = async (url: string, request: TestRequest = {}): Promise<readonly string[]> =>
    stagesOf((await app.request(url, request)).headers['server-timing']);
  const created = await app.request('/api/posts', jsonOf('POST', { title: 'One' }));
  const { documentId } = created.json<{ data: { documentId: string } }>().data;
  const post = `/api/posts/${documentId}`;
  expect(stagesOf(created.headers['server-timing'])).toEqual(WRITTEN);
  expect(await stages('/api/posts?status=draft')).toEqual(READ);
  expect(await stages(`${post}?status=draft`)).toEqual(READ);
  expect(await stages(post, jsonOf('PUT', { title: 'Two' }))).toEqual(WRITTEN);
  expect(await stages(`${post}/actions/publish`, { method: 'POST' })).toEqual(ACTED);
  expect(await stages(post, { method: 'DELETE' })).toEqual(ACTED);
});

test('lists the stages up to an error', async () => {
  await using app = await open({ timing: true });
  const timings = async (url: string, request: TestRequest = {}): Promise<unknown> => {
    const { status, headers } = await app.request(url, request);
    return [status, stagesOf(headers['server-timing'])];
  };
  expect(await timings('/api/posts', { authorization: 'Bearer me' })).toEqual([401, ['total']]);
  expect(await timings('/api/posts', { authorization: null })).toEqual([403, ['auth', 'total']]);
  expect(await timings('/api/posts?sort=nope')).toEqual([400, ['auth', 'total']]);
  const rejected = jsonOf('POST', { title: 1, nope: 1 });
  expect(await timings('/api/posts', rejected)).toEqual([400, ['body', 'auth', 'plan', 'total']]);
  expect(await timings('/api/nothing')).toEqual([404, ['total']]);
});

test('lists the stages of other routes', async () => {
  await using app = await open({ timing: true });
  const token = await registerAdmin(app);
  const stages = async (url: string, options: AdminCall = {}): Promise<readonly string[]> =>
    stagesOf((await call(app, url, options)).headers['server-timing']);
  const entry = { method: 'POST', token, body: { title: 'One' } } as const;
  const posts = '/content-manager/collection-types/api::post.post';
  expect(await stages(posts, { token })).toEqual(READ);
  expect(await stages(posts, entry)).toEqual(expect.arrayContaining(['check', 'db']));
  expect(await stages('/api/users', { token: app.token })).toEqual(READ);
  expect(await stages('/api/upload/files', { token: app.token })).toEqual(READ);
  expect(await stages('/upload/files', { token })).toEqual(READ);
  expect(await stages('/admin/users', { token })).toEqual(expect.arrayContaining(['auth', 'db']));
  const account = { email: 'b@example.com', username: 'b', password: 'Passw0rd!', role: 1 };
  const user = { method: 'POST', token: app.token, body: account } as const;
  expect(await stages('/api/users', user)).toEqual(expect.arrayContaining(['check', 'db']));
});

test('reports only the cache for a cached response', async () => {
  await using app = await openAttachedApp({ project: projectWith({ timing: true }) });
  const url = `http://127.0.0.1:${await app.listen()}/api/posts`;
  const get = async (head: Readonly<Record<string, string>> = {}): Promise<Response> =>
    await fetch(url, { headers: { authorization: `Bearer ${app.token}`, ...head } });
  let response = await get();
  expect(stagesOf(response.headers.get('server-timing'))).toEqual(READ);
  await eventually(async () => {
    response = await get();
    return (app.responseCache?.hits ?? 0) > 0;
  });
  expect(response.headers.get('server-timing')).toBe('cache;desc=hit');
  let known = response;
  await eventually(async () => {
    known = await get({ 'if-none-match': response.headers.get('etag') ?? '' });
    return known.headers.get('server-timing') === 'cache;desc=hit';
  });
  expect(known.status).toBe(304);
});

test.each([{}, { timing: false }])('can be disabled: %j', async (quoin) => {
  await using app = await open(quoin);
  const responses = [
    await app.request('/api/posts'),
    await app.request('/api/posts', { authorization: null }),
    await app.request('/api/posts', jsonOf('POST', { title: 'One' })),
  ];
  for (const { headers } of responses) expect(headers).not.toHaveProperty('server-timing');
});

test('rejects other values', async () => {
  await expect(open({ timing: 'often' })).rejects.toMatchObject({
    issues: [expect.objectContaining({ path: 'timing' })],
  });
});

const JSON_TYPE = { 'content-type': 'application/json' };

function jsonOf(method: 'POST' | 'PUT', data: object): TestRequest {
  return { method, body: JSON.stringify({ data }), headers: JSON_TYPE };
}
