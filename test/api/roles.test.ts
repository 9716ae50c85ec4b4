// Roles over the routes: grants take effect immediately, a write is all or nothing, and no input causes an internal
// error (docs/strapi/accounts.md, "Roles").
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { TestApp } from '../support/app.ts';
import { readValue, changeDatabase } from '../support/app-database.ts';
import { ProjectCopy } from '../support/project-copy.ts';
import { sendJson, setRole, signIn } from '../support/signed-in.ts';
import { RestoredServer } from '../support/restored-server.ts';

let copy: ProjectCopy;
let app: TestApp;
const server = new RestoredServer(() => copy.open());
beforeAll(async () => {
  copy = await ProjectCopy.make({});
});
beforeEach(async () => {
  app = await server.restored();
});
afterAll(async () => {
  await server.close();
  copy.remove();
});

const ROLES = '/api/users-permissions/roles';

interface Role {
  readonly id: number;
  readonly name: string;
  readonly type: string;
  readonly nb_users: number;
}

async function roles(): Promise<readonly Role[]> {
  return (await app.request(ROLES)).json<{ readonly roles: readonly Role[] }>().roles;
}

async function grantedTo(role: number): Promise<readonly string[]> {
  const response = await app.request(`${ROLES}/${role}`);
  const { permissions } = response.json<{
    readonly role: {
      readonly permissions: Readonly<
        Record<
          string,
          { readonly controllers: Record<string, Record<string, { enabled: boolean }>> }
        >
      >;
    };
  }>().role;
  return Object.entries(permissions).flatMap(([space, { controllers }]) =>
    Object.entries(controllers).flatMap(([name, actions]) =>
      Object.entries(actions).flatMap(([action, { enabled }]) =>
        enabled ? [`${space}.${name}.${action}`] : [],
      ),
    ),
  );
}

function make(body: object): ReturnType<typeof sendJson> {
  return sendJson(app, { method: 'POST', url: ROLES, body });
}

test('changing a role updates updatedAt, not publishedAt', async () => {
  type Times = Readonly<Record<'createdAt' | 'updatedAt' | 'publishedAt', string>>;
  const times = async (): Promise<Times | undefined> =>
    (await app.request(ROLES)).json<{ readonly roles: readonly Times[] }>().roles[1];
  const before = await times();
  await new Promise((done) => setTimeout(done, 2));
  await sendJson(app, { method: 'PUT', url: `${ROLES}/2`, body: { name: 'Everyone' } });
  const after = await times();
  expect(after?.publishedAt).toBe(before?.publishedAt);
  expect(after?.updatedAt).not.toBe(before?.updatedAt);
});

test('creates, changes and deletes a role', async () => {
  const permissions = { 'api::author': { controllers: { author: { find: { enabled: true } } } } };
  expect((await make({ name: 'Editor', permissions })).json()).toEqual({ ok: true });
  const editor = (await roles())[2];
  expect(editor).toMatchObject({ id: 3, name: 'Editor', type: 'editor', nb_users: 0 });
  expect(await grantedTo(3)).toEqual(['api::author.author.find']);
  const eve = await signIn(app, 'eve', 3);
  expect((await app.request('/api/authors', eve)).status).toBe(200);

  await setRole(app, 3, ['api::author.author.create']);
  expect(await grantedTo(3)).toEqual(['api::author.author.create']);
  expect((await app.request('/api/authors', eve)).status).toBe(403);

  expect((await sendJson(app, { method: 'DELETE', url: `${ROLES}/3` })).json()).toEqual({
    ok: true,
  });
  expect((await roles()).map(({ type, nb_users: users }) => [type, users])).toEqual([
    ['authenticated', 0],
    ['public', 1],
  ]);
  const left =
    'select count(*) from up_permissions p where not exists (select 1 from up_permissions_role_lnk l where l.permission_id = p.id)';
  expect(await readValue(app, left)).toBe(0);
  expect(
    await readValue(app, "select count(*) from up_permissions where action like 'api::%'"),
  ).toBe(0);
});

test('moves users of a deleted role to the end of the public one, in order', async () => {
  await make({ name: 'Editor' });
  const first = await signIn(app, 'first', 2);
  const others = [await signIn(app, 'second', 3), await signIn(app, 'third', 3)];
  await sendJson(app, { method: 'DELETE', url: `${ROLES}/3` });
  const order =
    "select string_agg(cast(user_id as text), ',' order by user_ord) from up_users_role_lnk where role_id = 2";
  expect(await readValue(app, order)).toBe([first, ...others].map(({ id }) => id).join(','));
});

test('keeps the rows of unchanged permissions', async () => {
  const ids =
    "select string_agg(cast(id as text), ',' order by id) from up_permissions where action like '%.author.%'";
  await setRole(app, 1, ['api::author.author.find', 'api::author.author.create']);
  const before = await readValue(app, ids);
  await setRole(app, 1, ['api::author.author.find', 'api::author.author.create']);
  expect(await readValue(app, ids)).toBe(before);
});

test('a body without permissions removes all of them; then the public role is rejected', async () => {
  expect((await app.request('/api/authors', { authorization: null })).status).toBe(403);
  await sendJson(app, { method: 'PUT', url: `${ROLES}/2`, body: { name: 'Everyone' } });
  expect((await app.request('/api/authors', { authorization: null })).status).toBe(401);
  expect((await roles())[1]).toMatchObject({ name: 'Everyone', type: 'public' });
});

test('never changes the type of a role', async () => {
  await sendJson(app, {
    method: 'PUT',
    url: `${ROLES}/1`,
    body: { type: 'other', description: null },
  });
  expect((await roles())[0]).toMatchObject({ type: 'authenticated', description: null });
});

describe('actions on versions', () => {
  const PUBLISH = 'api::article.article.publish';

  test('are listed only for roles that have them', async () => {
    await setRole(app, 1, [PUBLISH]);
    expect(await grantedTo(1)).toEqual([PUBLISH]);
    for (const path of [`${ROLES}/2`, '/api/users-permissions/permissions']) {
      expect((await app.request(path)).text).not.toMatch(/"(?:publish|unpublish|discardDraft)"/);
    }
  });

  test('can be granted like others', async () => {
    const ada = await signIn(app, 'ada');
    const { data } = (
      await sendJson(app, {
        method: 'POST',
        url: '/api/articles?status=draft',
        body: { data: { title: 'One' } },
      })
    ).json<{ readonly data: { readonly documentId: string } }>();
    const path = `/api/articles/${data.documentId}/actions/publish`;
    const status = async (): Promise<number> =>
      (
        await sendJson(app, {
          method: 'POST',
          url: path,
          body: {},
          authorization: ada.authorization,
        })
      ).status;
    expect(await status()).toBe(403);
    await setRole(app, 1, [PUBLISH]);
    expect(await status()).toBe(200);
  });
});

describe('rejects', () => {
  test.each([
    ['a list for a name', { name: ['x'] }],
    ['NUL', { name: 'a\0' }],
    ['a long name', { name: 'x'.repeat(300) }],
    ['no API', { permissions: { 'api::author': null } }],
    ['no action', { permissions: { a: { controllers: { b: { c: null } } } } }],
    [
      'one of several actions',
      { permissions: { a: { controllers: { b: { c: { enabled: true }, d: null } } } } },
    ],
  ])('%s: 400, and writes nothing', async (_what, body) => {
    const state = async (): Promise<unknown> => [await roles(), await grantedTo(1)];
    const before = await state();
    for (const response of [
      await make(body),
      await sendJson(app, { method: 'PUT', url: `${ROLES}/1`, body }),
    ]) {
      expect([response.status, response.json()]).toMatchObject([400, { data: null }]);
    }
    expect(await state()).toEqual(before);
  });

  test('an unknown role', async () => {
    for (const id of ['99', 'abc', '-1', '99999999999999999999', '%00', '1.5']) {
      const responses = [
        await app.request(`${ROLES}/${id}`),
        await sendJson(app, { method: 'PUT', url: `${ROLES}/${id}`, body: { name: 'x' } }),
        await sendJson(app, { method: 'DELETE', url: `${ROLES}/${id}` }),
      ];
      for (const response of responses) {
        expect([response.status, response.text]).toMatchObject([
          404,
          expect.stringContaining('Role not found'),
        ]);
      }
    }
  });

  test('the deletion of the public role, however its id is written', async () => {
    for (const id of ['2', '02', '2.0']) {
      const response = await sendJson(app, { method: 'DELETE', url: `${ROLES}/${id}` });
      expect(response.json()).toMatchObject({ error: { message: 'Cannot delete public role' } });
    }
  });

  test('the deletion of a role with users if there is no public role', async () => {
    await signIn(app, 'ada');
    await changeDatabase(app, 'delete from up_roles where id = 2');
    const response = await sendJson(app, { method: 'DELETE', url: `${ROLES}/1` });
    expect([response.status, response.json()]).toMatchObject([
      400,
      { error: { name: 'ApplicationError' } },
    ]);
    expect(await roles()).toMatchObject([{ id: 1, nb_users: 1 }]);
  });
});

test('ignores queries', async () => {
  for (const path of [ROLES, `${ROLES}/1`, '/api/users-permissions/permissions']) {
    const plain = await app.request(path);
    const filtered = await app.request(`${path}?fields=nope&filters[x]=1&populate=users&limit=1`);
    expect(filtered.text).toBe(plain.text);
  }
});

describe('permissions', () => {
  const CALLS = [
    ['GET', ROLES, 'role.find'],
    ['GET', `${ROLES}/1`, 'role.findOne'],
    ['POST', ROLES, 'role.createRole'],
    ['PUT', `${ROLES}/1`, 'role.updateRole'],
    ['DELETE', `${ROLES}/1`, 'role.deleteRole'],
    ['GET', '/api/users-permissions/permissions', 'permissions.getPermissions'],
  ] as const;

  test.each(CALLS)('%s %s requires %s, whatever is sent', async (method, url, action) => {
    await make({ name: 'Keeper' });
    const keeper = await signIn(app, 'keeper', 3);
    const call = () =>
      method === 'GET'
        ? app.request(url, keeper)
        : sendJson(app, { method, url, body: {}, authorization: keeper.authorization });
    const others = CALLS.map(([, , each]) => each).filter((each) => each !== action);
    await setRole(
      app,
      3,
      others.map((each) => `plugin::users-permissions.${each}`),
    );
    expect((await call()).status).toBe(403);
    await setRole(app, 3, [`plugin::users-permissions.${action}`]);
    expect((await call()).status).not.toBe(403);
  });
});
