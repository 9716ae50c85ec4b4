// Which routes a project has: those that its code closed answer 501, paths that collide do not stop the start.
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

function extension(plugin: string): ProjectFiles {
  return { [`src/extensions/${plugin}/strapi-server.js`]: 'module.exports = (plugin) => plugin;' };
}

function release(...names: readonly string[]): ProjectFiles {
  return { 'config/quoin.json': { release: names } };
}

function open(...files: readonly ProjectFiles[]): ReturnType<typeof openTestApp> {
  return openTestApp({ project: makeProject(Object.assign({}, ...files)) });
}

function notImplemented(message: string): object {
  return { data: null, error: { status: 501, name: 'NotImplementedError', message, details: {} } };
}

describe('a plugin that code of the project extends', () => {
  test.each([
    ['upload', ['/api/upload/files', '/api/upload/files/page', '/api/upload/files/1']],
    ['i18n', ['/api/i18n/locales']],
  ])(
    '%s: its routes answer 501 with the reason, to those who may use them',
    async (plugin, paths) => {
      await using app = await open(POST, extension(plugin));
      const reason = `src/extensions/${plugin}/strapi-server.js may protect or change it`;
      for (const path of paths) {
        expect((await app.request(path)).json()).toEqual(notImplemented(reason));
        expect((await app.request(path, { authorization: null })).status).toBe(403);
        expect((await app.request(path, { method: 'POST' })).status).toBe(405);
      }
      expect((await app.request('/api/posts')).status).toBe(200);
      expect(app.project.warnings.filter((line) => line.includes('501'))).toEqual([
        expect.stringContaining(`"plugin::${plugin}" (${reason})`),
      ]);
    },
  );

  test('released, they answer', async () => {
    await using app = await open(
      POST,
      extension('upload'),
      extension('i18n'),
      release('plugin::upload', 'plugin::i18n'),
    );
    expect((await app.request('/api/upload/files')).json()).toEqual([]);
    expect((await app.request('/api/i18n/locales')).json()).toMatchObject([{ code: 'en' }]);
    expect(app.project.warnings.filter((line) => /501|no core route/.test(line))).toEqual([]);
  });

  test('the default locale is the one that the database names', async () => {
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

  test('another plugin closes nothing here', async () => {
    await using app = await open(POST, extension('users-permissions'));
    expect((await app.request('/api/upload/files')).status).toBe(200);
    expect((await app.request('/api/i18n/locales')).status).toBe(200);
  });
});

test('the sample of the page at / is a list that is served', async () => {
  const closed = router('note', `{ config: { find: { policies: ['is-owner'] } } }`);
  await using app = await open(NOTE, POST, closed);
  const { text } = await app.request('/', { authorization: null });
  expect(text).toContain('$URL/api/posts?populate=*');
  expect(text).not.toContain(':id');
});

describe('a core route that is closed', () => {
  const closed = router('post', `{ config: { find: { policies: ['is-owner'] } } }`);

  test('answers 501 to those who may use it, others learn nothing', async () => {
    await using app = await open(POST, closed);
    const answer = await app.request('/api/posts?filters[x]=1');
    expect(answer.json()).toEqual(
      notImplemented('policies is-owner in src/api/post/routes/post.js'),
    );
    expect((await app.request('/api/posts', { authorization: null })).status).toBe(403);
    expect((await app.request('/api/posts', { authorization: 'Bearer x' })).status).toBe(401);
    expect((await app.request('/api/posts', { method: 'HEAD' })).status).toBe(501);
    expect((await app.request('/api/posts/x')).status).toBe(404);
  });

  test('answers when it is released by name', async () => {
    await using app = await open(POST, closed, release('api::post.post.find'));
    expect((await app.request('/api/posts')).status).toBe(200);
  });
});

describe('a core route without authentication', () => {
  test('asks nobody who they are, and closes no relation', async () => {
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
      const answer = await app.request('/api/posts?populate=*&sort=note.title', { authorization });
      expect(answer.status).toBe(200);
    }
    expect((await app.request('/api/posts/x', { authorization: null })).status).toBe(403);
    expect((await app.request('/api/posts/x', { authorization: 'Bearer nobody' })).status).toBe(
      401,
    );
  });
});

describe('paths', () => {
  test('under a prefix of the API', async () => {
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

  test('without any prefix', async () => {
    await using app = await open(POST, { 'config/api.json': { rest: { prefix: '' } } });
    expect((await app.request('/posts')).status).toBe(200);
    expect((await app.request('/')).headers['content-type']).toContain('text/html');
  });

  test('the first of two types on one path answers, whatever the letter case and the names of parameters', async () => {
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

  test('a path of the project is its own, also where a plugin has the same', async () => {
    const schema = { ...collectionType('file'), collectionName: 'own_files' };
    await using app = await open(
      { [schemaOf('file')]: schema },
      router('file', `{ prefix: '/upload' }`),
    );
    expect((await app.request('/api/upload/files')).json()).toHaveProperty('meta.pagination');
  });

  test.each(['/(.*)', '/:id(\\\\d+)', '/*', '/a*b'])(
    'a prefix that only another router understands (%s) is named and not served',
    async (prefix) => {
      await using app = await open(POST, router('post', `{ prefix: '${prefix}' }`));
      expect((await app.request('/api/x/posts')).status).toBe(404);
      expect(app.project.warnings.join('\n')).toContain('Custom routes are not served: GET ');
    },
  );

  test('two parameters of one name do not stop the start', async () => {
    await using app = await open(POST, router('post', `{ prefix: '/:id' }`));
    expect((await app.request('/api/x/posts')).status).not.toBe(500);
    expect((await app.request('/api/x/posts/y')).status).toBe(404);
  });
});
