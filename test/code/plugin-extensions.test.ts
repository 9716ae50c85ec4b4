// Extensions of Quoin's own plugins: what works in them, and what has no effect.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { call, invite, registerAdmin } from '../support/admin.ts';
import { NOTE, upload } from '../support/uploads.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

/** A project whose extension of users-permissions has this body. */
function openExtended(extension: string, index = ''): Promise<TestApp> {
  return openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => { ${extension} return plugin; };`,
      'src/index.js': `module.exports = { register({ strapi }) { ${index} } };`,
    }),
  });
}

function register(app: TestApp, username: string): ReturnType<TestApp['request']> {
  const body = { username, email: `${username}@example.com`, password: 'Passw0rd!' };
  return app.request('/api/auth/local/register', {
    method: 'POST',
    authorization: null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

test('a wrapper around the auth controller can change its responses, which are objects', async () => {
  await using app = await openExtended(`
    const auth = plugin.controllers.auth;
    plugin.controllers.auth = (context) => {
      const actions = auth(context);
      const register = actions.register;
      actions.register = async (ctx) => {
        await register(ctx);
        ctx.response.body.user.greeting = 'Hello ' + ctx.body.user.username;
      };
      return actions;
    };`);
  const response = await register(app, 'ada');
  expect(response.status).toBe(200);
  expect(response.json()).toMatchObject({
    jwt: expect.any(String),
    user: { username: 'ada', greeting: 'Hello ada' },
  });
  expect(response.headers['cache-control']).toBe('no-store');
});

test('an action that register() replaces is used, but not one that is set on the function', async () => {
  await using app = await openExtended(
    `plugin.controllers.auth.register = (ctx) => ctx.forbidden('No');`,
    `const { auth } = strapi.plugins['users-permissions'].controllers;
     const register = auth.register;
     auth.register = async (ctx) => { await register(ctx); ctx.body = { wrapped: ctx.body.user.username }; };`,
  );
  const response = await register(app, 'ada');
  expect([response.status, response.json()]).toEqual([200, { wrapped: 'ada' }]);
});

test('code can catch and change errors of actions', async () => {
  await using app = await openExtended(
    '',
    `const { auth } = strapi.plugins['users-permissions'].controllers;
     const register = auth.register;
     auth.register = async (ctx) => {
       try { await register(ctx); }
       catch (error) { error.details = { ...error.details, seen: error.name }; throw error; }
     };`,
  );
  await register(app, 'ada');
  const response = await register(app, 'ada');
  expect(response.status).toBe(400);
  expect(response.json()).toMatchObject({
    error: {
      name: 'ApplicationError',
      message: 'Email or Username are already taken',
      details: { seen: 'ApplicationError' },
    },
  });
});

test('the error of a missing user has its usual message after global middlewares, which see an exception', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'config/middlewares.js': `module.exports = ['strapi::logger', 'strapi::errors', 'strapi::security', 'strapi::cors',
        'strapi::query', 'strapi::body', 'strapi::favicon', 'strapi::public', 'global::seen'];`,
      'src/middlewares/seen.js': `module.exports = () => async (ctx, next) => {
        try { await next(); } catch (error) { ctx.set('x-seen', error.name); throw error; } };`,
    }),
  });
  const response = await app.request('/api/users/99', {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'nobody' }),
  });
  expect(response.status).toBe(404);
  expect(response.json()).toMatchObject({
    error: { name: 'NotFoundError', message: 'User not found' },
  });
  expect(response.headers['x-seen']).toBe('NotFoundError');
});

test('filters, replaces and adds routes', async () => {
  await using app = await openExtended(`
    const routes = plugin.routes['content-api'];
    routes.routes = routes.routes.filter(({ path }) => path !== '/users/count');
    plugin.controllers.user.hello = (ctx) => { ctx.body = { hello: ctx.params.name }; };
    routes.routes.push({ method: 'GET', path: '/hello/:name', handler: 'user.hello', config: { auth: false } });`);
  const hello = await app.request('/api/users-permissions/hello/ada', { authorization: null });
  expect([hello.status, hello.json()]).toEqual([200, { hello: 'ada' }]);
  // No user has that id.
  expect((await app.request('/api/users/count')).status).toBe(204);
  expect((await app.request('/api/users')).status).toBe(200);
  // The new action can be granted to roles.
  expect((await app.request('/api/users-permissions/permissions')).json()).toMatchObject({
    permissions: {
      'plugin::users-permissions': {
        controllers: { user: { hello: { enabled: false, policy: '' }, find: {} } },
      },
    },
  });
});

test('accepts root routes of a plugin without a slash', async () => {
  await using app = await openExtended('');
  const body =
    '------x\r\nContent-Disposition: form-data; name="files"; filename="a.txt"\r\n\r\ntext\r\n------x--\r\n';
  const headers = { 'content-type': 'multipart/form-data; boundary=----x' };
  const uploaded = await app.request('/api/upload', { method: 'POST', headers, body });
  expect(uploaded.status).toBe(201);
  const mail = JSON.stringify({ to: 'ada@example.com', subject: 'Hello', text: 'Text' });
  const sent = await app.request('/api/email', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: mail,
  });
  expect(sent.status).toBe(200);
});

test('code uses a replaced service', async () => {
  await using _app = await openExtended(`
    const user = plugin.services.user;
    plugin.services.user = (context) => ({ ...user(context), nickname: () => 'Ada' });`);
  const strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const service = strapi.service('plugin::users-permissions.user');
  expect(Reflect.apply(service?.['nickname'] as () => unknown, service, [])).toBe('Ada');
  expect(await Reflect.apply(service?.['count'] as () => unknown, service, [])).toBe(0);
});

test('limits on account requests apply to actions of code', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'config/plugins.js': `module.exports = { 'users-permissions': { config: { ratelimit: { max: 2 } } } };`,
      'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
        const auth = plugin.controllers.auth;
        plugin.controllers.auth = (context) => ({ ...auth(context), callback: async (ctx) => { ctx.body = { own: true }; } });
        return plugin;
      };`,
    }),
  });
  const statuses: number[] = [];
  for (let n = 0; n < 3; n += 1) {
    const { status } = await app.request('/api/auth/local', {
      method: 'POST',
      authorization: null,
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ identifier: 'ada@example.com', password: 'x' }),
    });
    statuses.push(status);
  }
  expect(statuses).toEqual([200, 200, 429]);
});

test('routes of accounts are missing if the user type lacks required attributes', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'src/extensions/users-permissions/content-types/user/schema.json': {
        attributes: { nickname: { type: 'string' } },
      },
      'src/index.js': 'module.exports = { register() {} };',
    }),
  });
  const responses = [
    await app.request('/api/auth/email-confirmation?confirmation=x'),
    await app.request('/api/auth/sessions'),
    await app.request('/api/users'),
  ];
  expect(responses.map(({ status }) => status)).toEqual([404, 404, 200]);
});

test('a wrapper around the upload action receives the files, and the response as objects', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
        const make = plugin.controllers['content-api'];
        plugin.controllers['content-api'] = (context) => {
          const actions = make(context);
          const { upload } = actions;
          return { ...actions, async upload(ctx) {
            const { originalFilename } = [ctx.request.files.files].flat()[0];
            await upload(ctx);
            ctx.body = { originalFilename, files: ctx.body };
          } };
        };
        return plugin;
      };`,
    }),
  });
  const info: [string, string] = ['fileInfo', JSON.stringify({ caption: 'c' })];
  const added = await upload(app, [NOTE, info]);
  const { originalFilename, files } = added.json<{ originalFilename: string; files: Row[] }>();
  expect([added.status, originalFilename]).toEqual([201, 'note.txt']);
  expect(files).toMatchObject([{ name: 'note.txt', caption: 'c', isUrlSigned: false }]);
  expect(files[0]).not.toHaveProperty('folderPath');
  const query = `?id=${files[0]?.id}`;
  const changed = await upload(app, [NOTE, ['fileInfo', JSON.stringify({ name: 'b.txt' })]], {
    query,
  });
  expect(changed.json()).toMatchObject({ files: { id: files[0]?.id, name: 'b.txt' } });
});

test('routes of uploads can be found by their handlers, and accept middlewares', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'src/middlewares/seen.js':
        'module.exports = () => async (ctx, next) => { await next(); ctx.set("x-seen", ctx.state.user?.firstname ?? "yes"); };',
      'src/index.js': `module.exports = { register({ strapi }) {
        const { routes } = strapi.plugin('upload');
        for (const route of [...routes.admin.routes, ...routes['content-api'].routes])
          if (['admin-file.find', 'content-api.find'].includes(route.handler))
            route.config = { ...route.config, middlewares: ['global::seen'] };
      } };`,
    }),
  });
  const token = await registerAdmin(app);
  const seen = async (url: string, authorization: string | null): Promise<unknown[]> => {
    const { status, headers } = await app.request(url, { authorization });
    return [status, headers['x-seen']];
  };
  expect(await seen('/upload/files', `Bearer ${token}`)).toEqual([200, 'Ada']);
  expect(await seen('/upload/folders', `Bearer ${token}`)).toEqual([200, undefined]);
  expect(await seen('/upload/files', null)).toEqual([401, undefined]);
  expect((await app.request('/api/upload/files')).headers['x-seen']).toBe('yes');
});

test('middlewares on administrators’ routes run for those with the permission, and can change the request', async () => {
  await using app = await openTestApp({
    project: makeProject({
      [schemaOf('page')]: collectionType('page'),
      'src/index.js': `module.exports = { register({ strapi }) {
        const routes = strapi.plugin('upload').routes.admin.routes;
        const add = (method, path, middleware) => {
          const route = routes.find((each) => each.method === method && each.path === path);
          route.config = { ...route.config, middlewares: [middleware] };
        };
        const mark = (ctx) => ctx.set('x-user', ctx.state.user.firstname);
        add('GET', '/settings', (ctx) => { mark(ctx); ctx.body = 'own'; });
        add('POST', '/folders', async (ctx, next) => {
          mark(ctx);
          ctx.request.body.name += '!';
          await next();
          ctx.body = { own: ctx.body.data.name };
        });
      } };`,
    }),
  });
  const token = await registerAdmin(app);
  const body = { name: 'Nobody', description: '' };
  const role = await call(app, '/admin/roles', { method: 'POST', token, body });
  const { id } = role.json<{ data: { id: number } }>().data;
  const other = await invite(app, token, { email: 'nobody@example.com', roles: [id] });
  const folder = { method: 'POST', body: { name: 'a', parent: null } } as const;
  const settings = await call(app, '/upload/settings', { token });
  expect([settings.text, settings.headers['x-user']]).toEqual(['own', 'Ada']);
  const created = await call(app, '/upload/folders', { ...folder, token });
  expect([created.json(), created.headers['x-user']]).toEqual([{ own: 'a!' }, 'Ada']);
  for (const each of [
    await call(app, '/upload/settings', { token: other.token }),
    await call(app, '/upload/folders', { ...folder, token: other.token }),
  ]) {
    expect([each.status, each.headers['x-user']]).toEqual([403, undefined]);
  }
});
