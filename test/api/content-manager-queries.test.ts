// Versions and locales in queries of the content-manager (docs/strapi/content-manager.md, "Entries", "Single types" and
// "Relations").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type AdminCall } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

const TYPES = '/content-manager/collection-types';
const ARTICLES = `${TYPES}/api::article.article`;
const TAGS = `${TYPES}/api::tag.tag`;
const HOMEPAGE = '/content-manager/single-types/api::homepage.homepage';
const RELATIONS = '/content-manager/relations';

let app: TestApp;
let admins: TestAdmins;
let article: string;
let french: string;
let tag: string;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
  await send('/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
  article = await create(ARTICLES, { title: 'Hello' });
  await send(`${ARTICLES}/${article}?locale=fr`, { method: 'PUT', body: { title: 'Bonjour' } });
  await send(`${ARTICLES}/${article}/actions/publish`, { body: {} });
  french = await create(`${ARTICLES}?locale=fr`, { title: 'Salut' });
  tag = await create(TAGS, { name: 'red' });
  await send(`${TAGS}/${tag}?locale=fr`, { method: 'PUT', body: { name: 'rouge' } });
});

afterAll(() => app.close());

function send(url: string, { body, token = admins.superAdmin, ...rest }: AdminCall = {}) {
  const method = body === undefined ? {} : { method: 'POST' as const, body };
  return call(app, url, { token, ...method, ...rest });
}

async function create(url: string, body: object): Promise<string> {
  const response = await send(url, { body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: { documentId: string } }>().data.documentId;
}

interface Entry {
  readonly data: Readonly<Record<string, unknown>>;
  readonly meta: { readonly availableLocales: readonly { readonly locale: string }[] };
}

async function find(url: string, token?: string): Promise<Entry> {
  const response = await send(url, token === undefined ? {} : { token });
  expect(response.status, response.text).toBe(200);
  return response.json<Entry>();
}

async function titles(url: string): Promise<readonly unknown[]> {
  const response: TestResponse = await send(url);
  expect(response.status, response.text).toBe(200);
  const { results } = response.json<{ results: readonly { title?: unknown; name?: unknown }[] }>();
  return results.map(({ title, name }) => title ?? name);
}

describe('entries', () => {
  test('of types without drafts are published in other locales', async () => {
    const { data } = await find(`${TAGS}/${tag}`);
    expect(data['localizations']).toMatchObject([{ locale: 'fr', status: 'published' }]);
    expect(data).not.toHaveProperty('status');
  });

  test.each([
    ['locale=fr&status=published', ['en']],
    ['locale=nope', ['en', 'fr']],
    ['locale=*', ['en', 'fr']],
  ])('in a missing version (%s) show other locales', async (query, expected) => {
    const { data, meta } = await find(`${ARTICLES}/${article}?${query}`);
    expect(data).toEqual({});
    expect(meta.availableLocales.map(({ locale }) => locale)).toEqual(expected);
  });

  test('can be requested in all locales with a permission for one of them', async () => {
    const read = { action: 'read', subject: 'api::article.article', fields: ['title'] };
    const some = await admins.with([{ ...read, locales: ['fr'] }]);
    expect((await find(`${ARTICLES}/${article}?locale=*`, some)).data).toEqual({});
    const none = await admins.with([read]);
    expect((await send(`${ARTICLES}/${article}?locale=*`, { token: none })).status).toBe(403);
  });
});

describe('lists', () => {
  test.each([
    ['filters[locale]=fr', []],
    ['filters[locale]=en', ['Hello']],
    ['filters[locale]=fr&locale=fr&sort=title', ['Bonjour', 'Salut']],
    ['filters[locale]=fr&locale=*&sort=title', ['Bonjour', 'Salut']],
    ['filters', ['Hello']],
  ])('with %s', async (query, expected) => {
    expect(await titles(`${ARTICLES}?${query}`)).toEqual(expected);
  });

  test.each([
    ['filters=x', 'The filters parameter must be an object or an array'],
    ['filters[0][title]=Hello', 'Invalid key 0'],
    [
      'page=9007199254740991&pageSize=9007199254740991',
      `convertStartQueryParams expected a positive integer got ${(2 ** 53 - 2) * (2 ** 53 - 1)}`,
    ],
  ])('%s is rejected', async (query, message) => {
    const response = await send(`${ARTICLES}?${query}`);
    expect(response.json()).toMatchObject({ error: { status: 400, message } });
  });

  test('contain the requested fields; those of localized entries only together with locale', async () => {
    const first = async (url: string): Promise<unknown> =>
      (await send(url)).json<{ results: unknown[] }>().results[0];
    expect(await first(`${ARTICLES}?fields[0]=title`)).not.toHaveProperty('title');
    const shown = await first(`${ARTICLES}?fields[0]=title&fields[1]=locale`);
    expect(shown).toMatchObject({ title: 'Hello', locale: 'en', author: null, tags: { count: 0 } });
    expect(shown).not.toHaveProperty('slug');
    await create(`${TYPES}/api::author.author`, { name: 'Ann', bio: 'long' });
    const author = await first(`${TYPES}/api::author.author?fields=name`);
    expect(author).toMatchObject({ name: 'Ann', mentor: null, status: 'published' });
    expect(author).not.toHaveProperty('bio');
  });
});

describe('single types', () => {
  test('are found only after the query is checked', async () => {
    expect((await send(HOMEPAGE)).status).toBe(404);
    for (const query of ['status=nope', 'locale[]=fr']) {
      expect((await send(`${HOMEPAGE}?${query}`)).status).toBe(400);
    }
  });

  test('with locale=* show the locale that was created first', async () => {
    const none = await send(`${HOMEPAGE}?locale=*`);
    expect(none.status).toBe(404);
    for (const [locale, heading] of [
      ['fr', 'Bonjour'],
      ['en', 'Hello'],
    ]) {
      await send(`${HOMEPAGE}?locale=${locale}`, { method: 'PUT', body: { heading } });
    }
    const { data, meta } = await find(`${HOMEPAGE}?locale=*`);
    expect(data).toMatchObject({ heading: 'Bonjour', locale: 'fr' });
    expect(meta.availableLocales).toMatchObject([{ locale: 'en' }]);
  });

  test('are deleted in one locale, or in none with locale=*', async () => {
    await send(`${HOMEPAGE}?locale=fr`, { method: 'PUT', body: { heading: 'Bonjour' } });
    expect((await send(`${HOMEPAGE}?locale=*`, { method: 'DELETE' })).status).toBe(404);
    expect((await find(`${HOMEPAGE}?locale=fr`)).data).toMatchObject({ heading: 'Bonjour' });
    expect((await send(`${HOMEPAGE}?locale=fr`, { method: 'DELETE' })).status).toBe(200);
  });
});

describe('relations', () => {
  test.each([
    ['api::article.article/related', ['Bonjour', 'Hello', 'Salut']],
    ['api::article.article/related?locale=fr', ['Bonjour', 'Salut']],
    ['api::article.article/related?status=published', ['Hello']],
    ['api::campaign.campaign/articles', ['Bonjour', 'Hello', 'Salut']],
    ['api::article.article/tags?_q=red&_filter=$ne', ['rouge']],
  ])('list the candidates of %s', async (path, expected) => {
    expect(await titles(`${RELATIONS}/${path}`)).toEqual(expected);
  });

  test('of an entry without a locale are those of its first row', async () => {
    const author = await create(`${TYPES}/api::author.author`, { name: 'Zoe' });
    const body = { author };
    await send(`${ARTICLES}/${french}?locale=fr`, { method: 'PUT', body });
    expect(await titles(`${RELATIONS}/api::article.article/${french}/author`)).toEqual(['Zoe']);
    const links = `${RELATIONS}/api::author.author/${author}/articles`;
    for (const query of ['', '?locale=en', '?locale=fr']) {
      expect(await titles(`${links}${query}`)).toEqual(['Salut']);
    }
  });

  test.each(['status=nope', 'locale[]=fr', 'page=', 'pageSize='])(
    'cannot be requested with %s',
    async (query) => {
      for (const path of ['related', `${article}/related`]) {
        const response = await send(`${RELATIONS}/api::article.article/${path}?${query}`);
        expect(response.status, response.text).toBe(400);
      }
    },
  );
});

test('unknown entries have no draft relations if the permission does not depend on an entry', async () => {
  const path = 'nope/actions/countDraftRelations';
  const none = { data: { unpublishedRelations: 0, draftM2mLinks: 0 } };
  expect((await send(`${TYPES}/api::category.category/${path}`)).json()).toEqual(none);
  expect((await send(`${ARTICLES}/${path}`)).status).toBe(404);
});
