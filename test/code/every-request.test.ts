// Project code runs for every request that it applies to: its responses are not served from the response cache.
import { expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const files = {
  [schemaOf('post')]: collectionType('post'),
  [schemaOf('note')]: collectionType('note'),
  'src/api/post/routes/post.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::post.post', {
    config: { find: { policies: ['global::once'] } },
  });`,
  'src/policies/once.js': `let calls = 0;
    module.exports = () => (calls += 1) <= 2;`,
};

/** The first response updates the row of the token, so only later ones could be stored. */
const thrice = async (port: number, path: string, token: string): Promise<readonly Response[]> => {
  const get = (): Promise<Response> =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${token}` } });
  return [await get(), await get(), await get()];
};

test('a policy runs for each request', async () => {
  await using app = await openTestApp({ project: makeProject(files) });
  const responses = await thrice(await app.listen(), '/api/posts', app.token);
  expect(responses.map(({ status }) => status)).toEqual([200, 200, 403]);
});

test('only origins listed in strapi::cors get its headers and preflights', async () => {
  const cors = `{ name: 'strapi::cors', config: { origin: ['https://a.example'] } }`;
  await using app = await openTestApp({
    project: makeProject({
      ...files,
      'src/middlewares/next.js': 'module.exports = () => (ctx, next) => next();',
      'config/middlewares.js': `module.exports = ['strapi::errors', 'strapi::security', ${cors}, 'strapi::query',
        'strapi::body', 'global::next', 'strapi::favicon', 'strapi::public'];`,
    }),
  });
  const port = await app.listen();
  const sendAs = async (origin: string): Promise<readonly unknown[]> => {
    const { status, headers } = await fetch(`http://127.0.0.1:${port}/api/notes`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'GET' },
    });
    const names = ['allow', 'access-control-allow-origin', 'access-control-allow-methods'];
    return [status, ...names.map((name) => headers.get(name) !== null)];
  };
  expect(await sendAs('https://a.example')).toEqual([204, false, true, true]);
  expect(await sendAs('https://b.example')).toEqual([200, true, false, false]);
});

/** config/middlewares with one more middleware at the end. */
function middlewaresWith(name: string): string {
  const builtIn = ['errors', 'security', 'cors', 'query', 'body', 'favicon', 'public'];
  const list = [...builtIn.map((each) => `strapi::${each}`), name];
  return `module.exports = ${JSON.stringify(list)};`;
}

test('a global middleware runs for each request to a direct route', async () => {
  const counting = `let calls = 0;
    module.exports = () => async (ctx, next) => {
      await next();
      ctx.set('x-calls', String((calls += 1)));
    };`;
  await using app = await openTestApp({
    project: makeProject({
      ...files,
      'src/middlewares/counting.js': counting,
      'config/middlewares.js': middlewaresWith('global::counting'),
    }),
  });
  const responses = await thrice(await app.listen(), '/api/notes', app.token);
  expect(responses.map(({ headers }) => headers.get('x-calls'))).toEqual(['1', '2', '3']);
});

test('a global middleware changes the query of administrators’ routes, including values that are not strings', async () => {
  const changing = `module.exports = () => (ctx, next) => {
    Object.assign(ctx.query, { page: 1, pageSize: 1, none: undefined, filters: { id: { $gt: 1 } } });
    return next();
  };`;
  await using app = await openTestApp({
    project: makeProject({
      ...files,
      'src/middlewares/changing.js': changing,
      'config/middlewares.js': middlewaresWith('global::changing'),
    }),
  });
  const token = await registerAdmin(app);
  const notes = '/content-manager/collection-types/api::note.note';
  for (const title of ['one', 'two', 'three']) {
    await call(app, notes, { method: 'POST', token, body: { title } });
  }
  const page = { page: 1, pageSize: 1 };
  expect((await call(app, `${notes}?page=2`, { token })).json()).toMatchObject({
    results: [{ title: 'two' }],
    pagination: { ...page, total: 2 },
  });
  expect((await call(app, '/admin/users', { token })).json()).toMatchObject({
    data: { results: [], pagination: { ...page, total: 0 } },
  });
  expect((await call(app, '/upload/files', { token })).json()).toMatchObject({
    results: [],
    pagination: page,
  });
});
