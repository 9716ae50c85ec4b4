// Writes of one version or several: locales that a document does not have yet, and lists of locales
// (docs/strapi/content-manager.md, "Writes" and "Bulk actions").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, errorOf, type AdminCall } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { TestAdmins } from '../support/test-admins.ts';

const TYPES = '/content-manager/collection-types';
const ARTICLES = `${TYPES}/api::article.article`;
const HOMEPAGE = '/content-manager/single-types/api::homepage.homepage';
const ARTICLE = { subject: 'api::article.article' };

let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
  for (const code of ['fr', 'ar']) {
    await send('POST', '/i18n/locales', { body: { code, name: code, isDefault: false } });
  }
});

afterAll(() => app.close());

function send(
  method: NonNullable<AdminCall['method']>,
  url: string,
  { token = admins.superAdmin, ...rest }: AdminCall = {},
): Promise<TestResponse> {
  return call(app, url, { method, token, ...rest });
}

interface Shown {
  readonly data: { readonly documentId: string; readonly publishedAt: string | null };
}

async function create(body: object, query: string = ''): Promise<string> {
  const response = await send('POST', `${ARTICLES}${query}`, { body });
  expect(response.status, response.text).toBe(201);
  return response.json<Shown>().data.documentId;
}

async function statusOf(documentId: string, locale: string): Promise<unknown> {
  const response = await send('GET', `${ARTICLES}/${documentId}?locale=${locale}`);
  return response.json<{ data: { status?: string } }>().data.status;
}

describe('a locale that the document does not have', () => {
  test('is added and published in one step', async () => {
    const id = await create({ title: 'One' });
    const path = `${ARTICLES}/${id}/actions/publish?locale=fr`;
    const response = await send('POST', path, { body: { title: 'Un' } });
    expect(response.status, response.text).toBe(200);
    expect(response.json()).toMatchObject({
      data: { documentId: id, title: 'Un', locale: 'fr', status: 'published' },
    });
    expect([await statusOf(id, 'en'), await statusOf(id, 'fr')]).toEqual(['draft', 'published']);
  });

  test('is not added if the document does not exist, or its values cannot be published', async () => {
    const unknown = `${ARTICLES}/nothing/actions/publish?locale=fr`;
    expect((await send('POST', unknown, { body: { title: 'Un' } })).status).toBe(404);
    const id = await create({ title: 'One' });
    const path = `${ARTICLES}/${id}/actions/publish?locale=fr`;
    expect((await send('POST', path, { body: {} })).status).toBe(400);
    expect(await statusOf(id, 'fr')).toBeUndefined();
  });

  test.each([
    [['publish', 'create', 'update'], ['fr'], 200],
    [['publish', 'create', 'update'], ['en'], 403],
    [['publish', 'create'], ['fr'], 403],
    [['publish', 'update'], ['fr'], 403],
  ])('is published with permission to %s in %s: %i', async (actions, locales, status) => {
    const id = await create({ title: 'One' });
    const fields = ['title'];
    const token = await admins.with(
      actions.map((action) => ({ action, fields, locales, ...ARTICLE })),
    );
    const path = `${ARTICLES}/${id}/actions/publish?locale=fr`;
    expect((await send('POST', path, { body: { title: 'Un' }, token })).status).toBe(status);
    expect(await statusOf(id, 'fr')).toBe(status === 200 ? 'published' : undefined);
  });

  test('shows its creator the values that they may read in their own entries', async () => {
    const id = await create({ title: 'One' });
    const own = { fields: ['title'], locales: ['fr'], conditions: ['admin::is-creator'] };
    const token = await admins.with(
      ['read', 'create', 'update'].map((action) => ({ action, ...own, ...ARTICLE })),
    );
    const body = { title: 'Un' };
    const response = await send('PUT', `${ARTICLES}/${id}?locale=fr`, { body, token });
    expect(response.json()).toMatchObject({ data: { title: 'Un' } });
  });

  test('is added to a single type and published in one step', async () => {
    await send('PUT', HOMEPAGE, { body: { heading: 'Home' } });
    const path = `${HOMEPAGE}/actions/publish?locale=fr`;
    const response = await send('POST', path, { body: { heading: 'Accueil' } });
    expect(response.status, response.text).toBe(200);
    expect(response.json()).toMatchObject({
      data: { heading: 'Accueil', locale: 'fr', status: 'published' },
    });
  });
});

describe('deletion', () => {
  const remove = (path: string, token?: string): Promise<TestResponse> =>
    send('DELETE', path, token === undefined ? {} : { token });

  test('without a locale removes only the default locale, if the document has it', async () => {
    const id = await create({ title: 'Un' }, '?locale=fr');
    const response = await remove(`${ARTICLES}/${id}`);
    expect([response.status, response.json()]).toEqual([200, {}]);
    expect(await statusOf(id, 'fr')).toBe('draft');
    expect((await remove(`${ARTICLES}/${id}?locale=ar`)).status).toBe(404);
    expect((await remove(`${ARTICLES}/${id}?locale=fr`)).status).toBe(200);
    expect((await remove(`${ARTICLES}/${id}`)).status).toBe(404);
  });

  test('without a locale requires the permission for all locales of the document', async () => {
    const id = await create({ title: 'One' });
    const path = `${ARTICLES}/${id}?locale=fr`;
    await send('PUT', path, { body: { title: 'Un' } });
    const token = await admins.with([
      { action: 'delete', fields: [], locales: ['en'], ...ARTICLE },
    ]);
    expect((await remove(`${ARTICLES}/${id}`, token)).status).toBe(403);
    expect((await remove(`${ARTICLES}/${id}?locale=en`, token)).status).toBe(200);
    expect(await statusOf(id, 'fr')).toBe('draft');
  });

  test('with a locale finds nothing in a type without locales', async () => {
    const authors = `${TYPES}/api::author.author`;
    const made = await send('POST', authors, { body: { name: 'Ann' } });
    const { documentId } = made.json<Shown>().data;
    expect((await remove(`${authors}/${documentId}?locale=en`)).status).toBe(404);
    const body = { documentIds: [documentId], locale: 'en' };
    expect((await send('POST', `${authors}/actions/bulkDelete`, { body })).status).toBe(404);
    expect((await send('GET', `${authors}/${documentId}`)).status).toBe(200);
    expect((await remove(`${authors}/${documentId}?locale=*`)).status).toBe(200);
  });
});

describe('single types', () => {
  test('reveal only to those who may create them that they do not exist', async () => {
    const setting = '/content-manager/single-types/api::setting.setting';
    const subject = 'api::setting.setting';
    const reader = await admins.with([{ action: 'read', fields: ['siteName'], subject }]);
    const creator = await admins.with(
      ['read', 'create'].map((action) => ({ action, fields: ['siteName'], subject })),
    );
    expect((await send('GET', setting, { token: reader })).status).toBe(403);
    expect((await send('GET', setting, { token: creator })).status).toBe(404);
    await send('PUT', setting, { body: { siteName: 'Site' } });
    expect((await send('GET', setting, { token: reader })).status).toBe(200);

    await send('PUT', HOMEPAGE, { body: { heading: 'Home' } });
    const locales = ['en', 'ar'];
    const readable = await admins.with([
      { action: 'read', fields: ['heading'], locales, subject: 'api::homepage.homepage' },
    ]);
    expect((await send('GET', `${HOMEPAGE}?locale=en`, { token: readable })).status).toBe(200);
    expect((await send('GET', `${HOMEPAGE}?locale=ar`, { token: readable })).status).toBe(403);
  });

  test('cannot be unpublished in a locale that they do not have', async () => {
    await send('PUT', HOMEPAGE, { body: { heading: 'Home' } });
    const unpublish = (locale: string): Promise<TestResponse> =>
      send('POST', `${HOMEPAGE}/actions/unpublish?locale=${locale}`, { body: {} });
    expect((await unpublish('ar')).status).toBe(404);
    expect((await unpublish('en')).status).toBe(200);
  });
});

describe('status', () => {
  test('must be valid in a body, and has no effect in the query of a write', async () => {
    const id = await create({ title: 'One', status: 'published' }, '?status=nope');
    expect(await statusOf(id, 'en')).toBe('draft');
    const set = { documentIds: [id] };
    for (const [method, path, body] of [
      ['POST', ARTICLES, { title: 'Two' }],
      ['PUT', `${ARTICLES}/${id}`, { title: 'Two' }],
      ['POST', `${ARTICLES}/${id}/actions/publish`, {}],
      ['POST', `${ARTICLES}/clone/${id}`, {}],
      ['POST', `${ARTICLES}/actions/bulkPublish`, set],
    ] as const) {
      const response = await send(method, path, { body: { ...body, status: 'nope' } });
      expect(errorOf(response), path).toMatchObject({
        status: 400,
        message: 'Invalid status',
        details: { errors: [{ path: ['status'] }] },
      });
    }
    const changed = await send('PUT', `${ARTICLES}/${id}?status=nope`, { body: { title: 'New' } });
    expect(changed.json()).toMatchObject({ data: { title: 'New' } });
  });
});

describe('entries to validate before their publication', () => {
  const find = async (body: object, token?: string): Promise<TestResponse> =>
    send('POST', `${ARTICLES}/actions/bulkFindForValidation`, {
      body,
      ...(token === undefined ? {} : { token }),
    });
  const titles = (response: TestResponse): readonly string[] =>
    response.json<{ results: readonly { title: string }[] }>().results.map(({ title }) => title);

  test('are sorted, in one locale or several', async () => {
    const [b, a] = [await create({ title: 'find b' }), await create({ title: 'find a' })];
    await send('PUT', `${ARTICLES}/${a}?locale=fr`, { body: { title: 'find c' } });
    const documentIds = [a, b];
    expect(titles(await find({ documentIds }))).toEqual(['find a', 'find b']);
    expect(titles(await find({ documentIds, sort: 'title:desc' }))).toEqual(['find b', 'find a']);
    const all = { documentIds, sort: 'title:desc', locale: ['en', 'fr'] };
    expect(titles(await find(all))).toEqual(['find c', 'find b', 'find a']);
    expect((await find({ documentIds, sort: 'nope' })).status).toBe(400);
  });

  test('require the read permission', async () => {
    const documentIds = [await create({ title: 'One' })];
    const publish = { action: 'publish', fields: [], locales: ['en'], ...ARTICLE };
    const token = await admins.with([publish]);
    expect((await find({ documentIds }, token)).status).toBe(403);
    const read = { ...publish, action: 'read', fields: ['title'] };
    expect(titles(await find({ documentIds }, await admins.with([publish, read])))).toEqual([
      'One',
    ]);
  });
});

describe('actions in several locales', () => {
  const inThree = async (): Promise<string> => {
    const id = await create({ title: 'One' });
    for (const locale of ['fr', 'ar']) {
      const path = `${ARTICLES}/${id}?locale=${locale}`;
      await send('PUT', path, { body: { title: locale } });
    }
    return id;
  };
  const statuses = async (id: string): Promise<readonly unknown[]> =>
    Promise.all(['en', 'fr', 'ar'].map((locale) => statusOf(id, locale)));

  test('apply to the versions that exist', async () => {
    const id = await inThree();
    const other = await create({ title: 'Other' });
    const documentIds = [id, other];
    const query = 'locale[0]=en&locale[1]=fr&locale[2]=xx';
    const published = await send('POST', `${ARTICLES}/actions/bulkPublish?${query}`, {
      body: { documentIds },
    });
    expect(published.json(), published.text).toEqual({ count: 3 });
    expect(await statuses(id)).toEqual(['published', 'published', 'draft']);
    const body = { documentIds, locale: ['en', 'ar'] };
    const removed = await send('POST', `${ARTICLES}/actions/bulkUnpublish`, { body });
    expect(removed.json(), removed.text).toEqual({ count: 2 });
    expect(await statuses(id)).toEqual(['draft', 'published', 'draft']);
  });

  test('require the permission for each of them', async () => {
    const id = await inThree();
    const token = await admins.with([
      { action: 'publish', fields: [], locales: ['en', 'fr'], ...ARTICLE },
    ]);
    const publish = (...locale: string[]): Promise<TestResponse> =>
      send('POST', `${ARTICLES}/actions/bulkPublish`, {
        token,
        body: { documentIds: [id], locale },
      });
    expect((await publish('en', 'ar')).status).toBe(403);
    expect(await statuses(id)).toEqual(['draft', 'draft', 'draft']);
    expect((await publish('en', 'fr')).json()).toEqual({ count: 2 });
  });

  test.each([
    ['bulkPublish', { locale: [] }, "This locale doesn't exist"],
    ['bulkPublish', { locale: '*' }, "This locale doesn't exist"],
    ['bulkPublish', { locale: [5] }, 'Invalid input'],
    ['bulkDelete', { locale: ['en'] }, 'Invalid input: expected string, received array'],
  ])('%s %o is rejected', async (action, sent, message) => {
    const id = await create({ title: 'One' });
    const body = { documentIds: [id], ...sent };
    const response = await send('POST', `${ARTICLES}/actions/${action}`, { body });
    expect(errorOf(response)).toMatchObject({ status: 400, message });
    expect(await statusOf(id, 'en')).toBe('draft');
  });
});
