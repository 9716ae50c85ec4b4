// Authentication strategies of project code: which callers they identify, and their permissions.
import { expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { NOTE } from '../support/uploads.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

/** A strategy for the credentials `Bearer <name>-<key>`. */
const strategy = (name: string, verify: string): string => `{
  name: '${name}',
  async authenticate(ctx) {
    const [, key] = /^Bearer ${name}-(.+)$/.exec(ctx.get('authorization')) ?? [];
    if (key === undefined) return { authenticated: false };
    if (key === 'bad') return { authenticated: false, error: 'The key is bad' };
    return { authenticated: true, credentials: { key }, ability: key };
  },
  ${verify}
}`;

const VERIFY = `async verify(auth, config) {
    const { ForbiddenError } = require('@strapi/utils').errors;
    const scopes = [].concat(config.scope ?? []);
    if (scopes.some((scope) => !scope.startsWith('api::post.') && !scope.startsWith('api::own.'))) {
      throw new ForbiddenError();
    }
  },`;

const files: ProjectFiles = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    note: { type: 'relation', relation: 'oneToOne', target: 'api::note.note' },
  }),
  [schemaOf('note')]: collectionType('note'),
  'src/api/own/controllers/own.js': `module.exports = {
    run: ({ state: { auth, user, isAuthenticated } }) => ({
      name: auth.strategy.name, credentials: auth.credentials, ability: auth.ability, isAuthenticated, user }),
  };`,
  'src/api/own/routes/own.js': `module.exports = { routes: [
    { method: 'GET', path: '/own', handler: 'own.run' } ] };`,
  'src/index.js': `module.exports = {
    register({ strapi }) {
      strapi.get('auth').register('content-api', ${strategy('first', VERIFY)});
      strapi.get('auth').register('content-api', ${strategy('second', '')});
    },
    async bootstrap({ strapi }) {
      const note = await strapi.documents('api::note.note').create({ data: { title: 'N' }, status: 'published' });
      await strapi.documents('api::post.post').create({ data: { title: 'A', note: note.documentId }, status: 'published' });
    },
  };`,
};

const request = (app: TestApp, url: string, token: string): Promise<TestResponse> =>
  app.request(url, { authorization: `Bearer ${token}` });

const errorOf = (response: TestResponse): unknown => {
  const { error } = response.json<{ readonly error: { readonly message: string } }>();
  return [response.status, error.message];
};

test('strategies of code identify callers that built-in ones do not', async () => {
  await using app = await openTestApp({ project: makeProject(files) });
  const own = (token: string): Promise<TestResponse> => request(app, '/api/own', token);
  expect(errorOf(await own('third-k'))).toEqual([401, 'Missing or invalid credentials']);
  expect((await own('first-k')).json()).toEqual({
    name: 'first',
    credentials: { key: 'k' },
    ability: 'k',
    isAuthenticated: true,
  });
  expect((await own('second-k')).json()).toMatchObject({ name: 'second' });
  expect(errorOf(await own('first-bad'))).toEqual([401, 'The key is bad']);
  expect((await own(app.token)).json()).toMatchObject({ name: 'content-api-token' });
  // Without credentials the caller is the public, who has permissions of its own.
  expect((await app.request('/api/own', { authorization: null })).status).toBe(403);
});

test('a strategy determines which routes its callers may use, and which relations they see', async () => {
  await using app = await openTestApp({ project: makeProject(files) });
  const first = 'first-k';
  const list = await request(app, '/api/posts?fields=title&populate=*', first);
  expect(list.json<{ readonly data: unknown }>().data).toMatchObject([{ title: 'A' }]);
  expect(list.text).not.toContain('note');
  expect((await request(app, '/api/posts?populate=note', first)).text).not.toContain('"note"');
  expect((await request(app, '/api/posts?filters[note][title]=N', first)).status).toBe(400);
  expect((await request(app, '/api/notes', first)).status).toBe(403);
  expect((await request(app, '/api/users', first)).status).toBe(403);
  // Without a function "verify" everything is allowed.
  const second = 'second-k';
  const all = await request(app, '/api/posts?populate=note', second);
  expect(all.json<{ readonly data: unknown }>().data).toMatchObject([{ note: { title: 'N' } }]);
  expect((await request(app, '/api/notes', second)).status).toBe(200);
});

test('strategies identify callers of uploads', async () => {
  await using app = await openTestApp({ project: makeProject(files) });
  const upload = async (token: string): Promise<number> => {
    const { body, contentType } = multipartBody([NOTE]);
    const headers = { 'content-type': contentType };
    const authorization = `Bearer ${token}`;
    const sent = { method: 'POST', authorization, headers, body } as const;
    return (await app.request('/api/upload', sent)).status;
  };
  expect(await upload('second-k')).toBe(201);
  expect(await upload('first-k')).toBe(403);
  expect(await upload('first-bad')).toBe(401);
  expect(await upload(app.token)).toBe(201);
});

test('strategies apply to routes of built-in plugins', async () => {
  const project = makeProject({
    'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
      const { routes } = plugin.routes['content-api'];
      const route = routes.find(({ handler }) => handler === 'user.find');
      const scope = ['plugin::users-permissions.user.find'];
      route.config = { ...route.config, auth: { strategies: ['content-api-token'], scope } };
      return plugin;
    };`,
  });
  await using app = await openTestApp({ project });
  expect((await app.request('/api/users')).status).toBe(200);
  const { status } = await app.request('/api/users', { authorization: null });
  expect(status).toBe(401);
});

test.each([
  ['5', 'An authentication strategy must be an object.'],
  [`{ name: 'own' }`, 'needs a name and a function "authenticate"'],
])('the invalid strategy %s stops the start', async (given, message) => {
  const project = makeProject({
    'src/index.js': `module.exports = { register({ strapi }) {
      strapi.get('auth').register('content-api', ${given}); } };`,
  });
  await expect(openTestApp({ project })).rejects.toThrow(message);
});
