// `ctx.state` of requests to built-in routes that project code takes part in: the caller and the route.
import { expect, test } from 'vitest';
// Loaded here, not in the first test: that takes long on a busy machine.
import '../../src/app/code/runtime.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const POST = 'api::post.post';

/** The actions that signed-in users may call. */
const ALLOWED = [
  ...['find', 'findOne', 'create', 'update', 'publish'].map((action) => `${POST}.${action}`),
  'plugin::users-permissions.user.me',
  'plugin::upload.content-api.upload',
];

const SIGN_IN = `module.exports = {
  async bootstrap({ strapi }) {
    const role = await strapi.db.query('plugin::users-permissions.role').findOne({ where: { type: 'authenticated' } });
    const permissions = strapi.db.query('plugin::users-permissions.permission');
    for (const action of ${JSON.stringify(ALLOWED)}) await permissions.create({ data: { action, role: role.id } });
    const values = { username: 'ada', email: 'ada@example.com', password: 'secret1', confirmed: true, role: role.id };
    const user = await strapi.plugin('users-permissions').service('user').add({ ...values, provider: 'local' });
    strapi.app = { token: strapi.plugin('users-permissions').service('jwt').issue({ id: user.id }) };
  },
};`;

const files: ProjectFiles = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    author: { type: 'string' },
  }),
  'src/index.js': SIGN_IN,
};

/** Adds the caller and the route to the response, as headers. */
const WATCHING = {
  'src/middlewares/watching.js': `module.exports = () => async (ctx, next) => {
    await next();
    const { user, auth, isAuthenticated, route } = ctx.state;
    ctx.set('x-caller', [user?.username, auth?.strategy.name, isAuthenticated].join());
    ctx.set('x-route', [route?.method, route?.handler, route?.info.type].join());
  };`,
  'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query',
    'strapi::body', 'global::watching', 'strapi::favicon', 'strapi::public'];`,
};

function tokenOfUser(): string {
  const { app } = Reflect.get(globalThis, 'strapi') as { readonly app: { readonly token: string } };
  return app.token;
}

const send = (app: TestApp, method: 'POST' | 'PUT', url: string, data: object) =>
  app.request(url, {
    method,
    authorization: `Bearer ${tokenOfUser()}`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data }),
  });

test('lifecycle hooks find the caller of a core route in the request context', async () => {
  const project = makeProject({
    ...files,
    'src/api/post/content-types/post/lifecycles.js': `
      const sign = ({ params: { data } }) => {
        const { state } = strapi.requestContext.get() ?? {};
        if (state) data.author = [state.user.username, state.user.role.type, state.route.handler].join(' ');
      };
      module.exports = { beforeCreate: sign, beforeUpdate: sign };`,
  });
  await using app = await openTestApp({ project });
  const created = await send(app, 'POST', '/api/posts?status=draft', { title: 'A' });
  expect(created.json()).toMatchObject({
    data: { author: 'ada authenticated api::post.post.create' },
  });
  const { documentId } = created.json<{ readonly data: { readonly documentId: string } }>().data;
  const updated = await send(app, 'PUT', `/api/posts/${documentId}?status=draft`, { title: 'B' });
  expect(updated.json()).toMatchObject({
    data: { author: 'ada authenticated api::post.post.update' },
  });
  const published = await send(app, 'POST', `/api/posts/${documentId}/actions/publish`, {});
  expect(published.json()).toMatchObject({
    data: { author: 'ada authenticated api::post.post.publish' },
  });
});

test('hooks of components find the context of the request that writes their owner', async () => {
  const project = makeProject({
    'src/components/page/hero.json': {
      collectionName: 'components_page_heroes',
      info: { displayName: 'Hero' },
      attributes: { by: { type: 'string' } },
    },
    [schemaOf('post')]: collectionType('post', {
      hero: { type: 'component', component: 'page.hero' },
    }),
    'src/index.js': SIGN_IN.replace(
      'async bootstrap',
      `register({ strapi }) {
        strapi.db.lifecycles.subscribe({ models: ['page.hero'], beforeCreate({ params: { data } }) {
          data.by = strapi.requestContext.get()?.state.user.username ?? 'nobody';
        } });
      },
      async bootstrap`,
    ),
  });
  await using app = await openTestApp({ project });
  const created = await send(app, 'POST', '/api/posts?populate=hero&status=draft', { hero: {} });
  expect(created.json()).toMatchObject({ data: { hero: { by: 'ada' } } });
});

test('global middlewares find the caller and the route of built-in routes', async () => {
  await using app = await openTestApp({ project: makeProject({ ...files, ...WATCHING }) });
  const authorization = `Bearer ${tokenOfUser()}`;
  const seen = async (url: string, as: string | null = authorization): Promise<unknown[]> => {
    const { status, headers } = await app.request(url, { authorization: as });
    return [status, headers['x-caller'], headers['x-route']];
  };
  const byUser = 'ada,users-permissions,true';
  expect(await seen('/api/posts')).toEqual([200, byUser, 'GET,api::post.post.find,content-api']);
  expect(await seen('/api/users/me')).toEqual([200, byUser, 'GET,user.me,content-api']);
  expect(await seen('/api/posts', `Bearer ${app.token}`)).toEqual([
    200,
    ',content-api-token,true',
    'GET,api::post.post.find,content-api',
  ]);
  expect(await seen('/api/posts', null)).toEqual([
    403,
    ',users-permissions,true',
    'GET,api::post.post.find,content-api',
  ]);
  expect(await seen('/api/posts', 'Bearer wrong')).toEqual([
    401,
    ',,',
    'GET,api::post.post.find,content-api',
  ]);
  expect(await seen('/admin/users/me', null)).toEqual([401, ',,', 'GET,,admin']);
});

test('the rate limit of a built-in route counts a request once', async () => {
  await using app = await openTestApp({ project: makeProject({ ...files, ...WATCHING }) });
  const left: unknown[] = [];
  for (let sent = 0; sent < 2; sent += 1) {
    const { headers } = await app.request('/api/auth/local', {
      method: 'POST',
      authorization: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada', password: 'wrong' }),
    });
    left.push(headers['x-ratelimit-remaining']);
  }
  expect(Number(left[0]) - Number(left[1])).toBe(1);
});

test('the body of a rejected upload is read to its end', async () => {
  await using app = await openTestApp({ project: makeProject({ ...files, ...WATCHING }) });
  const port = await app.listen();
  const form = new FormData();
  form.set('files', new Blob(['x'.repeat(2_000_000)]), 'a.txt');
  const response = await fetch(`http://127.0.0.1:${port}/api/upload`, {
    method: 'POST',
    headers: { authorization: 'Bearer wrong', connection: 'close' },
    body: form,
  });
  expect(response.status).toBe(401);
});
