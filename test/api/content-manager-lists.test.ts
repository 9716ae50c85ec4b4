// Lists and sets of entries in versions and locales (docs/strapi/content-manager.md, "Lists" and "Bulk actions").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin, type AdminCall } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const ARTICLES = '/content-manager/collection-types/api::article.article';

let app: TestApp;
let token: string;
const ids: Record<string, string> = {};

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  await send('/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
  for (const title of ['draft', 'same', 'changed']) {
    const made = await send(ARTICLES, { body: { title } });
    ids[title] = made.json<{ data: { documentId: string } }>().data.documentId;
    if (title !== 'draft') await send(`${ARTICLES}/${ids[title]}/actions/publish`, { body: {} });
  }
  await send(`${ARTICLES}/${ids['changed']}`, { method: 'PUT', body: { title: 'changed again' } });
});

afterAll(() => app.close());

function send(url: string, rest: AdminCall = {}): Promise<TestResponse> {
  return call(app, url, { token, ...(rest.body === undefined ? {} : { method: 'POST' }), ...rest });
}

async function titles(query: string): Promise<readonly unknown[]> {
  const response = await send(`${ARTICLES}?${query}`);
  expect(response.status, response.text).toBe(200);
  return response
    .json<{ results: readonly { title: unknown }[] }>()
    .results.map(({ title }) => title);
}

function statusFilter(status: string): string {
  return `filters[$and][0][__status][$eq]=${status}`;
}

test.each([
  [statusFilter('draft'), ['draft']],
  [`${statusFilter('draft')}&filters[$and][1][title][$contains]=x`, []],
  [statusFilter('published'), ['same', 'changed']],
  [statusFilter('published-modified'), ['changed']],
  [statusFilter('published-unmodified'), ['same']],
  ['publicationFilter=modified', ['changed again']],
  ['publicationStatusFilter=published-modified', ['changed']],
  ['hasPublishedVersion=false', ['draft']],
])('a list with %s', async (query, expected) => {
  expect(await titles(query)).toEqual(expected);
});

test('an unknown status is rejected', async () => {
  expect((await send(`${ARTICLES}?${statusFilter('foo')}`)).status).toBe(400);
});

describe('in all locales', () => {
  interface Listed {
    readonly title: string;
    readonly locale: string;
    readonly status: string;
    readonly localizations: readonly { readonly locale: string }[];
  }
  const shownOf = async (query: string, as: string = token): Promise<readonly string[]> => {
    const response = await send(`${ARTICLES}?locale=*&filters[title][$startsWith]=all&${query}`, {
      token: as,
    });
    expect(response.status, response.text).toBe(200);
    return response
      .json<{ results: readonly Listed[] }>()
      .results.map(({ title, locale, status, localizations }) =>
        [title, locale, status, ...localizations.map((other) => other.locale)].join(' '),
      );
  };

  beforeAll(async () => {
    const made = await send(ARTICLES, { body: { title: 'all' } });
    const url = `${ARTICLES}/${made.json<{ data: { documentId: string } }>().data.documentId}`;
    await send(`${url}?locale=fr`, { method: 'PUT', body: { title: 'alle' } });
    await send(`${url}/actions/publish?locale=fr`, { body: {} });
  });

  test('entries have the status and the other locales of their own locale', async () => {
    const [en, fr] = ['all en draft fr', 'alle fr published en'];
    expect(await shownOf('sort=title')).toEqual([en, fr]);
    expect(await shownOf('sort=status:desc')).toEqual([fr, en]);
    expect(await shownOf('sort=locale:desc&fields=title')).toEqual([
      ' fr published en',
      ' en draft fr',
    ]);
  });

  test('administrators see only their own locales, with attributes of all of these', async () => {
    const admins = new TestAdmins(app, token);
    const read = { action: 'read', subject: 'api::article.article' };
    const some = await admins.with([{ ...read, fields: ['title'], locales: ['fr'] }]);
    expect(await shownOf('', some)).toEqual(['alle fr published en']);
    const mixed = await admins.with([
      { ...read, fields: ['title', 'summary'], locales: ['fr'] },
      { ...read, fields: ['title'], locales: ['en'] },
    ]);
    expect(await shownOf('sort=title', mixed)).toHaveLength(2);
    const response = await send(`${ARTICLES}?locale=*`, { token: mixed });
    expect(response.text).not.toContain('summary');
    const none = await admins.with([{ ...read, fields: ['title'] }]);
    expect(await shownOf('', none)).toEqual([]);
  });
});

test.each([
  [statusFilter('nope'), 'Invalid key __status'],
  ['status=', 'Invalid status'],
  ['locale[]=fr', 'Invalid input: expected string, received array'],
  ['fields=nope', 'Invalid key nope'],
])('%s is rejected', async (query, message) => {
  const response = await send(`${ARTICLES}?${query}`);
  expect(response.json<{ error: object }>().error).toMatchObject({ status: 400, message });
});

test('a write applies to the locale in its query or its body', async () => {
  const localeOf = async (query: string, body: object): Promise<unknown> =>
    (await send(`${ARTICLES}${query}`, { body })).json<{ data?: { locale: string } }>().data
      ?.locale;
  expect(await localeOf('', { title: 'Corps', locale: 'fr' })).toBe('fr');
  expect(await localeOf('?locale=en', { title: 'Both', locale: 'fr' })).toBe('en');
});

test('bulkPublish publishes all entries, or none if one of them is invalid', async () => {
  const documentIds: string[] = [];
  for (const body of [{ title: 'valid' }, { slug: 'without-title' }]) {
    const made = await send(ARTICLES, { body });
    documentIds.push(made.json<{ data: { documentId: string } }>().data.documentId);
  }
  const isPublished = async (): Promise<unknown> => {
    const response = await send(`${ARTICLES}/${documentIds[0]}`);
    return response.json<{ data: { status: string } }>().data.status;
  };
  const all = await send(`${ARTICLES}/actions/bulkPublish`, { body: { documentIds } });
  expect(all.status, all.text).toBe(400);
  expect(await isPublished()).toBe('draft');
  const one = { documentIds: documentIds.slice(0, 1) };
  expect((await send(`${ARTICLES}/actions/bulkPublish`, { body: one })).json()).toEqual({
    count: 1,
  });
  expect(await isPublished()).toBe('published');
});

test.each(['bulkPublish', 'bulkUnpublish', 'bulkDelete', 'bulkFindForValidation'])(
  '%s in a locale that does not exist is rejected',
  async (action) => {
    const body = { documentIds: [ids['same'], 5] };
    for (const [query, locale] of [
      ['?locale=xx', {}],
      ['', { locale: 'xx' }],
    ] as const) {
      const response = await send(`${ARTICLES}/actions/${action}${query}`, {
        body: { ...body, ...locale },
      });
      expect(response.json<{ error: object }>().error).toMatchObject({
        status: 400,
        message: "This locale doesn't exist",
      });
    }
  },
);

test('a document has no draft relations in a locale that it does not have', async () => {
  const one = await send(`${ARTICLES}/${ids['same']}/actions/countDraftRelations?locale=fr`);
  expect(one.json()).toEqual({ data: { unpublishedRelations: 0, draftM2mLinks: 0 } });
  const query = `documentIds[]=${ids['same']}&locale=fr`;
  const many = await send(`${ARTICLES}/actions/countManyEntriesDraftRelations?${query}`);
  expect(many.json()).toEqual({ data: 0 });
});

test('errors of relations contain the id of the administrator', async () => {
  const body = { author: { connect: [{ id: 99_999 }] } };
  const { error } = (await send(ARTICLES, { body })).json<{
    error: { details: { errors: readonly { value: object }[] } };
  }>();
  expect(error.details.errors[0]?.value).toMatchObject({ createdBy: 1, updatedBy: 1 });
});
