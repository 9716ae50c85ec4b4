// Values of one locale in the form of another one (docs/strapi/content-manager.md, "Other locales").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin, type AdminCall } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const TYPES = '/content-manager/collection-types';
const ARTICLES = `${TYPES}/api::article.article`;
const SHARED = '/i18n/content-manager/actions/get-non-localized-fields';
const ARTICLE = { subject: 'api::article.article' };

let app: TestApp;
let admins: TestAdmins;
let article: Entry;
let other: Entry;

interface Entry {
  readonly id: number;
  readonly documentId: string;
}

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
  await send('/i18n/locales', { body: { code: 'fr', name: 'French', isDefault: false } });
  const author = await create(`${TYPES}/api::author.author`, { name: 'Ann' });
  other = await create(ARTICLES, { title: 'News' });
  const tag = await create(`${TYPES}/api::tag.tag`, { name: 'Tag' });
  article = await create(ARTICLES, {
    title: 'Hello',
    views: 7,
    internalNote: 'secret',
    author: author.documentId,
    related: [other.documentId],
    tags: [tag.documentId],
    faq: [
      { question: 'one', answer: 'a' },
      { question: 'two', answer: 'b' },
    ],
    sections: [{ __component: 'sections.quote', text: 'words', author: author.documentId }],
  });
});

afterAll(() => app.close());

function send(
  url: string,
  { body, token = admins.superAdmin }: AdminCall = {},
): Promise<TestResponse> {
  return call(app, url, { token, ...(body === undefined ? {} : { method: 'POST', body }) });
}

async function create(url: string, body: object): Promise<Entry> {
  const response = await send(url, { body });
  expect(response.status, response.text).toBe(201);
  return response.json<{ data: Entry }>().data;
}

function fillPath(query: string = ''): string {
  const { documentId } = article;
  const path = `/i18n/content-manager/get-fill-from-locale/${ARTICLE.subject}`;
  return `${path}?documentId=${documentId}&sourceLocale=en&targetLocale=fr&collectionType=collection-types${query}`;
}

async function filled(
  token: string = admins.superAdmin,
): Promise<Readonly<Record<string, unknown>>> {
  const response = await send(fillPath(), { token });
  expect(response.status, response.text).toBe(200);
  return response.json<{ data: Record<string, unknown> }>().data;
}

describe('a form filled from another locale', () => {
  test('has new components, and links only to entries in its own locale', async () => {
    const before = await filled();
    expect(before).not.toHaveProperty('documentId');
    expect(before).toMatchObject({
      title: 'Hello',
      author: { connect: [{ name: 'Ann', label: 'Ann', __temp_key__: 'a0' }], disconnect: [] },
      related: { connect: [], disconnect: [] },
      faq: [
        { question: 'one', answer: 'a', __temp_key__: 'a0' },
        { question: 'two', answer: 'b', __temp_key__: 'a1' },
      ],
      sections: [
        { __component: 'sections.quote', text: 'words', author: { connect: [{ name: 'Ann' }] } },
      ],
    });
    expect(JSON.stringify(before['faq'])).not.toContain('"id"');

    const path = `${ARTICLES}/${other.documentId}?locale=fr`;
    const french = await call(app, path, {
      method: 'PUT',
      token: admins.superAdmin,
      body: { title: 'Nouvelles' },
    });
    expect(french.status, french.text).toBe(200);
    const { id } = french.json<{ data: Entry }>().data;
    expect((await filled())['related']).toEqual({
      connect: [
        {
          documentId: other.documentId,
          id,
          locale: 'fr',
          title: 'Nouvelles',
          label: 'Nouvelles',
          status: 'draft',
          __temp_key__: 'a0',
        },
      ],
      disconnect: [],
    });
  });

  test('contains nothing without read permission', async () => {
    const token = await admins.with([
      { action: 'read', fields: ['title', 'author', 'tags'], locales: ['en'], ...ARTICLE },
      { action: 'read', fields: [], subject: 'api::author.author' },
    ]);
    const shown = await filled(token);
    expect(Object.keys(shown).toSorted()).toEqual(['author', 'tags', 'title']);
    expect(shown['tags'], 'of a type that may not be read').toMatchObject({ connect: [] });
    expect(JSON.stringify(shown['author'])).not.toContain('Ann');
    const french = await admins.with([
      { action: 'read', fields: ['title'], locales: ['fr'], ...ARTICLE },
    ]);
    expect((await send(fillPath(), { token: french })).status).toBe(403);
  });
});

describe('shared values', () => {
  test('are limited by the permissions for the new locale', async () => {
    const token = await admins.with([
      { action: 'read', fields: ['views', 'title'], locales: ['fr'], ...ARTICLE },
      { action: 'create', fields: ['rating'], locales: ['fr'], ...ARTICLE },
    ]);
    const body = { model: ARTICLE.subject, id: article.id, locale: 'fr' };
    const response = await send(SHARED, { token, body });
    expect(response.json()).toEqual({
      nonLocalizedFields: { views: 7, rating: null },
      localizations: [{ id: article.id, locale: 'en', publishedAt: null }],
    });
    const other = await send(SHARED, { token, body: { ...body, locale: 'de' } });
    expect(other.json()).toMatchObject({ nonLocalizedFields: {} });
  });

  test('of entries that fail the conditions are rejected', async () => {
    const conditions = ['admin::is-creator'];
    const token = await admins.with([
      { action: 'read', fields: ['views'], locales: ['fr'], conditions, ...ARTICLE },
    ]);
    const body = { model: ARTICLE.subject, id: article.id, locale: 'fr' };
    expect((await send(SHARED, { token, body })).status).toBe(403);
  });

  test.each([
    ['of an unknown row', { id: 999_999 }, 404],
    ['of an id that is not a number', { id: 'x' }, 404],
    ['of an unknown type', { model: 'api::nope.nope' }, 403],
  ])('%s are rejected', async (_, change, status) => {
    const body = { model: ARTICLE.subject, id: article.id, locale: 'fr', ...change };
    expect((await send(SHARED, { body })).status).toBe(status);
  });
});

test('a form that is filled from another locale has no statuses, but folders of files', async () => {
  const project = makeProject({
    [schemaOf('post')]: {
      ...collectionType('post', {
        title: { type: 'string' },
        status: { type: 'string' },
        cover: { type: 'media' },
        parts: { type: 'component', repeatable: true, component: 'post.part' },
      }),
      pluginOptions: { i18n: { localized: true } },
    },
    'src/components/post/part.json': {
      collectionName: 'components_post_parts',
      info: { displayName: 'part' },
      attributes: { name: { type: 'string' }, status: { type: 'string' } },
    },
  });
  await using filling = await openTestApp({ project });
  const token = await registerAdmin(filling);
  const send = (url: string, body?: object): Promise<TestResponse> =>
    call(filling, url, { token, ...(body === undefined ? {} : { method: 'POST', body }) });
  const folder = await send('/upload/folders', { name: 'covers' });
  const { id } = folder.json<{ data: Entry }>().data;
  const { body, contentType } = multipartBody([
    ['files', { file: 'tiny.png' }],
    ['fileInfo', { name: 'tiny.png', folder: id }],
  ]);
  const uploaded = await filling.request('/upload', {
    method: 'POST',
    authorization: `Bearer ${token}`,
    headers: { 'content-type': contentType },
    body,
  });
  const [file] = uploaded.json<readonly [Entry]>();
  const created = await send(`${TYPES}/api::post.post`, {
    title: 'Hello',
    status: 'new',
    cover: file.id,
    parts: [{ name: 'one', status: 'new' }],
  });
  expect(created.status, created.text).toBe(201);
  const { documentId } = created.json<{ data: Entry }>().data;
  const filled = await send(
    `/i18n/content-manager/get-fill-from-locale/api::post.post?documentId=${documentId}&sourceLocale=en&targetLocale=fr&collectionType=collection-types`,
  );
  const { data } = filled.json<{ data: object }>();
  expect(data).toMatchObject({
    title: 'Hello',
    cover: { id: file.id, folder: { id, name: 'covers' } },
    parts: [{ name: 'one' }],
  });
  expect(JSON.stringify(data)).not.toContain('"status"');
});
