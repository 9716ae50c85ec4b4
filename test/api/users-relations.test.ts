// Relations of users, to their role and to types of a project: the version that is shown, and permissions
// (docs/strapi/access.md, "Relations"; docs/strapi/accounts.md, "Relations of users"; D4).
import { rmSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { TestResponse, TestApp } from '../support/app.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { sendJson, setRole, signIn } from '../support/signed-in.ts';
import { userProject } from '../support/user-project.ts';

let copy: ProjectCopy;
let app: TestApp;
beforeAll(async () => {
  const folder = userProject();
  copy = await ProjectCopy.make({ project: folder });
  rmSync(folder, { recursive: true });
});
beforeEach(async () => {
  app = await copy.open();
});
afterEach(() => app.close());
afterAll(() => copy.remove());

const USERS = '/api/users';

function newUser(username: string, more: object = {}): object {
  return { username, email: `${username}@example.com`, password: 'secret1', role: 1, ...more };
}

async function make(username: string, more: object = {}): Promise<number> {
  const body = newUser(username, more);
  const response = await sendJson(app, { method: 'POST', url: USERS, body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ readonly id: number }>().id;
}

function change(id: number, body: object): Promise<TestResponse> {
  return sendJson(app, { method: 'PUT', url: `${USERS}/${id}`, body });
}

/** Status and name of an error. */
function rejection(response: TestResponse): readonly [number, string] {
  const { error } = response.json<{ readonly error: { readonly name: string } }>();
  return [response.status, error.name];
}

async function names(url: string): Promise<readonly string[]> {
  const users = (await app.request(url)).json<readonly { readonly username: string }[]>();
  return users.map(({ username }) => username);
}

interface Article {
  readonly id: number;
  readonly documentId: string;
}

async function article(title: string, status: 'draft' | 'published'): Promise<Article> {
  const response = await sendJson(app, {
    method: 'POST',
    url: `/api/articles?status=${status}`,
    body: {
      data: { title },
    },
  });
  return response.json<{ readonly data: Article }>().data;
}

async function favorites(id: number, query = ''): Promise<readonly string[]> {
  const response = await app.request(`${USERS}/${id}?populate=favorites${query}`);
  const { favorites: list } = response.json<{ readonly favorites: readonly { title: string }[] }>();
  return list.map(({ title }) => title);
}

test('relations of users show one version, by status', async () => {
  const [draft, published] = [await article('Draft', 'draft'), await article('Both', 'published')];
  const ada = await make('ada', { favorites: [draft.documentId, published.documentId] });
  expect(await favorites(ada)).toEqual(['Both']);
  expect(await favorites(ada, '&status=draft')).toEqual(['Draft', 'Both']);
  expect(await names(`${USERS}?filters[favorites][title]=Draft`)).toEqual([]);
  expect(await names(`${USERS}?filters[favorites][title]=Draft&status=draft`)).toEqual(['ada']);
});

test('relations of users accept row ids and documentIds', async () => {
  const [one, two] = [await article('One', 'published'), await article('Two', 'published')];
  const ada = await make('ada', { favorites: [one.id] });
  expect(await favorites(ada)).toEqual(['One']);
  await change(ada, { favorites: { connect: [{ documentId: two.documentId }] } });
  expect(await favorites(ada)).toEqual(['One', 'Two']);
  const bad = await change(ada, { favorites: [9999] });
  expect(rejection(bad)).toEqual([400, 'ValidationError']);
  expect(await favorites(ada)).toEqual(['One', 'Two']);
});

const KEEPER = ['create', 'update', 'find', 'findOne', 'count', 'destroy', 'me'].map(
  (action) => `plugin::users-permissions.user.${action}`,
);

test('relations of users are returned, filtered and sorted if the caller may find the target', async () => {
  const one = await article('One', 'published');
  const ada = await signIn(app, 'ada');
  await setRole(app, 1, KEEPER);
  const make = (more: object): Promise<TestResponse> =>
    sendJson(app, {
      method: 'POST',
      url: USERS,
      body: newUser('bob', more),
      authorization: ada.authorization,
    });
  // Linking does not reveal a hidden document either; callers that create users can assign a role.
  const rejected = [await make({ favorites: [one.id] }), await make({ favorites: [9999] })];
  expect(rejected.map(({ status, text }) => [status, text])).toEqual(
    rejected.map(() => [400, expect.stringContaining('Invalid key favorites')]),
  );
  const made = await make({});
  expect(made.status).toBe(201);
  expect(made.json()).not.toHaveProperty('role');
  const get = async (path: string): Promise<TestResponse> => app.request(`${USERS}${path}`, ada);
  for (const path of [
    '?populate=*',
    '/me?populate=role,favorites',
    `/${ada.id}?populate[role]=*`,
  ]) {
    expect((await get(path)).text).not.toMatch(/"(?:role|favorites)"/);
  }
  for (const query of [
    'filters[role][type]=public',
    'sort=role.type',
    'filters[favorites][id]=1',
  ]) {
    for (const path of ['', '/count', `/${ada.id}`, '/me']) {
      expect(rejection(await get(`${path}?${query}`))).toEqual([400, 'ValidationError']);
    }
  }
  await setRole(app, 1, [
    ...KEEPER,
    'plugin::users-permissions.role.find',
    'api::article.article.find',
  ]);
  expect((await get('/me?populate=*')).json()).toMatchObject({
    role: { id: 1 },
    favorites: [],
  });
  expect(await names(`${USERS}?filters[role][type]=authenticated`)).toEqual(['ada', 'bob']);
});

test('a role never includes its users', async () => {
  await make('ada');
  const response = await app.request(`${USERS}?populate[role][populate]=users`);
  expect(response.json()).toMatchObject([{ role: { id: 1 } }]);
  expect(response.text).not.toContain('"users"');
});
