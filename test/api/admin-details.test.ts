// Smaller rules of the admin API: home page, folders, webhooks, permission checks and forms
// (docs/strapi/administration.md, content-manager.md and media.md).
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, errorOf, type AdminCall } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { TestAdmins } from '../support/test-admins.ts';

const TYPES = '/content-manager/collection-types';

let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
});

afterAll(() => app.close());

function send(
  method: NonNullable<AdminCall['method']>,
  url: string,
  { token = admins.superAdmin, ...rest }: AdminCall = {},
): Promise<TestResponse> {
  return call(app, url, { method, token, ...rest });
}

async function idOf(response: Promise<TestResponse>): Promise<number> {
  const { status, text, json } = await response;
  expect(status, text).toBe(201);
  return json<{ data: { id: number } }>().data.id;
}

describe('recent entries', () => {
  const recent = async (token: string = admins.superAdmin) => {
    const path = '/content-manager/homepage/recent-documents?action=update';
    const response = await send('GET', path, { token });
    return response.json<{ data: readonly { title: unknown; documentId: string }[] }>().data;
  };

  test('have no title if their main field is empty', async () => {
    await idOf(send('POST', `${TYPES}/api::sample.sample`, { body: {} }));
    expect(await recent()).toMatchObject([{ title: null, contentTypeUid: 'api::sample.sample' }]);
    const subject = 'api::sample.sample';
    const token = await admins.with([{ action: 'read', fields: ['aText'], subject }]);
    const [entry] = await recent(token);
    expect(entry?.title).toBe(entry?.documentId);
  });

  test('include users', async () => {
    const body = { username: 'una', email: 'una@example.com', password: 'secret1', role: 1 };
    const made = await send('POST', `${TYPES}/plugin::users-permissions.user`, { body });
    expect(made.status, made.text).toBe(201);
    expect(await recent()).toMatchObject([{ title: 'una' }, { title: null }]);
    const counts = await send('GET', '/content-manager/homepage/count-documents');
    expect(counts.json()).toEqual({ data: { draft: 0, published: 2, modified: 0 } });
  });
});

describe('folders', () => {
  const make = (name: string, parent: number | null = null): Promise<number> =>
    idOf(send('POST', '/upload/folders', { body: { name, parent } }));
  const listed = async (query: string): Promise<readonly string[]> => {
    const response = await send('GET', `/upload/folders?sort=name&${query}`);
    return response.json<{ data: readonly { name: string }[] }>().data.map(({ name }) => name);
  };

  test('cannot be moved to their current parent', async () => {
    const folder = await make('moved');
    const body = { folderIds: [folder], destinationFolderId: null };
    expect(errorOf(await send('POST', '/upload/actions/bulk-move', { body }))).toMatchObject({
      status: 400,
      message: 'some folders already exists: moved',
    });
    const into = await make('into');
    const moved = { folderIds: [folder], destinationFolderId: into };
    expect((await send('POST', '/upload/actions/bulk-move', { body: moved })).status).toBe(200);
  });

  test('are listed from start to limit', async () => {
    for (const name of ['a', 'b', 'c']) await make(`page ${name}`);
    const only = 'filters[name][$startsWith]=page';
    expect(await listed(`${only}&start=1&limit=1`)).toEqual(['page b']);
    expect(await listed(`${only}&limit=2`)).toEqual(['page a', 'page b']);
    expect(await listed(`${only}&start=2`)).toEqual(['page c']);
    for (const limit of [-1, 0]) {
      expect(await listed(`${only}&limit=${limit}`)).toHaveLength(3);
    }
    for (const query of ['start=-1', 'limit=x', 'limit=-2', 'start=1.5']) {
      expect((await send('GET', `/upload/folders?${query}`)).status, query).toBe(400);
    }
  });
});

test('the permission to describe files is checked before the body', async () => {
  const path = '/upload/actions/generate-ai-metadata';
  const none = await admins.with([{ action: 'plugin::upload.read' }]);
  expect((await send('POST', path, { body: {}, token: none })).status).toBe(403);
  const message = 'fileIds is a required field';
  expect(errorOf(await send('POST', path, { body: {} }))).toMatchObject({ status: 400, message });
  const enabled = 'AI Metadata service is not enabled';
  expect(errorOf(await send('POST', path, { body: { fileIds: [1] } }))).toMatchObject({
    message: enabled,
  });
});

test.each([
  ['https://example.com/a?b#c', true],
  ['http://user:pass@127.0.0.1:1337/', true],
  ['https://bücher.example', true],
  ['http://Example.com/x', false],
  ['HTTP://example.com', false],
  ['https://example.com/a b', false],
  [' https://a.com ', false],
  ['https:example.com', false],
  ['https://a.com:8/', false],
  ['https://a..com/', false],
  ['https://-a.com/', false],
  ['http://[::1]/', false],
  ['ftp://a.com', false],
])('the address %j of a webhook: %j', async (url, isValid) => {
  const body = { name: 'hook', url, headers: {}, events: [] };
  const response = await send('POST', '/admin/webhooks', { body });
  expect(response.status, response.text).toBe(isValid ? 201 : 400);
});

test('permission checks name attributes without their parts, and ignore the subject of general actions', async () => {
  const read = 'plugin::content-manager.explorer.read';
  const subject = 'api::article.article';
  const fields = ['title', 'seo', 'seo.metaTitle', 'seo.nope', 'createdAt', 'sections'];
  const permissions = [
    ...fields.map((field) => ({ action: read, subject, field })),
    { action: 'plugin::upload.read', subject: 'plugin::upload.file' },
  ];
  const check = async (token: string): Promise<unknown> =>
    (await send('POST', '/admin/permissions/check', { token, body: { permissions } })).json();
  const every = { data: [true, false, true, false, false, true, true] };
  expect(await check(admins.superAdmin)).toEqual(every);
  const role = [
    { action: 'read', subject, fields: ['seo.metaTitle', 'sections'], locales: ['en'] },
    { action: 'plugin::upload.read' },
  ];
  expect(await check(await admins.with(role))).toEqual({
    data: [false, false, true, false, false, true, true],
  });
});

test('deleted roles are returned in the order of the request', async () => {
  const make = (name: string): Promise<number> =>
    idOf(send('POST', '/admin/roles', { body: { name } }));
  const [one, two] = [await make('one'), await make('two')];
  const response = await send('POST', '/admin/roles/batch-delete', { body: { ids: [two, one] } });
  const { data } = response.json<{ data: readonly { id: number }[] }>();
  expect(data.map(({ id }) => id)).toEqual([two, one]);
});

test.each([
  '/admin/registration-info?registrationToken=a&x=1',
  '/i18n/content-manager/get-fill-from-locale/api::article.article?documentId=a&sourceLocale=en&targetLocale=fr&collectionType=collection-types&x=1',
])('the unknown parameter of %s is rejected', async (path) => {
  expect(errorOf(await send('GET', path))).toMatchObject({
    status: 400,
    message: 'this field has unspecified keys: x',
  });
});

test('the layout of the home page has version 1 and the current time unless they are sent', async () => {
  const put = async (body: object): Promise<TestResponse> =>
    send('PUT', '/admin/homepage/layout', { body });
  const updatedAt = '2026-01-31T12:00:00.000Z';
  expect((await put({ version: 3, widgets: [], updatedAt })).json()).toEqual({
    data: { version: 3, widgets: [], updatedAt },
  });
  const { data } = (await put({ widgets: [] })).json<{ data: { updatedAt: string } }>();
  expect(data).toMatchObject({ version: 1 });
  expect(data.updatedAt > updatedAt).toBe(true);
  expect((await put({ widgets: [], updatedAt: 'yesterday' })).status).toBe(400);
});
