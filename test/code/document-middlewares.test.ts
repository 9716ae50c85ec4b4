// Document middlewares receive the results of core routes as documents. Results that they do not use stay JSON text.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stringify } from 'qs';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { DocumentCall, DocumentMiddleware, Strapi } from '../../src/code/strapi/strapi.ts';
import type { Fields, Row } from '../../src/code/strapi/code-values.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';

const component = { type: 'component', component: 'post.part' };
const files = {
  [schemaOf('post')]: collectionType('post', {
    title: { type: 'string' },
    rating: { type: 'integer' },
    extra: { type: 'json' },
    notes: { type: 'relation', relation: 'oneToMany', target: 'api::note.note' },
    home: { type: 'relation', relation: 'oneToOne', target: 'api::home.home' },
    part: component,
    zone: { type: 'dynamiczone', components: ['post.part'] },
  }),
  [schemaOf('note')]: collectionType('note', {
    text: { type: 'string' },
    secret: { type: 'string', private: true },
    author: { ...relation('api::home.home'), private: true },
    picture: { type: 'media' },
  }),
  [schemaOf('home')]: { ...collectionType('home'), kind: 'singleType' },
  'src/components/post/part.json': {
    collectionName: 'components_post_parts',
    info: { displayName: 'part' },
    attributes: { name: { type: 'string' }, home: { ...relation('api::home.home') } },
  },
  'src/index.js': 'module.exports = { bootstrap() { return 1; } };',
};

function relation(target: string): object {
  return { type: 'relation', relation: 'oneToOne', target };
}

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-middlewares-'));
let app: TestApp;
let strapi: Strapi;
/** DocumentId of the first post. */
let first = '';

beforeAll(async () => {
  writeFiles(folder, files);
  app = await openTestApp({ project: folder });
  strapi = Reflect.get(globalThis, 'strapi') as Strapi;
  const create = (uid: string, data: Fields): Promise<Row> =>
    strapi.documents(uid).create({ data, status: 'published' });
  const home = await create('api::home.home', { title: 'Home' });
  const note = await create('api::note.note', { text: 'N', secret: 'hidden' });
  const part = { name: 'P', home: home.documentId };
  for (const title of ['A', 'B', 'C']) {
    const row = await create('api::post.post', {
      title,
      rating: 5,
      extra: { a: [1, null] },
      notes: [note.documentId],
      home: home.documentId,
      part,
      zone: [{ __component: 'post.part', ...part }],
    });
    first ||= row.documentId ?? '';
  }
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The calls and results that middlewares have seen in a test. */
let seen: { readonly context: DocumentCall; readonly result: unknown }[] = [];
beforeEach(() => {
  seen = [];
});

const noting: DocumentMiddleware = async (context, next) => {
  const result = await next();
  seen.push({ context: { ...context, params: structuredClone(context.params) }, result });
  return result;
};

/** Runs `work` with a middleware, which is removed afterwards. */
const within = async <T>(middleware: DocumentMiddleware, work: () => Promise<T>): Promise<T> => {
  const end = strapi.documents.use(middleware);
  try {
    return await work();
  } finally {
    end();
  }
};

const bodyOf = ({ status, text }: TestResponse): unknown => [status, JSON.parse(text)];

const QUERIES = [
  '/api/posts',
  '/api/posts?fields=title&sort=title:desc',
  '/api/posts?pagination[page]=2&pagination[pageSize]=2',
  '/api/posts?pagination[start]=1&pagination[limit]=1',
  '/api/posts?pagination[withCount]=false',
  '/api/posts?filters[title][$in]=A&filters[title][$in]=B&_q=A',
  '/api/posts?populate[home]=true&populate[part][populate]=home',
  '/api/posts?populate[zone][on][post.part][populate]=home',
  '/api/posts?populate[notes][count]=true',
  '/api/posts?populate[0]=home&populate[1]=notes',
  '/api/posts?status=draft&populate=home',
  '/api/posts?populate=*',
  '/api/posts?populate[notes][populate]=*',
  '/api/notes',
  '/api/notes?populate=picture',
  '/api/home',
  '/api/posts/nope',
  '/api/posts?filters[nope]=1',
];

test('middlewares do not change responses, whether they read the results or not', async () => {
  const using: DocumentMiddleware = async (_, next) => {
    const result = await next();
    return result === undefined ? result : (JSON.parse(JSON.stringify(result)) as unknown);
  };
  for (const url of [...QUERIES, `/api/posts/${first}?populate=home`]) {
    const request = async (): Promise<unknown> => bodyOf(await app.request(url));
    const expected = await request();
    expect([url, await within((_, next) => next(), request)]).toEqual([url, expected]);
    expect([url, await within(using, request)]).toEqual([url, expected]);
  }
});

test('results that no middleware reads are never parsed', async () => {
  const urls = ['/api/posts?populate=home', `/api/posts/${first}`, '/api/home'];
  // Code sees more of these than their responses contain.
  urls.push('/api/notes?populate=picture', '/api/posts?populate=*');
  for (const url of urls) await within(noting, () => app.request(url));
  const [list, total, document, single, notes, , all] = seen.map(({ result }) => result);
  expect(total).toBe(3);
  const isGetter = (value: unknown, key: string): boolean =>
    typeof Object.getOwnPropertyDescriptor(value, key)?.get === 'function';
  expect([isGetter(list, '0'), isGetter(list, '2')]).toEqual([true, true]);
  expect([isGetter(document, 'title'), isGetter(single, 'title')]).toEqual([true, true]);
  expect([isGetter(notes, '0'), isGetter(all, '0')]).toEqual([true, true]);
});

test('a middleware receives the results of the document service', async () => {
  const params = { status: 'published', populate: { home: true, notes: { count: true } } };
  const query = 'populate[home]=true&populate[notes][count]=true';
  await within(noting, () => app.request(`/api/posts?${query}`));
  await within(noting, () => app.request(`/api/posts/${first}?${query}`));
  await within(noting, () => app.request('/api/notes'));
  const [list, , document, notes] = seen.map(({ result }) => result);
  const posts = strapi.documents('api::post.post');
  const expected = await posts.findMany(params);
  expect(list).toEqual(expected);
  const keys = (rows: unknown): readonly string[] => Object.keys((rows as Row[])[0] ?? {}).sort();
  expect(keys(list)).toEqual(keys(expected));
  expect(document).toEqual(await posts.findOne({ documentId: first, ...params }));
  // A private attribute is there, and is not sent.
  expect(notes).toMatchObject([{ text: 'N', secret: 'hidden', locale: null }]);
});

test.each(['*', ['notes', 'home'], { notes: { populate: '*' } }, { notes: { fields: ['text'] } }])(
  'a middleware receives everything that the document service populates: %j',
  async (populate) => {
    const query = stringify({ fields: ['title'], populate });
    await within(noting, () => app.request(`/api/posts?${query}`));
    const posts = strapi.documents('api::post.post');
    const expected = await posts.findMany(seen[0]?.context.params ?? {});
    // Only responses contain the documentIds of components.
    const withoutComponents = (rows: unknown): unknown =>
      JSON.parse(
        JSON.stringify(rows, (key, value: unknown) =>
          key === 'part' || key === 'zone' ? undefined : value,
        ),
      );
    expect(withoutComponents(seen[0]?.result)).toEqual(withoutComponents(expected));
  },
);

test('calls match Strapi, with the parameters of the query', async () => {
  const { requestContext } = strapi;
  const handlers: unknown[] = [];
  await within(
    async (context, next) => {
      handlers.push((requestContext.get()?.state['route'] as Fields | undefined)?.['handler']);
      return noting(context, next);
    },
    async () => {
      await app.request('/api/posts?sort=title&pagination[pageSize]=2');
      await app.request(`/api/posts/${first}?fields=title`);
      await app.request('/api/home?populate=*');
    },
  );
  const page = { status: 'published', sort: 'title', pagination: { pageSize: '2' } };
  expect(seen.map(({ context: { uid, action, params } }) => [uid, action, params])).toEqual([
    ['api::post.post', 'findMany', { ...page, start: 0, limit: 2 }],
    ['api::post.post', 'count', { ...page, start: 0, limit: 2 }],
    ['api::post.post', 'findOne', { status: 'published', fields: 'title', documentId: first }],
    ['api::home.home', 'findFirst', { status: 'published', populate: expect.anything() }],
  ]);
  expect(new Set(handlers)).toEqual(
    new Set(['api::post.post.find', 'api::post.post.findOne', 'api::home.home.find']),
  );
  expect(seen[0]?.context.contentType).toMatchObject({ uid: 'api::post.post' });
});

describe('a middleware can change', () => {
  interface Body {
    readonly data: readonly Fields[];
    readonly meta: { readonly pagination: Fields };
  }
  const listWith = async (middleware: DocumentMiddleware): Promise<Body> => {
    const request = (): Promise<TestResponse> => app.request('/api/posts?sort=title&fields=title');
    // The second request uses the cached plan.
    await within(middleware, request);
    return (await within(middleware, request)).json<Body>();
  };
  const titles = ({ data }: Body): readonly unknown[] => data.map(({ title }) => title);

  test('parameters in place, of the list and of its count', async () => {
    const body = await listWith((context, next) => {
      context.params['filters'] = { title: { $ne: 'A' } };
      return next();
    });
    expect(titles(body)).toEqual(['B', 'C']);
    expect(body.meta.pagination['total']).toBe(2);
  });

  test('parameters as a whole', async () => {
    const body = await listWith((context, next) => {
      if (context.action === 'findMany') context.params = { status: 'draft', limit: 1 };
      return next();
    });
    expect(body.data.length).toBe(1);
    expect(body.meta.pagination['total']).toBe(3);
  });

  test('a parameter to a value with the same JSON', async () => {
    const posts = strapi.documents('api::post.post');
    const { documentId } = await posts.create({ data: { title: 'D' }, status: 'published' });
    const request = (): Promise<TestResponse> => app.request('/api/posts?filters[rating]');
    const changing: DocumentMiddleware = (context, next) => {
      context.params['filters'] = { rating: Number.NaN };
      return next();
    };
    expect(titles((await within((_, next) => next(), request)).json())).toEqual(['D']);
    expect(titles((await within(changing, request)).json())).toEqual([]);
    await posts.delete({ documentId });
  });

  test('entries in place', async () => {
    const body = await listWith(async (context, next) => {
      const result = await next();
      if (context.action === 'findMany')
        Object.assign((result as Row[])[1] ?? {}, { extra: 'own' });
      return result;
    });
    expect(titles(body)).toEqual(['A', 'B', 'C']);
    expect(body.data.map(({ extra }) => extra)).toEqual([undefined, 'own', undefined]);
  });

  test('the result', async () => {
    const body = await listWith(async (context, next) =>
      context.action === 'count' ? 99 : [...((await next()) as Row[])].reverse(),
    );
    expect(titles(body)).toEqual(['C', 'B', 'A']);
    expect(body.meta.pagination).toMatchObject({ total: 99, pageCount: 4 });
  });

  test('the result without calling next', async () => {
    const body = await listWith(async ({ action }) => (action === 'count' ? 0 : []));
    expect(body).toEqual({
      data: [],
      meta: { pagination: { page: 1, pageSize: 25, pageCount: 0, total: 0 } },
    });
  });

  test('the response to an error, by throwing', async () => {
    const rejecting: DocumentMiddleware = async (_, next) => {
      await next();
      throw Object.assign(new Error('Not now'), { status: 409 });
    };
    const response = await within(rejecting, () => app.request('/api/posts'));
    expect([response.status, response.json<{ error: Fields }>().error['message']]).toEqual([
      409,
      'Not now',
    ]);
  });

  test('no filter to one with an unknown key', async () => {
    const wrong: DocumentMiddleware = (context, next) => {
      context.params['filters'] = { nope: 1 };
      return next();
    };
    const response = await within(wrong, () => app.request('/api/posts'));
    expect([response.status, response.json<{ error: Fields }>().error]).toMatchObject([
      400,
      { name: 'ValidationError', message: 'Invalid key nope' },
    ]);
  });
});

test('reads in a transaction of a middleware are part of it', async () => {
  const posts = strapi.documents('api::post.post');
  const changing: DocumentMiddleware = async (context, next) =>
    context.action === 'findMany'
      ? strapi.db.transaction(async ({ rollback }: { rollback: () => Promise<void> }) => {
          await posts.update({ documentId: first, data: { title: 'Z' }, status: 'published' });
          const result = await next();
          await rollback();
          return result;
        })
      : next();
  const request = (): Promise<TestResponse> => app.request('/api/posts?filters[title]=Z');
  const response = await within(changing, request);
  expect(response.json<{ data: readonly Fields[] }>().data).toMatchObject([{ title: 'Z' }]);
  expect((await request()).json<{ data: unknown }>().data).toEqual([]);
});
