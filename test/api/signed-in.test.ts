// Permissions of a signed-in user on content routes: those of the role of the user; related entries require `find` on
// their type (docs/strapi/access.md, "Permissions").
import { afterAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { changeDatabase } from '../support/app-database.ts';
import { RestoredServer } from '../support/restored-server.ts';
import { sendJson, setRole, signIn, type SignedIn } from '../support/signed-in.ts';

let app: TestApp;
let ada: SignedIn;
/** An author and the author's article, published. */
let author: string;
let article: string;
const server = new RestoredServer(async () => {
  app = await openTestApp();
  ada = await signIn(app, 'ada');
  author = await make('/api/authors', { name: 'Ada' });
  article = await make('/api/articles', { title: 'One', author });
  await setRole(
    app,
    2,
    ['article', 'author'].flatMap((name) => actionsOf(name)),
  );
  return app;
});

beforeEach(async () => {
  app = await server.restored();
});

afterAll(() => server.close());

function actionsOf(name: string): readonly string[] {
  const actions = ['find', 'findOne', 'create', 'update', 'delete', 'publish'];
  return actions.map((action) => `api::${name}.${name}.${action}`);
}

async function make(url: string, data: object): Promise<string> {
  const response = await sendJson(app, { method: 'POST', url, body: { data } });
  return response.json<{ readonly data: { readonly documentId: string } }>().data.documentId;
}

interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly url: string;
  readonly data?: object;
}

function call({ method, url, data }: Call): Promise<TestResponse> {
  if (method === 'GET') return app.request(url, ada);
  const body = data === undefined ? undefined : { data };
  return sendJson(app, { method, url, body, authorization: ada.authorization });
}

/** Every route of articles, by its action. */
function routes(): readonly (readonly [string, Call])[] {
  const one = `/api/articles/${article}`;
  return [
    ['find', { method: 'GET', url: '/api/articles' }],
    ['findOne', { method: 'GET', url: one }],
    ['create', { method: 'POST', url: '/api/articles', data: { title: 'Two' } }],
    ['update', { method: 'PUT', url: one, data: { title: 'New' } }],
    ['publish', { method: 'POST', url: `${one}/actions/publish` }],
    ['delete', { method: 'DELETE', url: one }],
  ];
}

test('requires each action, whatever the public role allows', async () => {
  for (const [action, route] of routes()) {
    const others = actionsOf('article').filter((name) => !name.endsWith(`.${action}`));
    await setRole(app, 1, others);
    expect((await call(route)).status, action).toBe(403);
    await setRole(app, 1, [`api::article.article.${action}`]);
    expect((await call(route)).status, action).toBeLessThan(300);
  }
});

test('a relation without permission is omitted from responses, and rejected in queries', async () => {
  await setRole(app, 1, [...actionsOf('article'), 'api::author.author.findOne']);
  const one = `/api/articles/${article}`;
  const reads: readonly Call[] = [
    { method: 'GET', url: '/api/articles?populate=author' },
    { method: 'GET', url: `${one}?populate=*` },
    { method: 'POST', url: '/api/articles?populate=author', data: { title: 'Two' } },
    { method: 'PUT', url: `${one}?populate[author][fields]=name`, data: { title: 'New' } },
    { method: 'POST', url: `${one}/actions/publish?populate=author` },
  ];
  for (const read of reads) {
    const response = await call(read);
    expect([response.status < 300, response.text.includes('"author"')], read.url).toEqual([
      true,
      false,
    ]);
  }
  const guesses: readonly Call[] = [
    { method: 'GET', url: '/api/articles?filters[author][name]=Ada' },
    { method: 'GET', url: '/api/articles?filters[$or][0][author][id][$notNull]=1' },
    { method: 'GET', url: `${one}?filters[author][name]=Ada` },
    { method: 'GET', url: '/api/articles?sort=author.name' },
    { method: 'POST', url: '/api/articles', data: { title: 'Two', author } },
    { method: 'PUT', url: one, data: { author: { disconnect: [author] } } },
    { method: 'DELETE', url: `${one}?filters[author][name]=Ada` },
  ];
  for (const guess of guesses) {
    const response = await call(guess);
    expect([response.status, response.json()], guess.url).toMatchObject([
      400,
      { error: { message: expect.stringMatching(/^Invalid key author/) } },
    ]);
  }
});

test('the relation is returned once the caller may find its target', async () => {
  await setRole(app, 1, [...actionsOf('article'), 'api::author.author.find']);
  const shown = await call({ method: 'GET', url: `/api/articles/${article}?populate=author` });
  expect(shown.json()).toMatchObject({ data: { author: { name: 'Ada' } } });
  const found = await call({ method: 'GET', url: '/api/articles?filters[author][name]=Ada' });
  expect(found.json()).toMatchObject({ data: [{ documentId: article }] });
});

test('a user without a role or permissions is rejected', async () => {
  for (const script of [
    'delete from up_permissions where id in (select permission_id from up_permissions_role_lnk where role_id = 1)',
    `delete from up_users_role_lnk where user_id = ${ada.id}`,
  ]) {
    await changeDatabase(app, script);
    for (const [action, route] of routes()) {
      expect((await call(route)).status, action).toBe(403);
    }
  }
});

test('a new role applies from the next request on', async () => {
  const url = '/api/articles';
  expect((await call({ method: 'GET', url })).status).toBe(403);
  await sendJson(app, { method: 'PUT', url: `/api/users/${ada.id}`, body: { role: 2 } });
  expect((await call({ method: 'GET', url })).status).toBe(200);
  await sendJson(app, { method: 'PUT', url: `/api/users/${ada.id}`, body: { blocked: true } });
  expect((await call({ method: 'GET', url })).status).toBe(401);
});
