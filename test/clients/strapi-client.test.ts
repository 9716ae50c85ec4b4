// Every method of @strapi/client, the official client, against a listening server.
import { strapi, HTTPError, HTTPNotFoundError } from '@strapi/client';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../support/app.ts';
import { vendored } from '../support/vendored-projects.ts';

type Client = ReturnType<typeof strapi>;

let app: TestApp;
let baseURL: string;
/** With a token that may do everything. */
let client: Client;
/** A client without credentials. */
let anonymous: Client;

beforeAll(async () => {
  app = await openTestApp();
  baseURL = `http://127.0.0.1:${await app.listen()}/api`;
  client = strapi({ baseURL, auth: app.token });
  anonymous = strapi({ baseURL });
});
afterAll(() => app.close());

/** What a method that fails fails with. */
async function failureOf(promise: Promise<unknown>): Promise<Error> {
  return promise.then(
    () => {
      throw new Error('this did not fail');
    },
    (error: unknown) => {
      if (error instanceof Error) return error;
      throw new Error(`thrown: ${String(error)}`);
    },
  );
}

/** Name and message of the body that an error carries. */
async function bodyOf(error: Error): Promise<unknown> {
  if (!(error instanceof HTTPError)) throw error;
  const { error: inner } = (await error.response.json()) as {
    readonly error: { readonly status: number; readonly name: string; readonly message: string };
  };
  return [inner.status, inner.name, inner.message];
}

describe('a collection', () => {
  test('create, findOne, update, find, delete', async () => {
    const authors = client.collection('authors');
    const { data: ada } = await authors.create({ name: 'Ada', email: 'ada@example.com' });
    expect(ada).toMatchObject({ name: 'Ada', email: 'ada@example.com', bio: null });
    expect((await authors.findOne(ada.documentId)).data).toEqual(ada);
    const changed = await authors.update(ada.documentId, { bio: 'Wrote the first program.' });
    expect(changed.data).toMatchObject({
      ...ada,
      bio: 'Wrote the first program.',
      updatedAt: expect.any(String),
      publishedAt: expect.any(String),
    });
    const { data, meta } = await authors.find({ filters: { name: { $eq: 'Ada' } } });
    expect(data.map(({ documentId }) => documentId)).toEqual([ada.documentId]);
    expect(meta.pagination).toEqual({ page: 1, pageSize: 25, pageCount: 1, total: 1 });
    expect(await authors.delete(ada.documentId)).toBeUndefined();
    expect(await failureOf(authors.findOne(ada.documentId))).toBeInstanceOf(HTTPNotFoundError);
  });

  test('sends query parameters', async () => {
    const authors = client.collection('authors');
    const articles = client.collection('articles');
    const { data: author } = await authors.create({ name: 'Grace' });
    for (const [title, views] of [
      ['One', 1],
      ['Two', 2],
      ['Three', 3],
    ] as const) {
      await articles.create(
        { title, views, author: author.documentId, seo: { metaTitle: title } },
        { status: 'published' },
      );
    }
    await articles.create({ title: 'Fourth' }, { status: 'draft' });
    const { data, meta } = await articles.find({
      filters: { $or: [{ views: { $gte: 2 } }, { title: { $in: ['One', 'Nine'] } }] },
      sort: ['views:desc', 'title'],
      fields: ['title', 'views'],
      populate: { author: { fields: ['name'] }, seo: true },
      pagination: { page: 1, pageSize: 2 },
      status: 'published',
    });
    expect(data).toMatchObject([
      { title: 'Three', views: 3, author: { name: 'Grace' }, seo: { metaTitle: 'Three' } },
      { title: 'Two', views: 2, author: { name: 'Grace' }, seo: { metaTitle: 'Two' } },
    ]);
    expect(data[0]).not.toHaveProperty('summary');
    expect(meta.pagination).toEqual({ page: 1, pageSize: 2, pageCount: 2, total: 3 });
    const offset = await articles.find({
      sort: 'title',
      pagination: { start: 1, limit: 1, withCount: false },
    });
    expect(offset.data.map(({ title }) => title as unknown)).toEqual(['Three']);
    expect(offset.meta.pagination).toEqual({ start: 1, limit: 1 });
    const drafts = await articles.find({ status: 'draft', filters: { title: 'Fourth' } });
    expect(drafts.data).toHaveLength(1);
    expect((await articles.find({ filters: { title: 'Fourth' } })).data).toEqual([]);
  });

  test('reads and writes locales', async () => {
    const articles = client.collection('articles');
    const { data } = await articles.create({ title: 'Hello' }, { status: 'draft' });
    await articles.update(data.documentId, { title: 'Hallo' }, { locale: 'en', status: 'draft' });
    const found = await articles.findOne(data.documentId, { locale: 'en', status: 'draft' });
    expect(found.data).toMatchObject({ title: 'Hallo', locale: 'en' });
    await articles.delete(data.documentId, { locale: 'en' });
    expect((await articles.find({ status: 'draft', filters: { title: 'Hallo' } })).data).toEqual(
      [],
    );
  });

  test('throws errors', async () => {
    const authors = client.collection('authors');
    expect(await bodyOf(await failureOf(authors.create({})))).toEqual([
      400,
      'ValidationError',
      'name must be defined.',
    ]);
    expect(await bodyOf(await failureOf(authors.update('nope', { name: 'x' })))).toEqual([
      404,
      'NotFoundError',
      'Not Found',
    ]);
    expect(await bodyOf(await failureOf(client.collection('nopes').find()))).toEqual([
      404,
      'NotFoundError',
      'Not Found',
    ]);
    expect(await bodyOf(await failureOf(anonymous.collection('authors').find()))).toEqual([
      403,
      'ForbiddenError',
      'Forbidden',
    ]);
    const other = strapi({ baseURL, auth: 'not-a-token' });
    expect(await bodyOf(await failureOf(other.collection('authors').find()))).toEqual([
      401,
      'UnauthorizedError',
      'Missing or invalid credentials',
    ]);
  });

  test('supports a collection at another path', async () => {
    const authors = client.collection('writers', { path: '/authors' });
    expect((await authors.find()).data).toBeInstanceOf(Array);
  });
});

test('a single type: find, update, delete', async () => {
  const homepage = client.single('homepage');
  expect(await failureOf(homepage.find())).toBeInstanceOf(HTTPNotFoundError);
  const { data } = await homepage.update({ heading: 'Welcome', seo: { metaTitle: 'Home' } });
  expect(data).toMatchObject({ heading: 'Welcome' });
  const found = await homepage.find({ populate: 'seo', fields: ['heading'] });
  expect(found.data).toMatchObject({
    documentId: data.documentId,
    heading: 'Welcome',
    seo: { metaTitle: 'Home' },
  });
  expect(await homepage.delete()).toBeUndefined();
  expect(await failureOf(homepage.find())).toBeInstanceOf(HTTPNotFoundError);
});

describe('files', () => {
  const image = readFileSync(vendored('conformance', 'files', 'landscape.jpg'));

  test('upload of a Blob, find, findOne, update, delete', async () => {
    const blob = new File([image], 'holiday.jpg', { type: 'image/jpeg' });
    const uploaded = await client.files.upload(blob, {
      fileInfo: { alternativeText: 'A beach', caption: 'Summer' },
    });
    expect(uploaded).toHaveLength(1);
    const [file] = uploaded;
    if (!file) throw new Error('nothing was uploaded');
    expect(file).toMatchObject({
      name: 'holiday.jpg',
      alternativeText: 'A beach',
      caption: 'Summer',
      ext: '.jpg',
      mime: 'image/jpeg',
      provider: 'local',
      formats: { thumbnail: { ext: '.jpg' } },
    });
    expect(await client.files.findOne(file.id)).toMatchObject({ id: file.id, hash: file.hash });
    const found = await client.files.find({
      filters: { name: { $contains: 'holiday' } },
      sort: 'name:asc',
    });
    expect(found.map(({ id }) => id)).toEqual([file.id]);
    const served = await fetch(new URL(file.url, baseURL));
    expect([served.status, served.headers.get('content-type')]).toEqual([200, 'image/jpeg']);

    const changed = await client.files.update(file.id, {
      name: 'beach.jpg',
      alternativeText: 'Sand',
    });
    expect(changed).toMatchObject({
      id: file.id,
      name: 'beach.jpg',
      alternativeText: 'Sand',
      caption: 'Summer',
      hash: file.hash,
    });
    expect(await client.files.delete(file.id)).toMatchObject({ id: file.id, name: 'beach.jpg' });
    expect(await client.files.find()).toEqual([]);
    expect((await fetch(new URL(file.url, baseURL))).status).toBe(404);
  });

  test('upload of a Buffer, linked to an entry', async () => {
    const [file] = await client.files.upload(image, {
      filename: 'portrait.jpg',
      mimetype: 'image/jpeg',
    });
    const authors = client.collection('authors');
    const { data } = await authors.create(
      { name: 'Alan', avatar: file?.id },
      { populate: 'avatar' },
    );
    expect(data).toMatchObject({ avatar: { name: 'portrait.jpg', id: file?.id } });
  });

  test('throws errors', async () => {
    const missing = await failureOf(client.files.findOne(4711));
    expect([missing.name, await bodyOf(missing)]).toEqual([
      'FileNotFoundError',
      [404, 'NotFoundError', 'file.notFound'],
    ]);
    expect((await failureOf(client.files.delete(4711))).name).toBe('FileNotFoundError');
    expect((await failureOf(client.files.update(4711, { name: 'x' }))).name).toBe(
      'FileNotFoundError',
    );
    expect((await failureOf(anonymous.files.find())).name).toBe('FileForbiddenError');
    const nothing = new Blob([]);
    expect(await bodyOf(await failureOf(client.files.upload(nothing)))).toEqual([
      400,
      'ValidationError',
      'Files are empty',
    ]);
  });
});

describe('users', () => {
  test('create, findOne, update, find, delete: by row id, without a data wrapper', async () => {
    const users = client.collection('users');
    const created = userOf(
      await users.create({
        username: 'ada',
        email: 'Ada@Example.com',
        password: 'Passw0rd!',
        role: 1,
      }),
    );
    expect(created).toMatchObject({ username: 'ada', email: 'ada@example.com', provider: 'local' });
    expect(userOf(await users.findOne(created.id))).toMatchObject({ username: 'ada' });
    const changed = userOf(await users.update(created.id, { username: 'ada2', blocked: true }));
    expect(changed).toMatchObject({ username: 'ada2', blocked: true });
    const list: unknown = await users.find({ filters: { username: 'ada2' }, populate: 'role' });
    expect(list).toMatchObject([{ id: created.id, role: { type: 'authenticated' } }]);
    expect(await users.delete(created.id)).toBeUndefined();
    expect(await users.find()).toEqual([]);
  });

  test('signed-in users act with their token', async () => {
    const signedIn = await client.fetch('/auth/local/register', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'grace', email: 'g@example.com', password: 'Passw0rd!' }),
    });
    const { jwt, user } = (await signedIn.json()) as { jwt: string; user: { id: number } };
    const grace = strapi({ baseURL, auth: jwt });
    const me = await grace.fetch('/users/me');
    expect(await me.json()).toMatchObject({ id: user.id, username: 'grace' });
    const error = await failureOf(grace.collection('authors').find());
    expect(await bodyOf(error)).toEqual([403, 'ForbiddenError', 'Forbidden']);
  });

  test('find roles by the name of their plugin', async () => {
    const roles = client.collection('roles', { plugin: { name: 'users-permissions' } });
    const list: unknown = await roles.find();
    expect(list).toMatchObject({ roles: [{ type: 'authenticated' }, { type: 'public' }] });
    const role: unknown = await roles.findOne('1');
    expect(role).toMatchObject({ role: { type: 'authenticated', permissions: {} } });
  });
});

/** What the client has as a document, as it came. */
function userOf(response: unknown): { readonly id: number } {
  expect(response).toHaveProperty('id');
  return response as { readonly id: number };
}

test('sends other headers', async () => {
  const response = await client.fetch('/authors?pagination[limit]=1', {
    headers: { 'Strapi-Response-Format': 'v4' },
  });
  const { data } = (await response.json()) as { readonly data: readonly object[] };
  expect(data[0]).toHaveProperty('attributes');
  const own = strapi({ baseURL, auth: app.token, headers: { 'Strapi-Response-Format': 'v4' } });
  const { data: listed } = await own.collection('authors').find();
  expect(listed[0]).toHaveProperty('attributes');
});
