// `quoin generate`: generated code works unchanged, in TypeScript and in JavaScript.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi, type MockInstance } from 'vitest';
import { generate, type GenerateOptions } from '../../src/cli/generate.ts';
import type { Kind } from '../../src/cli/generate/files.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { collectionType, makeProject, schemaOf, writeFiles } from '../support/project-folder.ts';

let printed: MockInstance<typeof console.log>;

beforeEach(() => {
  printed = vi.spyOn(console, 'log').mockReturnValue();
});
afterEach(() => printed.mockRestore());

function write(folder: string, kind: Kind, name: string, options: GenerateOptions = {}): void {
  generate(folder, { kind, name }, options);
}

function lines(): readonly string[] {
  return printed.mock.calls.map(([line]) => String(line));
}

describe.each([
  ['TypeScript', {}],
  ['JavaScript', { js: true }],
])('in %s', (_, options) => {
  test('generated files work together', async () => {
    const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
    write(folder, 'api', 'press-release', options);
    write(folder, 'controller', 'hello', { ...options, api: 'post' });
    write(folder, 'service', 'numbers', { ...options, api: 'post' });
    write(folder, 'policy', 'is-user', options);
    write(folder, 'middleware', 'timing', { ...options, api: 'post' });
    write(folder, 'plugin', 'ledger', options);
    writeFiles(folder, {
      'config/plugins.json': { ledger: { enabled: true, resolve: './src/plugins/ledger' } },
      'src/api/post/routes/own.js': `module.exports = { routes: [
        { method: 'GET', path: '/hello', handler: 'hello.index', config: { auth: false, middlewares: ['api::post.timing'] } },
        { method: 'GET', path: '/closed', handler: 'hello.index', config: { auth: false, policies: ['global::is-user'] } },
        { method: 'GET', path: '/environment', config: { auth: false },
          handler: async (ctx) => { ctx.body = await strapi.service('api::post.numbers').environment(); } } ] };`,
    });
    await using app: TestApp = await openTestApp({ project: folder });
    const get = (url: string): ReturnType<TestApp['request']> =>
      app.request(url, { authorization: null });
    expect((await app.request('/api/press-releases')).json()).toMatchObject({ data: [] });
    const hello = await get('/api/hello');
    expect([hello.json(), hello.headers['x-response-time']]).toEqual([
      { message: 'Hello' },
      expect.stringMatching(/^\d+ ms$/),
    ]);
    expect((await get('/api/closed')).status).toBe(403);
    expect((await get('/api/environment')).status).toBe(200);
    expect((await get('/api/ledger')).json()).toEqual({ message: 'Hello' });
  });
});

test('prints the files and the next steps', () => {
  const folder = makeProject({ 'config/server.json': {} });
  write(folder, 'api', 'note');
  expect(lines()).toEqual([
    'Created src/api/note/content-types/note/schema.json',
    'Created src/api/note/routes/note.ts',
    'Created src/api/note/controllers/note.ts',
    'Created src/api/note/services/note.ts',
    'Its entries are at /api/notes. To let everyone read them: quoin role grant public note.find',
  ]);
  expect(readFileSync(path.join(folder, 'src/api/note/routes/note.ts'), 'utf8')).toBe(
    `import { factories } from '@strapi/strapi';\n\nexport default factories.createCoreRouter('api::note.note');\n`,
  );
});

describe('rejects, and writes nothing', () => {
  test('a file that exists, in either language', () => {
    const folder = makeProject({ 'src/api/a/controllers/a.js': '' });
    expect(() => write(folder, 'api', 'a')).toThrow('src/api/a/controllers/a.ts already exists');
    expect(existsSync(path.join(folder, 'src/api/a/routes'))).toBe(false);
  });

  test.each(['Note', 'a b', '../x', '-a', ''])('the name %j', (name) => {
    expect(() => write(makeProject({ 'config/server.json': {} }), 'policy', name)).toThrow(
      'not a name in kebab case',
    );
  });

  test('an API that does not exist, and a folder without a project', () => {
    const folder = makeProject({ [schemaOf('post')]: collectionType('post') });
    expect(() => write(folder, 'service', 'x', { api: 'none' })).toThrow('Existing APIs: post.');
    expect(() => write(makeProject({}), 'policy', 'x')).toThrow('contains no project');
  });
});
