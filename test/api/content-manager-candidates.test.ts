// Targets of relations: the field that they are shown by, and filters, sort and fields of candidates
// (docs/strapi/content-manager.md, "Relations").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type AdminCall } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { TestAdmins } from '../support/test-admins.ts';

const TYPES = '/content-manager/collection-types';
const AUTHORS = `${TYPES}/api::author.author`;
const ARTICLES = `${TYPES}/api::article.article`;
const CANDIDATES = '/content-manager/relations/api::article.article/author';

let app: TestApp;
let admins: TestAdmins;
let article: string;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
  await create(AUTHORS, { name: 'Ann', email: 'z@example.com' });
  const bea = await create(AUTHORS, { name: 'Bea', email: 'y@example.com' });
  article = await create(ARTICLES, {
    title: 'One',
    author: bea,
    sections: [{ __component: 'sections.quote', text: 'words', author: bea }],
  });
});

afterAll(() => app.close());

function send(
  url: string,
  { token = admins.superAdmin, ...rest }: AdminCall = {},
): Promise<TestResponse> {
  return call(app, url, { token, ...rest });
}

async function create(url: string, body: object): Promise<string> {
  const response = await send(url, { method: 'POST', body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: { documentId: string } }>().data.documentId;
}

interface Page {
  readonly results: readonly Readonly<Record<string, unknown>>[];
  readonly pagination: { readonly total: number };
}

async function page(url: string, token: string = admins.superAdmin): Promise<Page> {
  const response = await send(url, { token });
  expect(response.status, response.text).toBe(200);
  return response.json<Page>();
}

async function names(query: string): Promise<readonly unknown[]> {
  return (await page(`${CANDIDATES}?${query}`)).results.map(({ name }) => name);
}

describe('candidates for a relation', () => {
  test.each([
    ['', ['Ann', 'Bea']],
    ['sort=name:desc', ['Bea', 'Ann']],
    ['sort=email:asc', ['Bea', 'Ann']],
    ['filters[email][$startsWith]=z', ['Ann']],
    ['filters[name][$eq]=Bea&_q=a', ['Bea']],
  ])('for the query "%s"', async (query, expected) => {
    expect(await names(query)).toEqual(expected);
    expect((await page(`${CANDIDATES}?${query}`)).pagination.total).toBe(expected.length);
  });

  test('have the requested fields', async () => {
    const { results } = await page(`${CANDIDATES}?fields[0]=email&sort=email`);
    const id = expect.anything() as unknown;
    expect(results[0]).toEqual({ id, documentId: id, email: 'y@example.com' });
    const all = await page('/content-manager/relations/api::article.article/related?fields=views');
    expect(all.results).toEqual([{ id, documentId: id, views: 0, status: 'draft' }]);
  });

  test.each(['sort=nope:asc', 'filters[nope][$eq]=1', 'fields=nope'])(
    'cannot be requested with %s',
    async (query) => {
      expect((await send(`${CANDIDATES}?${query}`)).status).toBe(400);
    },
  );

  test('ignore filters, sort keys and fields that are not readable', async () => {
    const token = await admins.with([
      { action: 'create', fields: ['author'], locales: ['en'], subject: 'api::article.article' },
      { action: 'read', fields: ['author'], locales: ['en'], subject: 'api::article.article' },
      { action: 'read', fields: ['name'], subject: 'api::author.author' },
    ]);
    const query = 'filters[email][$startsWith]=z&sort=email&fields[0]=email&fields[1]=name';
    const { results } = await page(`${CANDIDATES}?${query}`, token);
    expect(results.map(({ name, email }) => [name, email])).toEqual([
      ['Ann', undefined],
      ['Bea', undefined],
    ]);
  });
});

describe('the field that a form shows for related entries', () => {
  async function configure(kind: string, uid: string, field: string): Promise<void> {
    const url = `/content-manager/${kind}/${uid}/configuration`;
    type Configured = {
      readonly data: Readonly<
        Record<string, { readonly metadatas: Record<string, { edit: object; list: object }> }>
      >;
    };
    const { data } = (await send(url)).json<Configured>();
    const { metadatas } = data[kind === 'components' ? 'component' : 'contentType'] ?? {};
    const found = metadatas?.[field] ?? { edit: {}, list: {} };
    const list = Object.fromEntries(
      Object.entries(found.list).filter(([name]) => name !== 'mainField'),
    );
    const changed = { [field]: { edit: { ...found.edit, mainField: 'email' }, list } };
    const response = await send(url, { method: 'PUT', body: { metadatas: changed } });
    expect(response.status, response.text).toBe(200);
  }

  test('is set in the content-type with the relation', async () => {
    await configure('content-types', 'api::article.article', 'author');
    const { results } = await page(CANDIDATES);
    expect(results.map(({ email }) => email)).toEqual(['y@example.com', 'z@example.com']);
    expect((await page(`${CANDIDATES}?_q=z@`)).results).toMatchObject([{ email: 'z@example.com' }]);
    const existing = `/content-manager/relations/api::article.article/${article}/author`;
    expect((await page(existing)).results).toMatchObject([{ email: 'y@example.com' }]);
    const other = '/content-manager/relations/api::author.author/mentor';
    expect((await page(other)).results[0]).toHaveProperty('name');
  });

  test('is set in the component with the relation', async () => {
    await configure('components', 'sections.quote', 'author');
    const url = '/content-manager/relations/sections.quote/author';
    expect((await page(url)).results).toMatchObject([
      { email: 'y@example.com' },
      { email: 'z@example.com' },
    ]);
  });
});

test('the default locale is listed first among the other locales', async () => {
  for (const code of ['ar', 'de']) {
    await send('/i18n/locales', { method: 'POST', body: { code, name: code, isDefault: false } });
    await send(`${ARTICLES}/${article}?locale=${code}`, { method: 'PUT', body: { title: code } });
  }
  const shown = await send(`${ARTICLES}/${article}?locale=de`);
  const { meta, data } = shown.json<{
    data: { id: number };
    meta: { availableLocales: readonly { locale: string }[] };
  }>();
  expect(meta.availableLocales.map(({ locale }) => locale)).toEqual(['en', 'ar']);
  const form = await send('/i18n/content-manager/actions/get-non-localized-fields', {
    method: 'POST',
    body: { model: 'api::article.article', id: data.id, locale: 'fr' },
  });
  expect(form.json()).toMatchObject({
    localizations: [{ locale: 'en' }, { locale: 'ar' }, { locale: 'de' }],
  });
});
