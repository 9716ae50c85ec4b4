// Effects of the permissions of administrators in the content-manager (docs/strapi/content-manager.md;
// docs/strapi/administration.md, "Administrators' permissions").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type AdminCall } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const ARTICLES = '/content-manager/collection-types/api::article.article';
const AUTHORS = '/content-manager/collection-types/api::author.author';
const ARTICLE = { subject: 'api::article.article', locales: ['en'] };
const AUTHOR = { subject: 'api::author.author' };

let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
});
afterAll(() => app.close());

interface Entry {
  readonly documentId: string;
  readonly [name: string]: unknown;
}

function send(token: string, url: string, rest: AdminCall = {}): Promise<TestResponse> {
  return call(app, url, { token, ...rest });
}

async function create(token: string, url: string, body: object): Promise<Entry> {
  const response = await send(token, url, { method: 'POST', body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: Entry }>().data;
}

async function listed(token: string, url: string): Promise<readonly Entry[]> {
  const response = await send(token, url);
  expect(response.status, response.text).toBe(200);
  return response.json<{ results: readonly Entry[] }>().results;
}

function errorOf(response: TestResponse): string {
  return response.json<{ error: { name: string } }>().error.name;
}

describe('attributes', () => {
  test('are neither returned nor searched without read permission', async () => {
    const token = await admins.with([
      { action: 'read', fields: ['title', 'seo.metaTitle'], ...ARTICLE },
    ]);
    const { documentId } = await create(admins.superAdmin, ARTICLES, {
      title: 'Shown',
      summary: 'hidden words',
      internalNote: 'private words',
      seo: { metaTitle: 'meta', metaDescription: 'hidden words' },
    });
    const one = await send(token, `${ARTICLES}/${documentId}`);
    expect(one.json<{ data: Entry }>().data).toMatchObject({
      title: 'Shown',
      seo: { metaTitle: 'meta' },
    });
    expect(one.text).not.toContain('words');
    expect(await listed(token, `${ARTICLES}?_q=hidden`)).toEqual([]);
    expect(await listed(token, `${ARTICLES}?_q=private`)).toEqual([]);
    expect(await listed(admins.superAdmin, `${ARTICLES}?_q=private`)).toHaveLength(1);
    expect(await listed(token, `${ARTICLES}?_q=Shown`)).toHaveLength(1);
  });

  test('keep their value without write permission', async () => {
    const token = await admins.with([
      { action: 'read', fields: ['title', 'summary'], ...ARTICLE },
      { action: 'update', fields: ['title', 'seo.metaDescription'], ...ARTICLE },
    ]);
    const { documentId } = await create(admins.superAdmin, ARTICLES, {
      title: 'Old',
      summary: 'kept',
      seo: { metaTitle: 'kept' },
    });
    const seo = (await send(admins.superAdmin, `${ARTICLES}/${documentId}`)).json<{
      data: { seo: { id: number } };
    }>().data.seo;
    const body = {
      title: 'New',
      summary: 'lost',
      seo: { id: seo.id, metaTitle: 'lost', metaDescription: 'new' },
    };
    const updated = await send(token, `${ARTICLES}/${documentId}`, { method: 'PUT', body });
    expect(updated.json<{ data: Entry }>().data).toMatchObject({ title: 'New', summary: 'kept' });
    const now = await send(admins.superAdmin, `${ARTICLES}/${documentId}`);
    expect(now.json<{ data: Entry }>().data).toMatchObject({
      seo: { metaTitle: 'kept', metaDescription: 'new' },
    });
  });

  test('cannot be filtered if they are administrators’ secrets', async () => {
    await create(admins.superAdmin, AUTHORS, { name: 'Filtered' });
    const all = await listed(admins.superAdmin, `${AUTHORS}?pageSize=100`);
    for (const name of ['password', 'registrationToken', 'resetPasswordToken']) {
      const filtered = `${AUTHORS}?pageSize=100&filters[createdBy][${name}][$notNull]=true&filters[createdBy][${name}][$contains]=x`;
      expect(await listed(admins.superAdmin, filtered)).toHaveLength(all.length);
    }
  });
});

describe('conditions', () => {
  const OWN = ['admin::is-creator'];
  const SAME_ROLE = ['admin::has-same-role-as-creator'];
  const fields = ['name', 'email', 'bio'];

  test('on the creator limit lists, and requests for other entries get 403', async () => {
    const token = await admins.with([
      { action: 'read', fields, conditions: OWN, ...AUTHOR },
      { action: 'create', fields, ...AUTHOR },
      { action: 'update', fields, conditions: OWN, ...AUTHOR },
      { action: 'delete', conditions: OWN, ...AUTHOR },
    ]);
    const theirs = await create(admins.superAdmin, AUTHORS, { name: 'Of the boss' });
    const own = await create(token, AUTHORS, { name: 'Own' });
    expect((await listed(token, AUTHORS)).map(({ name }) => name)).toEqual(['Own']);
    const rejected = [
      await send(token, `${AUTHORS}/${theirs.documentId}`),
      await send(token, `${AUTHORS}/${theirs.documentId}`, { method: 'PUT', body: {} }),
      await send(token, `${AUTHORS}/${theirs.documentId}`, { method: 'DELETE' }),
      await send(token, `${AUTHORS}/actions/bulkDelete`, {
        method: 'POST',
        body: { documentIds: [own.documentId, theirs.documentId] },
      }),
    ];
    expect(rejected.map(errorOf)).toEqual(rejected.map(() => 'ForbiddenError'));
    expect(
      await listed(admins.superAdmin, `${AUTHORS}?filters[documentId]=${own.documentId}`),
    ).toHaveLength(1);
    expect((await send(token, `${AUTHORS}/${own.documentId}`, { method: 'DELETE' })).status).toBe(
      200,
    );
  });

  test('on the roles of the creator limit lists', async () => {
    const role = [
      { action: 'read', fields, conditions: SAME_ROLE, ...AUTHOR },
      { action: 'create', fields, ...AUTHOR },
    ];
    const first = await admins.with(role);
    const other = await admins.with(role);
    await create(first, AUTHORS, { name: 'By the first role' });
    expect(await listed(first, AUTHORS)).toHaveLength(1);
    expect(await listed(other, AUTHORS)).toHaveLength(0);
  });

  test('of one role add attributes to the entries that meet them', async () => {
    const token = await admins.with([
      { action: 'read', fields: ['name'], ...AUTHOR },
      { action: 'read', fields, conditions: OWN, ...AUTHOR },
      { action: 'create', fields, ...AUTHOR },
    ]);
    const theirs = await create(admins.superAdmin, AUTHORS, { name: 'Theirs', bio: 'hidden' });
    const own = await create(token, AUTHORS, { name: 'Own', bio: 'mine' });
    const shown = async ({ documentId }: Entry): Promise<Entry> =>
      (await send(token, `${AUTHORS}/${documentId}`)).json<{ data: Entry }>().data;
    expect((await shown(theirs))['bio']).toBeUndefined();
    expect((await shown(own))['bio']).toBe('mine');
    const [first] = await listed(token, `${AUTHORS}?filters[documentId]=${own.documentId}`);
    expect(first?.['bio']).toBeUndefined();
  });

  test('that are unknown match no entry', async () => {
    const conditions = ['api::gone.condition'];
    const token = await admins.with([{ action: 'read', fields, conditions, ...AUTHOR }]);
    expect(await listed(token, AUTHORS)).toEqual([]);
  });
});

describe('locales', () => {
  test('cannot be written without permission', async () => {
    const token = await admins.with([
      { action: 'create', fields: ['title'], ...ARTICLE, locales: ['fr'] },
      { action: 'read', fields: ['title'], ...ARTICLE, locales: ['fr'] },
    ]);
    const response = await send(token, ARTICLES, { method: 'POST', body: { title: 'en' } });
    expect(errorOf(response)).toBe('ForbiddenError');
    expect(await listed(token, ARTICLES)).toEqual([]);
  });
});

describe('clones', () => {
  test('require read permission on the source', async () => {
    const { documentId } = await create(admins.superAdmin, AUTHORS, {
      name: 'Source',
      bio: 'copied',
    });
    const creator = await admins.with([{ action: 'create', fields: ['name'], ...AUTHOR }]);
    const url = `${AUTHORS}/clone/${documentId}`;
    const rejected = await send(creator, url, { method: 'POST', body: { name: 'Clone' } });
    expect(errorOf(rejected)).toBe('PolicyError');
    const cloned = await send(admins.superAdmin, url, { method: 'POST', body: { name: 'Clone' } });
    expect(cloned.json<{ data: Entry }>().data).toMatchObject({ name: 'Clone', bio: 'copied' });
  });
});

test('unknown types and types of the other kind are rejected', async () => {
  const unknown = await send(admins.superAdmin, '/content-manager/collection-types/api::nope.nope');
  expect(errorOf(unknown)).toBe('PolicyError');
  const single = await send(
    admins.superAdmin,
    '/content-manager/single-types/api::article.article',
  );
  const list = await send(
    admins.superAdmin,
    '/content-manager/collection-types/api::homepage.homepage',
  );
  expect([single.status, list.status]).toEqual([404, 404]);
});

test('a revoked permission does not apply to the next request', async () => {
  const token = await admins.with([{ action: 'read', fields: ['name'], ...AUTHOR }]);
  expect((await send(token, AUTHORS)).status).toBe(200);
  const other = await app.other();
  await other.script("DELETE FROM admin_permissions WHERE subject = 'api::author.author'");
  expect(errorOf(await send(token, AUTHORS))).toBe('PolicyError');
});
