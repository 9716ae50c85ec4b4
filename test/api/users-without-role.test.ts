// Projects whose user schema lacks attributes: Strapi starts with it, and so does Quoin, without the routes that need them.
import { expect, test } from 'vitest';
import { createUserTokens } from '../../src/app/accounts/user-tokens.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const SCHEMA = 'src/extensions/users-permissions/content-types/user/schema.json';
const SECRET = { type: 'string', private: true, configurable: false };
const ATTRIBUTES = {
  username: { type: 'string', minLength: 3, unique: true, required: true },
  email: { type: 'email', minLength: 6, required: true },
  provider: { type: 'string' },
  password: { ...SECRET, type: 'password', minLength: 6 },
  resetPasswordToken: SECRET,
  confirmationToken: SECRET,
  confirmed: { type: 'boolean', default: false },
  blocked: { type: 'boolean', default: false },
};

function user(attributes: object): ProjectFiles {
  return {
    [schemaOf('post')]: collectionType('post'),
    [SCHEMA]: {
      kind: 'collectionType',
      collectionName: 'up_users',
      info: { name: 'user', singularName: 'user', pluralName: 'users', displayName: 'User' },
      options: { draftAndPublish: false },
      attributes: { ...ATTRIBUTES, ...attributes },
    },
  };
}

const ROLE = 'plugin::users-permissions.role';
const ROLES = '/api/users-permissions/roles';

async function rolesOf(app: TestApp): Promise<readonly { type: string; nb_users: number }[]> {
  return (await app.request(ROLES)).json<{ roles: { type: string; nb_users: number }[] }>().roles;
}

test('everything except accounts works without a role relation, and user tokens are rejected', async () => {
  await using app = await openTestApp({
    project: makeProject(user({})),
    env: { JWT_SECRET: 'jwt-secret' },
  });
  expect(app.project.warnings).toEqual([
    expect.stringContaining(
      `attributes.users.mappedBy: plugin::users-permissions.user (${SCHEMA})`,
    ),
    expect.stringContaining('There are no routes under /auth'),
  ]);
  expect((await app.request('/api/posts')).status).toBe(200);
  expect((await app.request('/api/users?populate=*')).json()).toEqual([]);
  expect((await app.request('/api/users?populate=role')).status).toBe(400);
  expect((await rolesOf(app)).map(({ nb_users }) => nb_users)).toEqual([0, 0]);
  const other = await app.other();
  await other.script(
    `INSERT INTO up_users (id, username, email, password) VALUES (7, 'ann', 'ann@site.example', 'x')`,
  );
  const token = await createUserTokens(app.project.config).sign(7);
  const asUser = await app.request('/api/posts', { authorization: `Bearer ${token}` });
  expect(asUser.status).toBe(401);
  const role = (await rolesOf(app)).findIndex(({ type }) => type === 'authenticated') + 1;
  expect((await app.request(`${ROLES}/${role}`, { method: 'DELETE' })).status).toBe(200);
});

test('a role relation that does not point back is used', async () => {
  const role = {
    type: 'relation',
    relation: 'manyToOne',
    target: ROLE,
  };
  await using app = await openTestApp({ project: makeProject(user({ role })) });
  const made = await app.request('/api/users', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      username: 'bob',
      email: 'bob@site.example',
      password: 'secret1',
      role: 1,
    }),
  });
  expect(made.json()).toMatchObject({ username: 'bob', role: { type: 'authenticated' } });
  expect((await rolesOf(app)).map(({ nb_users }) => nb_users)).toEqual([1, 0]);
  expect((await app.request(`${ROLES}/1`, { method: 'DELETE' })).status).toBe(200);
  expect(await rolesOf(app)).toEqual([expect.objectContaining({ type: 'public', nb_users: 1 })]);
});

test('only the routes of tokens are missing without attributes for tokens', async () => {
  const unset = { resetPasswordToken: undefined, confirmationToken: undefined };
  const role = { type: 'relation', relation: 'manyToOne', target: ROLE };
  await using app = await openTestApp({ project: makeProject(user({ role, ...unset })) });
  expect(app.project.warnings).toContainEqual(
    expect.stringContaining('no routes under /auth for forgotPassword, resetPassword, emailC'),
  );
  const post = async (path: string, body: object): Promise<number> => {
    const headers = { 'content-type': 'application/json' };
    const options = { method: 'POST' as const, headers, body: JSON.stringify(body) };
    return (await app.request(`/api/auth${path}`, { ...options, authorization: null })).status;
  };
  const ann = { username: 'ann', email: 'ann@site.example', password: 'secret1' };
  expect(await post('/local/register', ann)).toBe(200);
  expect(await post('/local', { identifier: 'ann', password: 'secret1' })).toBe(200);
  expect(await post('/forgot-password', { email: ann.email })).not.toBe(200);
  expect(await post('/send-email-confirmation', { email: ann.email })).not.toBe(200);
});
