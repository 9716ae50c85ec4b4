// Requests that the actions on versions reject (docs/strapi/differences.md, D15): queries, bodies, paths, methods
// and callers.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { dataOf, Drafts, errorOf, JSON_TYPE } from '../support/drafts.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { grantPublic, storeToken } from '../support/stored-token.ts';

let app: TestApp;
let drafts: Drafts;

beforeAll(async () => {
  app = await openTestApp();
  drafts = new Drafts(app);
});

afterAll(() => app.close());

describe('action parameters and bodies (D15)', () => {
  test('filters and other parameters are validated and ignored', async () => {
    const path = await drafts.category();
    const query = 'filters[name]=another&_q=another&sort=name&pagination[page]=9';
    expect((await drafts.act(`${path}/actions/publish?${query}`)).status).toBe(200);
    expect((await drafts.act(`${path}/actions/publish?filters[nope]=1`)).status).toBe(400);
  });

  test.each(['draft', 'published', 'new'])('status=%s is rejected', async (status) => {
    const path = await drafts.category();
    const response = await drafts.act(`${path}/actions/publish?status=${status}&fields=nope`);
    expect(errorOf(response)).toEqual({
      status: 400,
      name: 'ValidationError',
      message: `Invalid parameter at 'status'. Actions on versions do not accept it, received: ${status}`,
      details: {},
    });
    expect(await drafts.look(path, '', 'name')).toBe(404);
  });

  test.each(['status=', 'status'])('an empty status is accepted: %s', async (query) => {
    expect((await drafts.act(`${await drafts.category()}/actions/publish?${query}`)).status).toBe(
      200,
    );
  });

  test.each([
    ['fields=nope', { key: 'nope', path: null, source: 'query', param: 'fields' }],
    ['populate=nope', { key: 'nope', path: 'nope', source: 'query', param: 'populate' }],
  ])('an invalid query is rejected before anything changes: %s', async (query, details) => {
    const path = await drafts.category();
    const error = errorOf(await drafts.act(`${path}/actions/publish?${query}`));
    expect(error).toMatchObject({ status: 400, message: 'Invalid key nope', details });
    expect(await drafts.look(path, '', 'name')).toBe(404);
  });

  test.each([
    '{"data":{"name":"x"}}',
    '{"data":null}',
    '{"data":[]}',
    '{"name":"x"}',
    '{"data":{},"locale":"fr"}',
    '[]',
    '[{}]',
  ])('a body is rejected: %s', async (body) => {
    const path = await drafts.category();
    const response = await drafts.act(`${path}/actions/publish`, { headers: JSON_TYPE, body });
    expect(errorOf(response)).toEqual({
      status: 400,
      name: 'ValidationError',
      message: 'Actions on versions do not accept data: send no body or an empty object.',
      details: {},
    });
    expect(await drafts.look(path, '', 'name')).toBe(404);
  });

  test.each([
    ['{}', 'application/json'],
    ['{"data":{}}', 'application/json'],
    ['', 'application/json'],
    ['', 'application/x-www-form-urlencoded'],
    ['', 'text/plain'],
  ])('an empty body is accepted: %s as %s', async (body, type) => {
    const headers = { 'content-type': type };
    const response = await drafts.act(`${await drafts.category()}/actions/publish`, {
      headers,
      body,
    });
    expect(response.status).toBe(200);
  });

  test('a form or a text with content, and invalid JSON, are rejected', async () => {
    const url = `${await drafts.category()}/actions/publish`;
    for (const [type, body] of [
      ['application/x-www-form-urlencoded', 'data[name]=x'],
      ['text/plain', '{}'],
      ['application/json', '{'],
    ] as const) {
      const response = await drafts.act(url, { headers: { 'content-type': type }, body });
      expect([type, response.status]).toEqual([type, 400]);
    }
  });

  test('an unknown document is a 404, after other errors of the request', async () => {
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      const url = `/categories/nope/actions/${action}`;
      expect(errorOf(await drafts.act(url))).toMatchObject({ status: 404, name: 'NotFoundError' });
      expect((await drafts.act(`${url}?status=draft`)).status).toBe(400);
      expect((await drafts.act(url, { headers: JSON_TYPE, body: '{"data":{"a":1}}' })).status).toBe(
        400,
      );
    }
  });

  test('a row id instead of a documentId is rejected', async () => {
    const path = await drafts.category();
    const { id } = dataOf(await app.request(`/api${path}?status=draft`));
    expect((await drafts.act(`/categories/${id}/actions/publish`)).status).toBe(404);
  });
});

describe('paths and methods (D15)', () => {
  test.each(['PUT', 'DELETE', 'PATCH'] as const)(
    '%s: 405 with the allowed methods',
    async (method) => {
      for (const path of ['/categories/x/actions/publish', '/homepage/actions/discard-draft']) {
        const response = await app.request(`/api${path}`, { method });
        expect([response.status, response.text]).toEqual([405, 'Method Not Allowed']);
        expect(response.headers['allow']).toBe('HEAD, GET, POST');
      }
    },
  );

  test('GET: 404', async () => {
    expect((await app.request('/api/categories/x/actions/publish')).status).toBe(404);
  });

  test.each([
    '/categories/x/actions/archive',
    '/categories/x/actions',
    '/categories/actions/publish',
    '/categories/x/publish',
    '/homepage/x/actions/publish',
    '/authors/x/actions/publish',
    '/tags/x/actions/publish',
    '/setting/actions/publish',
  ])('%s: 405, like any path without a POST', async (path) => {
    const response = await drafts.act(path);
    expect([response.status, response.text]).toEqual([405, 'Method Not Allowed']);
    expect(response.headers['allow']).not.toContain('POST');
  });
});

describe('permissions (D15)', () => {
  const ACTIONS = ['publish', 'unpublish', 'discard-draft'];
  const NAMES = ['publish', 'unpublish', 'discardDraft'];
  const actAs = async (plain: string | null, path: string, action: string): Promise<number> => {
    const authorization = plain === null ? null : `Bearer ${plain}`;
    return (await drafts.act(`${path}/actions/${action}`, { authorization })).status;
  };

  test('include all actions for a full-access token, none for a read-only or an unknown one', async () => {
    await storeToken(app, 'reader', { type: 'read-only' });
    const path = await drafts.category();
    for (const action of ACTIONS) {
      expect(await actAs('reader', path, action)).toBe(403);
      expect(await actAs('nobody', path, action)).toBe(401);
      expect(await actAs(app.token, path, action)).toBe(action === 'discard-draft' ? 400 : 200);
    }
  });

  test.each(NAMES.map((name, i) => [name, ACTIONS[i] ?? '']))(
    'of a custom token with %s allow only that action',
    async (name, own) => {
      await storeToken(app, name, { type: 'custom', actions: [`api::category.category.${name}`] });
      const path = await drafts.category();
      await drafts.act(`${path}/actions/publish`);
      for (const action of ACTIONS) {
        expect([action, await actAs(name, path, action)]).toEqual([
          action,
          action === own ? 200 : 403,
        ]);
      }
      expect(await actAs(name, '/articles/x', own)).toBe(403);
    },
  );

  test('for update include none of them', async () => {
    const actions = ['create', 'update', 'delete'].map((name) => `api::category.category.${name}`);
    await storeToken(app, 'writer', { type: 'custom', actions });
    const path = await drafts.category();
    for (const action of ACTIONS) expect(await actAs('writer', path, action)).toBe(403);
  });

  test('of the public role include those that are granted', async () => {
    const path = await drafts.category();
    expect([401, 403]).toContain(await actAs(null, path, 'publish'));
    await grantPublic(app, 'api::category.category.publish');
    expect(await actAs(null, path, 'publish')).toBe(200);
    expect(await actAs(null, path, 'unpublish')).toBe(403);
  });

  test('determine the relations in the response', async () => {
    const actions = ['api::article.article.publish'];
    await storeToken(app, 'publisher', { type: 'custom', actions });
    const article = await drafts.draft('articles', { title: 't' });
    const url = `${article}/actions/publish?populate=*`;
    const response = await drafts.act(url, { authorization: 'Bearer publisher' });
    expect(dataOf(response)).not.toHaveProperty('category');
    expect(dataOf(await drafts.act(url))).toHaveProperty('category');
  });

  test('are checked before the query, the body and the document', async () => {
    await storeToken(app, 'looker', { type: 'custom' });
    const request = { headers: JSON_TYPE, body: '{"data":1}', authorization: 'Bearer looker' };
    expect((await drafts.act('/categories/nope/actions/publish?status=x', request)).status).toBe(
      403,
    );
  });
});

test('a custom router configures them (D15)', async () => {
  const project = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/api/post/policies/is-editor.js': 'module.exports = () => false;',
    'src/api/post/routes/post.js': `const { createCoreRouter } = require('@strapi/strapi').factories;
module.exports = createCoreRouter('api::post.post', {
  except: ['discardDraft'],
  config: { publish: { auth: false }, unpublish: { policies: ['is-editor'] } },
});`,
  });
  await using own = await openTestApp({ project });
  const path = await new Drafts(own).draft('posts', { title: 't' });
  const actAs = (action: string, authorization?: null): Promise<TestResponse> =>
    own.request(`/api${path}/actions/${action}`, {
      method: 'POST',
      ...(authorization === null ? { authorization } : {}),
    });
  expect(dataOf(await actAs('publish', null))).toMatchObject({ title: 't' });
  expect((await actAs('discard-draft')).status).toBe(405);
  expect((await actAs('unpublish', null)).status).toBe(403);
  expect(errorOf(await actAs('unpublish'))).toEqual({
    status: 403,
    name: 'PolicyError',
    message: 'Policy Failed',
    details: {},
  });
});
