// The actions on versions over REST (docs/strapi/differences.md, D15): publish, unpublish and discard, which Strapi has
// only in its admin panel. Tests in src/documents/versions cover links, components and shared values.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { dataOf, Drafts, errorOf, type Entry } from '../support/drafts.ts';

let app: TestApp;
let drafts: Drafts;

beforeAll(async () => {
  app = await openTestApp();
  drafts = new Drafts(app);
});

afterAll(() => app.close());

describe('the lifecycle of a document (D15)', () => {
  test('it is published, changed, discarded and unpublished', async () => {
    const path = await drafts.category({ rank: 1 });
    expect(await drafts.look(path, '', 'rank')).toBe(404);

    const published = await drafts.act(`${path}/actions/publish`);
    expect(published.status).toBe(200);
    expect(published.headers['content-type']).toBe('application/json; charset=utf-8');
    expect(published.json()).toEqual({
      data: expect.objectContaining({
        rank: 1,
        publishedAt: expect.any(String) as string,
      }) as object,
      meta: {},
    });
    expect((await app.request(`/api${path}`)).text).toContain(
      JSON.stringify(dataOf(published)).slice(1, -1),
    );

    await drafts.write('PUT', `${path}?status=draft`, { rank: 2 });
    expect([
      await drafts.look(path, '', 'rank'),
      await drafts.look(path, 'status=draft', 'rank'),
    ]).toEqual([1, 2]);

    const discarded = await drafts.act(`${path}/actions/discard-draft`);
    expect([discarded.status, dataOf(discarded)]).toMatchObject([
      200,
      { rank: 1, publishedAt: null },
    ]);
    expect(await drafts.look(path, 'status=draft', 'rank')).toBe(1);

    const unpublished = await drafts.act(`${path}/actions/unpublish`);
    expect([unpublished.status, dataOf(unpublished)]).toMatchObject([
      200,
      { rank: 1, publishedAt: null },
    ]);
    expect([
      await drafts.look(path, '', 'rank'),
      await drafts.look(path, 'status=draft', 'rank'),
    ]).toEqual([404, 1]);
  });

  test('publishing again publishes the current draft', async () => {
    const path = await drafts.category({ rank: 1 });
    await drafts.act(`${path}/actions/publish`);
    await drafts.write('PUT', `${path}?status=draft`, { rank: 2 });
    expect(dataOf(await drafts.act(`${path}/actions/publish`))).toMatchObject({ rank: 2 });
    expect(await drafts.look(path, '', 'rank')).toBe(2);
  });

  test('a draft that violates the publication rules is not published', async () => {
    const path = await drafts.draft('categories', { rank: 1 });
    const response = await drafts.act(`${path}/actions/publish`);
    expect(errorOf(response)).toMatchObject({
      status: 400,
      name: 'ValidationError',
      message: '2 errors occurred',
      details: {
        errors: [
          { path: ['name'], name: 'ValidationError', value: null },
          { path: ['slug'], name: 'ValidationError', value: null },
        ],
      },
    });
    expect(await drafts.look(path, '', 'rank')).toBe(404);
  });

  test('unpublishing an unpublished document changes nothing, and returns the draft', async () => {
    const path = await drafts.category();
    const before = dataOf(await app.request(`/api${path}?status=draft`));
    const response = await drafts.act(`${path}/actions/unpublish`);
    expect([response.status, dataOf(response)]).toEqual([200, before]);
  });

  test('discarding an unpublished document is rejected', async () => {
    const path = await drafts.category({ rank: 3 });
    const error = errorOf(await drafts.act(`${path}/actions/discard-draft`));
    expect(error).toMatchObject({ status: 400, name: 'ValidationError', details: {} });
    expect(await drafts.look(path, 'status=draft', 'rank')).toBe(3);
  });

  test('the path of a single type contains no id', async () => {
    expect((await drafts.act('/homepage/actions/publish')).status).toBe(404);
    await drafts.write('PUT', '/homepage?status=draft', { heading: 'one' });
    expect(dataOf(await drafts.act('/homepage/actions/publish'))).toMatchObject({
      heading: 'one',
      locale: 'en',
    });
    await drafts.write('PUT', '/homepage?status=draft', { heading: 'two' });
    expect(dataOf(await drafts.act('/homepage/actions/discard-draft'))).toMatchObject({
      heading: 'one',
    });
    expect(dataOf(await drafts.act('/homepage/actions/unpublish'))).toMatchObject({
      publishedAt: null,
    });
    expect((await app.request('/api/homepage')).status).toBe(404);
    expect((await drafts.write('DELETE', '/homepage')).status).toBe(204);
  });
});

describe('the response (D15)', () => {
  test('has the requested fields and relations, in the version that remains after the action', async () => {
    const target = await drafts.category({ rank: 1 });
    const article = await drafts.draft('articles', {
      title: 't',
      category: target.split('/')[2],
      faq: [{ question: 'q' }],
    });
    const shape = 'fields=title&populate[category][fields]=rank,publishedAt&populate[faq]=true';
    await drafts.act(`${target}/actions/publish`);
    await drafts.write('PUT', `${target}?status=draft`, { rank: 2 });
    const published = await drafts.act(`${article}/actions/publish?${shape}`);
    expect(dataOf(published)).toMatchObject({
      title: 't',
      category: { rank: 1, publishedAt: expect.any(String) as string },
      faq: [{ question: 'q' }],
    });
    expect(Object.keys(dataOf(published))).toEqual([
      'id',
      'documentId',
      'title',
      'category',
      'faq',
    ]);
    expect(published.text).toBe((await app.request(`/api${article}?${shape}`)).text);
    for (const action of ['discard-draft', 'unpublish']) {
      const left = await drafts.act(`${article}/actions/${action}?${shape}`);
      expect(dataOf(left)).toMatchObject({ category: { rank: 2, publishedAt: null } });
      expect(left.text).toBe((await app.request(`/api${article}?${shape}&status=draft`)).text);
    }
  });

  test('has the format of version 4 on request', async () => {
    const path = await drafts.category({ rank: 5 });
    const headers = { 'strapi-response-format': 'v4' };
    const response = await drafts.act(`${path}/actions/publish`, { headers });
    expect(dataOf(response)).toMatchObject({ attributes: { rank: 5 } });
  });
});

describe('locales (D15)', () => {
  let path: string;

  beforeAll(async () => {
    path = await drafts.draft('articles', { title: 'en' });
    for (const locale of ['fr', 'de']) {
      await drafts.write('PUT', `${path}?status=draft&locale=${locale}`, { title: locale });
    }
  });

  const published = async (): Promise<readonly unknown[]> => {
    const id = path.split('/')[2];
    const list = await app.request(`/api/articles?locale=*&filters[documentId]=${id}&sort=locale`);
    return dataOf<readonly Entry[]>(list).map((entry) => entry['locale']);
  };
  const titles = (response: TestResponse): readonly unknown[] =>
    dataOf<readonly Entry[]>(response).map((entry) => entry['title']);
  const reset = (): Promise<TestResponse> => drafts.act(`${path}/actions/unpublish?locale=*`);

  test.each([
    ['', 'en'],
    ['?locale=', 'en'],
    ['?locale=fr', 'fr'],
  ])('%s in one locale returns one entry', async (query, locale) => {
    expect(dataOf(await drafts.act(`${path}/actions/publish${query}`))).toMatchObject({ locale });
    expect(await published()).toEqual([locale]);
    await reset();
  });

  test.each([
    ['locale=*', ['de', 'en', 'fr']],
    ['locale[0]=fr&locale[1]=en', ['en', 'fr']],
    ['locale[]=fr', ['fr']],
    ['locale[0]=fr&locale[1]=fr&locale[2]=none', ['fr']],
  ])('%s in a list of locales returns entries by locale', async (query, locales) => {
    const response = await drafts.act(`${path}/actions/publish?${query}`);
    expect(response.json()).toEqual({ data: expect.any(Array) as unknown[], meta: {} });
    expect(titles(response)).toEqual(locales);
    expect(await published()).toEqual(locales);
    expect(titles(await drafts.act(`${path}/actions/discard-draft?${query}`))).toEqual(locales);
    expect(titles(await drafts.act(`${path}/actions/unpublish?${query}`))).toEqual(locales);
    expect(await published()).toEqual([]);
  });

  test('none is published if one of several is invalid', async () => {
    const article = await drafts.draft('articles', { title: 'en' });
    await drafts.write('PUT', `${article}?status=draft&locale=fr`, { summary: 'no title' });
    const response = await drafts.act(`${article}/actions/publish?locale=*`);
    expect(errorOf(response)).toMatchObject({
      status: 400,
      details: { errors: [{ path: ['title'] }] },
    });
    expect(await drafts.look(article, 'locale=en', 'title')).toBe(404);
  });

  test('a locale without a row is a 404', async () => {
    for (const action of ['publish', 'unpublish', 'discard-draft']) {
      for (const query of ['locale=it', 'locale=EN', 'locale[0]=it&locale[1]=es']) {
        const response = await drafts.act(`${path}/actions/${action}?${query}`);
        expect(errorOf(response)).toEqual({
          status: 404,
          name: 'NotFoundError',
          message: 'Not Found',
          details: {},
        });
      }
    }
  });

  test('a locale that is not a string is rejected', async () => {
    const error = errorOf(await drafts.act(`${path}/actions/publish?locale[a]=en`));
    expect(error).toMatchObject({ status: 400, name: 'ValidationError' });
    expect(error['message']).toMatch(/^Invalid locale param .* provided/);
  });

  test('are ignored for a type without locales, which returns one entry', async () => {
    for (const locale of ['fr', '*', 'zz']) {
      const response = await drafts.act(
        `${await drafts.category({ rank: 7 })}/actions/publish?locale=${locale}`,
      );
      expect([response.status, dataOf(response)]).toMatchObject([200, { rank: 7 }]);
    }
    const list = await drafts.act(
      `${await drafts.category()}/actions/publish?locale[0]=fr&locale[1]=de`,
    );
    expect(dataOf(list)).not.toBeInstanceOf(Array);
  });

  test('apply to single types', async () => {
    for (const locale of ['en', 'fr']) {
      await drafts.write('PUT', `/homepage?status=draft&locale=${locale}`, { heading: locale });
    }
    const response = await drafts.act('/homepage/actions/publish?locale=*');
    expect(dataOf<readonly Entry[]>(response).map(({ heading }) => heading)).toEqual(['en', 'fr']);
    expect((await drafts.write('DELETE', '/homepage?locale=*')).status).toBe(204);
  });
});
