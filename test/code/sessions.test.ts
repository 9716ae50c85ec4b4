// `ctx.session`: values in a signed cookie.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { makeProject } from '../support/project-folder.ts';

const KEYS = "module.exports = { app: { keys: ['one', 'two'] } };";

const open = (server: string = KEYS, config: object = {}): Promise<TestApp> => {
  const names = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];
  const list = [...names.map((name) => `strapi::${name}`), { name: 'strapi::session', config }];
  return openTestApp({
    project: makeProject({
      'config/server.js': server,
      'config/middlewares.js': `module.exports = ${JSON.stringify(list)};`,
      'src/api/own/routes/own.js': `module.exports = { routes: [
        ['/read', (ctx) => { ctx.body = { session: ctx.session, isNew: ctx.session.isNew }; }],
        ['/write', (ctx) => { ctx.session.count = (ctx.session.count ?? 0) + 1; ctx.body = 'ok'; }],
        ['/end', (ctx) => { ctx.session = null; ctx.body = 'ok'; }],
        ['/plain', (ctx) => { ctx.body = 'ok'; }],
      ].map(([path, handler]) => ({ method: 'GET', path, handler, config: { auth: false } })) };`,
    }),
  });
};

const cookiesOf = ({ headers }: TestResponse): readonly string[] =>
  [headers['set-cookie'] ?? []].flat().map(String);

/** The cookies of a response, as a client sends them back. */
const sent = (response: TestResponse): string =>
  cookiesOf(response)
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

const get = (app: TestApp, path: string, cookie: string = ''): Promise<TestResponse> =>
  app.request(`/api${path}`, { authorization: null, headers: cookie === '' ? {} : { cookie } });

test('values remain available in later requests', async () => {
  await using app = await open();
  const first = await get(app, '/write');
  expect(cookiesOf(first)).toEqual([
    expect.stringMatching(/^koa\.sess=[\w=+/]+; path=\/; expires=.*; httponly$/),
    expect.stringMatching(/^koa\.sess\.sig=/),
  ]);
  const second = await get(app, '/write', sent(first));
  const read = await get(app, '/read', sent(second));
  expect(read.json()).toEqual({ session: { count: 2 }, isNew: false });
  expect(cookiesOf(read)).toEqual([]);
});

test('a cookie is set only for changed sessions, and removed by null', async () => {
  await using app = await open();
  expect(cookiesOf(await get(app, '/plain'))).toEqual([]);
  const read = await get(app, '/read');
  expect(read.json()).toEqual({ session: {}, isNew: true });
  expect(cookiesOf(read)).toEqual([]);
  const ended = await get(app, '/end', sent(await get(app, '/write')));
  expect(cookiesOf(ended)[0]).toMatch(/^koa\.sess=; path=\/; expires=/);
});

test('changed and expired cookies are rejected', async () => {
  await using app = await open(KEYS, { maxAge: 1 });
  const cookie = sent(await get(app, '/write'));
  const forged = cookie.replace(/koa\.sess=[^;]+/, `koa.sess=${btoa('{"count":9}')}`);
  expect((await get(app, '/read', forged)).json()).toEqual({ session: {}, isNew: true });
  await expect
    .poll(async () => (await get(app, '/read', cookie)).json())
    .toEqual({ session: {}, isNew: true });
});

test('a session requires keys, and is stored only in its cookie', async () => {
  await using app = await open('module.exports = {};');
  expect((await get(app, '/plain')).status).toBe(200);
  expect((await get(app, '/read')).status).toBe(500);
  await expect(open(KEYS, { store: {} })).rejects.toThrow('does not support store');
});

test('options for another store or format stop the start', async () => {
  await expect(open(KEYS, { encode: {}, sameSite: 'lax', prefix: 'p' })).rejects.toThrow(
    'strapi::session does not support encode, prefix.',
  );
});

test('unknown options have no effect', async () => {
  await using app = await open(KEYS, { proxy: true, name: 'other', cookie: { sameSite: 'lax' } });
  expect(sent(await get(app, '/write'))).toContain('koa.sess=');
});
