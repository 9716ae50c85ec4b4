// Routes of a project, and the precedence of paths.
import { describe, expect, test } from 'vitest';
import { openTestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const POST: ProjectFiles = { [schemaOf('post')]: collectionType('post') };
const NOTE: ProjectFiles = { [schemaOf('note')]: collectionType('note') };

/** A router of one type with these options of `createCoreRouter`. */
function router(name: string, options: string): ProjectFiles {
  return {
    [`src/api/${name}/routes/${name}.js`]: `const { createCoreRouter } = require('@strapi/strapi').factories;
module.exports = createCoreRouter('api::${name}.${name}', ${options});`,
  };
}

function open(...files: readonly ProjectFiles[]): ReturnType<typeof openTestApp> {
  return openTestApp({ project: makeProject(Object.assign({}, ...files)) });
}

test('uses the default locale of the database', async () => {
  await using app = await openTestApp({
    project: makeProject(POST),
    script: `insert into i18n_locale (document_id, name, code) values ('f', 'French', 'fr');
      update strapi_core_store_settings set value = '"fr"' where key = 'plugin_i18n_default_locale'`,
  });
  const locales = (await app.request('/api/i18n/locales')).json<readonly object[]>();
  expect(locales).toHaveLength(2);
  expect(locales).toMatchObject([
    { code: 'en', isDefault: false },
    { code: 'fr', isDefault: true },
  ]);
});

test('the example on the page at / is an existing list', async () => {
  await using app = await open(NOTE, POST, router('note', `{ except: ['find'] }`));
  const { text } = await app.request('/', { authorization: null });
  expect(text).toContain('$URL/api/posts?populate=*');
  expect(text).not.toContain(':id');
});

describe('a core route with auth: false', () => {
  test('does not identify the caller, and returns all relations', async () => {
    const schema = collectionType('post', {
      title: { type: 'string' },
      note: { type: 'relation', relation: 'manyToOne', target: 'api::note.note' },
    });
    await using app = await open(
      { [schemaOf('post')]: schema },
      NOTE,
      router('post', '{ config: { find: { auth: false } } }'),
    );
    for (const authorization of [null, 'Bearer nobody']) {
      const response = await app.request('/api/posts?populate=*&sort=note.title', {
        authorization,
      });
      expect(response.status).toBe(200);
    }
    expect((await app.request('/api/posts/x', { authorization: null })).status).toBe(403);
    expect((await app.request('/api/posts/x', { authorization: 'Bearer nobody' })).status).toBe(
      401,
    );
  });
});

describe('paths', () => {
  test('have a custom API prefix', async () => {
    await using app = await open(POST, { 'config/api.json': { rest: { prefix: '/v1/content/' } } });
    for (const path of [
      '/v1/content/posts',
      '/v1/content/upload/files',
      '/v1/content/i18n/locales',
    ]) {
      expect([path, (await app.request(path)).status]).toEqual([path, 200]);
    }
    expect((await app.request('/api/posts')).status).toBe(404);
  });

  test('have no prefix', async () => {
    await using app = await open(POST, { 'config/api.json': { rest: { prefix: '' } } });
    expect((await app.request('/posts')).status).toBe(200);
    expect((await app.request('/')).headers['content-type']).toContain('text/html');
  });

  test('that are equal except for letter case and parameter names belong to the first type', async () => {
    const schema = (collectionName: string): object => ({
      kind: 'singleType',
      collectionName,
      info: { singularName: collectionName, pluralName: `${collectionName}s`, displayName: 'X' },
      attributes: { text: { type: 'string' } },
    });
    const routes = (name: string, path: string): ProjectFiles => ({
      [`src/api/${name}/routes/${name}.js`]: `module.exports = { routes: [
  { method: 'GET', path: '${path}/${name}', handler: '${name}.find', config: {} } ] };`,
    });
    await using app = await open(
      { [schemaOf('about')]: schema('about'), [schemaOf('imprint')]: schema('imprint') },
      routes('about', '/:site'),
      router('imprint', `{ prefix: '/:lang' }`),
      POST,
      router('post', `{ prefix: '/V2' }`),
      NOTE,
      {
        'src/api/note/routes/2.js': `module.exports = { routes: [
        { method: 'GET', path: '/v2/posts', handler: 'api::note.note.find', config: {} },
        { method: 'GET', path: '/:x/posts', handler: 'api::post.post.find', config: {} },
        { method: 'GET', path: '/:y/posts', handler: 'api::post.post.find', config: {} } ] };`,
      },
    );
    expect((await app.request('/api/v2/posts')).status).toBe(200);
    expect((await app.request('/api/V2/POSTS')).status).toBe(200);
    expect((await app.request('/api/any/posts')).status).toBe(200);
    expect((await app.request('/api/any/imprint')).status).toBe(404);
    expect((await app.request('/api/any/nothing')).status).toBe(404);
  });

  test('of the project override those of a plugin', async () => {
    const schema = { ...collectionType('file'), collectionName: 'own_files' };
    await using app = await open(
      { [schemaOf('file')]: schema },
      router('file', `{ prefix: '/upload' }`),
    );
    expect((await app.request('/api/upload/files')).json()).toHaveProperty('meta.pagination');
  });

  test.each([
    ['/(.*)', '/api/x/y/posts'],
    ['/:id(\\\\d+)', '/api/12/posts'],
  ])('match a prefix that is a pattern (%s)', async (prefix, path) => {
    await using app = await open(POST, router('post', `{ prefix: '${prefix}' }`));
    expect((await app.request(path)).status).toBe(200);
    expect((await app.request('/api/posts/x')).status).toBe(404);
  });

  test('with a repeated parameter do not stop the start', async () => {
    await using app = await open(POST, router('post', `{ prefix: '/:id' }`));
    expect((await app.request('/api/x/posts')).status).not.toBe(500);
    expect((await app.request('/api/x/posts/y')).status).toBe(404);
  });
});
