// The list of users, and its length (docs/strapi/accounts.md, "Users").
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { signIn } from '../support/signed-in.ts';
import { userProject } from '../support/user-project.ts';

let app: TestApp;
beforeAll(async () => {
  const folder = userProject();
  app = await openTestApp({ project: folder });
  rmSync(folder, { recursive: true });
  for (const name of ['ada', 'bob', 'cyd']) await signIn(app, name);
});
afterAll(() => app.close());

const USERS = '/api/users';

async function names(url: string): Promise<readonly string[]> {
  const users = (await app.request(url)).json<readonly { readonly username: string }[]>();
  return users.map(({ username }) => username);
}

test.each([
  ['', ['ada', 'bob', 'cyd']],
  ['?limit=0', ['ada', 'bob', 'cyd']],
  ['?limit=-1&start=1', ['bob', 'cyd']],
  ['?limit=', ['ada', 'bob', 'cyd']],
  ['?limit[]=1', ['ada']],
  ['?pagination[page]=9&page=2&pageSize=1', ['ada', 'bob', 'cyd']],
  ['?status=nope&locale[]=x', ['ada', 'bob', 'cyd']],
  ['?_q=bob@exa', ['bob']],
  ['?_q=secret1', []],
  ['?filters[username][$in]=cyd&filters[username][$in]=ada', ['ada', 'cyd']],
  ['?sort=username:desc&limit=1', ['cyd']],
])('a list with %s', async (query, found) => {
  expect(await names(`${USERS}${query}`)).toEqual(found);
});

test.each([
  ['?filters[username]=ada', 1],
  ['?_q=bob@exa', 1],
  ['?start=1&limit=1&pagination[page]=2', 3],
  ['?page=4', 3],
  ['?populate=role&fields=username', 3],
])('the count with count%s', async (query, count) => {
  expect((await app.request(`${USERS}/count${query}`)).text).toBe(String(count));
});

const PAGE = "Invalid 'page' parameter. Expected an integer > 0, received: ";
const MISPLACED =
  'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object';

test.each([
  ['?page=1&limit=10', 'PaginationError', MISPLACED],
  ['?page=0', 'PaginationError', `${PAGE}0`],
  ['?page=', 'PaginationError', PAGE],
  [
    '?pageSize=x',
    'PaginationError',
    "Invalid 'pageSize' parameter. Expected an integer > 0, received: x",
  ],
  ['/count?page=0', 'PaginationError', `${PAGE}0`],
  ['/count?page=4&start=1', 'PaginationError', MISPLACED],
  [
    '/count?start=-1',
    'ValidationError',
    'convertStartQueryParams expected a positive integer got -1',
  ],
  ['/1?page=0', 'PaginationError', `${PAGE}0`],
])('%s is a %s', async (query, name, message) => {
  const response = await app.request(`${USERS}${query}`);
  expect(response.status).toBe(400);
  expect(response.json()).toMatchObject({ error: { name, message } });
});

test.each([
  '?limit=-5',
  '?start=-1',
  '?start=abc',
  '?sort=nope',
  '?filters[nope]=1',
  '?filters=x',
  '?publicationFilter=bad',
  '?filters[password][$startsWith]=$2',
  '?filters[$or][0][resetPasswordToken][$notNull]=1',
  '?sort=confirmationToken',
  '?fields=secretNote',
  '?populate=createdBy',
])('%s is rejected', async (query) => {
  expect((await app.request(`${USERS}${query}`)).status).toBe(400);
});
