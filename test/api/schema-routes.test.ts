// Schemas over the routes (docs/strapi/server.md, "Schema routes").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { sendJson } from '../support/signed-in.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const ROOT = '/api/content-type-builder';

interface ListedType {
  readonly uid: string;
  readonly schema: Readonly<Record<string, unknown>>;
}

async function listed(path: string): Promise<readonly ListedType[]> {
  return (await app.request(`${ROOT}/${path}`)).json<{ readonly data: readonly ListedType[] }>()
    .data;
}

test('lists types: plugins, then the project, then administrators', async () => {
  const uids = (await listed('content-types')).map(({ uid }) => uid);
  expect(uids.slice(0, 3)).toEqual([
    'plugin::upload.file',
    'plugin::upload.folder',
    'plugin::i18n.locale',
  ]);
  const own = uids.filter((uid) => uid.startsWith('api::'));
  expect(uids.indexOf('api::article.article')).toBeGreaterThan(
    uids.lastIndexOf('plugin::users-permissions.user'),
  );
  expect(uids.indexOf('admin::user')).toBeGreaterThan(uids.indexOf(own.at(-1) ?? ''));
});

test('keeps an extended built-in type in its position, with the extension', async () => {
  const attributes = {
    code: { type: 'string' },
    name: { type: 'string' },
    flag: { type: 'string' },
  };
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'src/extensions/i18n/content-types/locale/schema.json': { attributes },
  });
  await using extended = await openTestApp({ project: folder });
  const response = await extended.request(`${ROOT}/content-types`);
  const { data } = response.json<{ readonly data: readonly ListedType[] }>();
  const uids = data.map(({ uid }) => uid);
  expect(uids.slice(0, 4)).toEqual([
    'plugin::upload.file',
    'plugin::upload.folder',
    'plugin::i18n.locale',
    'plugin::content-releases.release',
  ]);
  expect(data[2]?.schema).toMatchObject({ attributes, visible: false });
});

test.each(['singleType', 'collectionType'])('filters types by the kind %s', async (kind) => {
  const types = await listed(`content-types?kind=${kind}`);
  expect(types.length).toBeGreaterThan(0);
  for (const { schema } of types) expect(schema['kind']).toBe(kind);
});

test('rejects an unknown kind', async () => {
  const response = await app.request(`${ROOT}/content-types?kind=bad`);
  expect([response.status, response.json()]).toMatchObject([
    400,
    { error: { name: 'ValidationError' } },
  ]);
});

describe('one type', () => {
  test.each([
    ['api::article.article', true],
    ['plugin::users-permissions.user', true],
    ['plugin::upload.file', false],
    ['admin::user', false],
    ['API::article.article', false],
    ['shared.link', false],
    ['%00', false],
  ])('%s: visible %j', async (uid, isListed) => {
    const response = await app.request(`${ROOT}/content-types/${uid}`);
    expect(response.status).toBe(isListed ? 200 : 404);
    if (!isListed) expect(response.json()).toEqual({ error: 'contentType.notFound' });
  });

  test('is described as in the list', async () => {
    const response = await app.request(`${ROOT}/content-types/api::setting.setting`);
    const types = await listed('content-types');
    expect(response.json()).toEqual({
      data: types.find(({ uid }) => uid === 'api::setting.setting'),
    });
  });
});

test('lists components by name in descending order', async () => {
  const uids = (await listed('components')).map(({ uid }) => uid);
  expect(uids).toEqual(uids.toSorted().toReversed());
  expect(uids).toContain('shared.link');
  const missing = await app.request(`${ROOT}/components/nope.nope`);
  expect([missing.status, missing.json()]).toEqual([404, { error: 'component.notFound' }]);
});

test.each([
  'content-types',
  'content-types/api::article.article',
  'components',
  'components/shared.link',
])(
  '%s: requires permission, and administrator credentials at the path of the admin API',
  async (path) => {
    const forbidden = await app.request(`${ROOT}/${path}`, { authorization: null });
    expect(forbidden.status).toBe(403);
    expect((await app.request(`/content-type-builder/${path}`)).status).toBe(401);
  },
);

test('administrators use the path without the prefix of the content API', async () => {
  const body = { email: 'admin@example.com', firstname: 'Ada', password: 'Passw0rd!' };
  const registered = await sendJson(app, {
    method: 'POST',
    url: '/admin/register-admin',
    body,
    authorization: null,
  });
  const { data } = registered.json<{ readonly data: { readonly token: string } }>();
  for (const path of ['content-types', 'components/shared.link']) {
    const response = await app.request(`/content-type-builder/${path}`, {
      authorization: `Bearer ${data.token}`,
    });
    expect([response.status, response.text]).toEqual([
      200,
      (await app.request(`${ROOT}/${path}`)).text,
    ]);
  }
});

test('the content-type builder does not list hidden attributes', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      hidden: { type: 'string', visible: false },
    }),
  });
  await using hiding = await openTestApp({ project: folder });
  const token = await registerAdmin(hiding);
  const response = await call(hiding, '/content-type-builder/schema', { token });
  const { data } = response.json<{
    data: { contentTypes: Record<string, { attributes: readonly { name: string }[] }> };
  }>();
  const names = data.contentTypes['api::post.post']?.attributes.map(({ name }) => name);
  expect(names).toEqual(['title']);
});
