// `If-Match`: a write is rejected with 412 if its entry has changed since it was read.
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonObject } from '../../src/base/json.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { call, registerAdmin } from '../support/admin.ts';

const ARTICLES = '/content-manager/collection-types/api::article.article';
const AUTHORS = '/content-manager/collection-types/api::author.author';
const HOMEPAGE = '/content-manager/single-types/api::homepage.homepage';

let app: TestApp;
let admin: string;

beforeAll(async () => {
  app = await openTestApp();
  admin = await registerAdmin(app);
  const locale = { code: 'fr', name: 'French', isDefault: false };
  await send('POST', '/i18n/locales', { body: locale });
});
afterAll(() => app.close());

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

interface Sent {
  readonly body?: JsonObject;
  readonly ifMatch?: string;
}

/** As the administrator, or with the API token under `/api`. */
function send(method: Method, url: string, { body, ifMatch }: Sent = {}): Promise<TestResponse> {
  const headers = ifMatch === undefined ? {} : { 'if-match': ifMatch };
  const token = url.startsWith('/api/') ? app.token : admin;
  const isEmpty = method === 'GET' || method === 'DELETE';
  return call(app, url, { method, token, headers, ...(isEmpty ? {} : { body: body ?? {} }) });
}

interface Entry {
  readonly url: string;
  readonly api: string;
  readonly tag: string;
}

async function create(title: string): Promise<Entry> {
  const response = await send('POST', ARTICLES, { body: { title } });
  const { documentId } = response.json<{ data: { documentId: string } }>().data;
  return {
    url: `${ARTICLES}/${documentId}`,
    api: `/api/articles/${documentId}`,
    tag: tagIn(response),
  };
}

async function createPublished(title: string): Promise<Entry> {
  const entry = await create(title);
  const response = await send('POST', `${entry.url}/actions/publish`);
  return { ...entry, tag: tagIn(response) };
}

function tagIn({ headers }: TestResponse): string {
  return String(headers['etag']);
}

async function tagOf(url: string): Promise<string> {
  const response = await send('GET', url);
  expect(response.status, response.text).toBe(200);
  return tagIn(response);
}

const REJECTION = {
  status: 412,
  name: 'PreconditionFailedError',
  message:
    'The entry has changed since it was read: If-Match does not name its current ETag. Read it again and repeat the change.',
  details: {},
};

function expectRejected(response: TestResponse): void {
  expect(response.json()).toEqual({ data: null, error: REJECTION });
  expect(response.status).toBe(412);
}

describe('If-Match in the content manager', () => {
  test.each<[string, (entry: Entry) => readonly [Method, string]]>([
    ['an update', ({ url }) => ['PUT', url]],
    ['a publication', ({ url }) => ['POST', `${url}/actions/publish`]],
    ['an unpublication', ({ url }) => ['POST', `${url}/actions/unpublish`]],
    ['discarding a draft', ({ url }) => ['POST', `${url}/actions/discard`]],
    ['a deletion', ({ url }) => ['DELETE', url]],
  ])('applies to %s', async (_, request) => {
    const entry = await createPublished('first');
    await send('PUT', entry.url, { body: { title: 'second' } });
    const changed = await tagOf(entry.url);
    const [method, url] = request(entry);

    expectRejected(await send(method, url, { ifMatch: '"unknown"' }));
    expectRejected(await send(method, url, { ifMatch: `W/${changed}` }));
    const { title } = (await send('GET', entry.url)).json<{ data: { title: string } }>().data;
    expect(title).toBe('second');
    expect(await tagOf(entry.url)).toBe(changed);

    const response = await send(method, url, { ifMatch: `"other", ${changed}` });
    expect(response.status, response.text).toBe(200);
  });

  test.each(['bulkPublish', 'bulkUnpublish', 'bulkDelete'])(
    'matches only * in %s, whose entries have no common tag',
    async (action) => {
      const entry = await createPublished('in a set');
      await send('PUT', entry.url, { body: { title: 'changed' } });
      const changed = await tagOf(entry.url);
      const documentIds = [entry.url.split('/').at(-1) ?? ''];
      const act = (ifMatch?: string): Promise<TestResponse> =>
        send('POST', `${ARTICLES}/actions/${action}`, {
          body: { documentIds },
          ...(ifMatch === undefined ? {} : { ifMatch }),
        });
      for (const tag of [entry.tag, changed]) expectRejected(await act(tag));
      expect(await tagOf(entry.url)).toBe(changed);
      expect((await act('*')).json()).toEqual({ count: 1 });
    },
  );

  test('with * matches any tag', async () => {
    const entry = await create('any');
    expect((await send('PUT', entry.url, { ifMatch: '*' })).status).toBe(200);
    const french = await send('PUT', `${entry.url}?locale=fr`, { ifMatch: '*' });
    expectRejected(french);
  });

  test('can be sent with the tag of the previous response', async () => {
    const { url, tag: first } = await create('chain');
    let tag = first;
    for (const [method, action] of [
      ['PUT', ''],
      ['POST', '/actions/publish'],
      ['PUT', ''],
      ['POST', '/actions/discard'],
      ['POST', '/actions/unpublish'],
      ['PUT', ''],
    ] as const) {
      const body = method === 'PUT' ? { summary: 'next' } : {};
      const response = await send(method, `${url}${action}`, { ifMatch: tag, body });
      expect(response.status, `${action}: ${response.text}`).toBe(200);
      tag = tagIn(response);
      expect(await tagOf(url), action).toBe(tag);
    }
    expect((await send('DELETE', url, { ifMatch: tag })).status).toBe(200);
    expect((await send('PUT', url, { ifMatch: tag })).status).toBe(404);
  });

  test('accepts the tag returned by the publication of a new entry', async () => {
    const response = await send('POST', `${ARTICLES}/actions/publish`, { body: { title: 'new' } });
    const { documentId } = response.json<{ data: { documentId: string } }>().data;
    expect(tagIn(response)).toBe(await tagOf(`${ARTICLES}/${documentId}`));
  });

  test('accepts the tag of the published version for unpublishing and deletion', async () => {
    const entry = await createPublished('published');
    const published = await tagOf(`${entry.url}?status=published`);
    expectRejected(await send('PUT', entry.url, { ifMatch: published }));
    const response = await send('POST', `${entry.url}/actions/unpublish`, { ifMatch: published });
    expect(response.status, response.text).toBe(200);
  });

  test('is compared with every locale of a deleted entry', async () => {
    const entry = await create('locales');
    await send('PUT', `${entry.url}?locale=fr`, { body: { title: 'fr' } });
    const [english, french] = [await tagOf(entry.url), await tagOf(`${entry.url}?locale=fr`)];
    expectRejected(await send('DELETE', `${entry.url}?locale=*`, { ifMatch: english }));
    const both = await send('DELETE', `${entry.url}?locale=*`, {
      ifMatch: `${english}, ${french}`,
    });
    expect(both.status, both.text).toBe(200);
  });

  test('works for a type without drafts', async () => {
    const created = await send('POST', AUTHORS, { body: { name: 'Ann' } });
    const { documentId } = created.json<{ data: { documentId: string } }>().data;
    const url = `${AUTHORS}/${documentId}`;
    const body = { name: 'Anna' };
    const changed = await send('PUT', url, { body, ifMatch: tagIn(created) });
    expect(changed.status, changed.text).toBe(200);
    expectRejected(await send('DELETE', url, { ifMatch: tagIn(created) }));
    expect((await send('DELETE', url, { ifMatch: tagIn(changed) })).status).toBe(200);
  });

  test('works for a single type', async () => {
    expectRejected(await send('PUT', HOMEPAGE, { ifMatch: '*', body: { title: 'first' } }));
    expect((await send('GET', HOMEPAGE)).status).toBe(404);
    const created = await send('PUT', HOMEPAGE, { body: { title: 'first' } });
    expect(tagIn(created)).toBe(await tagOf(HOMEPAGE));
    const changed = await send('PUT', HOMEPAGE, {
      body: { title: 'second' },
      ifMatch: tagIn(created),
    });
    expect(changed.status, changed.text).toBe(200);
    expectRejected(await send('PUT', HOMEPAGE, { body: {}, ifMatch: tagIn(created) }));
    expectRejected(await send('DELETE', HOMEPAGE, { ifMatch: tagIn(created) }));
    expect((await send('DELETE', HOMEPAGE, { ifMatch: tagIn(changed) })).status).toBe(200);
  });

  test.each(['unquoted', '"a" "b"', '"a', '', 'W/x', '"a",, b'])(
    'is rejected if it is invalid: %j',
    async (ifMatch) => {
      const entry = await create('header');
      const response = await send('PUT', entry.url, { ifMatch });
      expect(response.status).toBe(400);
      expect(response.json()).toMatchObject({
        error: {
          name: 'ValidationError',
          message: 'Invalid If-Match header. Expected * or ETags in quotes.',
        },
      });
    },
  );

  test('rejects all but one of several writers with one tag', async () => {
    for (let round = 0; round < 5; round += 1) {
      const entry = await create('race');
      const titles = Array.from({ length: 4 }, (_, i) => `writer ${i}`);
      const responses = await Promise.all(
        titles.map((title) => send('PUT', entry.url, { ifMatch: entry.tag, body: { title } })),
      );
      const statuses = responses.map(({ status }) => status);
      expect(statuses.filter((status) => status === 412)).toHaveLength(3);
      const winner = titles[responses.findIndex(({ status }) => status === 200)];
      const { data } = (await send('GET', entry.url)).json<{ data: { title: string } }>();
      expect(data.title).toBe(winner);
    }
  });
});

describe('content routes', () => {
  const body = { data: { title: 'changed' } };

  test.each(['', '?populate=*', '?fields=title&locale=en'])(
    'accept the ETag of a read at the same URL: %j',
    async (query) => {
      const { api } = await createPublished('rest');
      const url = `${api}${query}`;
      const before = await tagOf(url);
      expectRejected(await send('PUT', url, { body, ifMatch: '"unknown-1"' }));
      const changed = await send('PUT', url, { body, ifMatch: before });
      expect(changed.status, changed.text).toBe(200);
      expectRejected(await send('PUT', url, { body, ifMatch: before }));
      expectRejected(await send('DELETE', url, { ifMatch: before }));
      const again = await send('PUT', api, { body, ifMatch: tagIn(changed) });
      expect(again.status, again.text).toBe(200);
      expect((await send('DELETE', api, { ifMatch: await tagOf(api) })).status).toBe(204);
    },
  );

  test('accept the entity tag of the content manager', async () => {
    const { api, url } = await createPublished('both');
    const draft = await tagOf(url);
    const changed = await send('PUT', `${api}?status=draft`, { body, ifMatch: draft });
    expect(changed.status, changed.text).toBe(200);
    expect(tagIn(changed)).toBe(await tagOf(url));
  });

  test('reject all but one of several writers with one ETag', async () => {
    const { api } = await createPublished('race');
    const before = await tagOf(api);
    const responses = await Promise.all(
      Array.from({ length: 4 }, () => send('PUT', api, { body, ifMatch: before })),
    );
    const statuses = responses.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 412)).toHaveLength(3);
  });

  test('have a tag for each version and locale', async () => {
    const { api } = await createPublished('versions');
    const [published, draft] = [await tagOf(api), await tagOf(`${api}?status=draft`)];
    expectRejected(await send('PUT', `${api}?status=draft`, { body, ifMatch: published }));
    expectRejected(await send('PUT', api, { body, ifMatch: draft }));
    expectRejected(await send('PUT', `${api}?locale=fr`, { body, ifMatch: published }));
    const changed = await send('PUT', `${api}?status=draft`, { body, ifMatch: draft });
    expect(changed.status, changed.text).toBe(200);
    expect((await send('PUT', api, { body, ifMatch: published })).status).toBe(200);
  });

  test('support actions on versions', async () => {
    const { api } = await createPublished('actions');
    const draft = `${api}?status=draft`;
    for (const action of ['publish', 'discard-draft', 'unpublish']) {
      const before = await tagOf(draft);
      const url = `${api}/actions/${action}`;
      expectRejected(await send('POST', url, { ifMatch: '"unknown"' }));
      const response = await send('POST', url, { ifMatch: before });
      expect(response.status, response.text).toBe(200);
      expect(response.headers['etag']).toMatch(/^"[\w-]{22}"$/);
    }
  });

  test('do not let a caller without read permission guess a representation', async () => {
    const { api } = await createPublished('secret');
    const before = await tagOf(api);
    const { grantPublic } = await import('../support/stored-token.ts');
    await grantPublic(app, 'api::article.article.update');
    const headers = { 'if-match': before };
    const sent = { method: 'PUT', authorization: null, headers, body } as const;
    expectRejected(await call(app, api, { ...sent, token: null }));
  });
});
