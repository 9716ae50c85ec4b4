// Faulty code: the server stays up, the response is the documented one, and the log names the file (docs/code.md).
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';
import { LogTap } from '../security/log-tap.ts';

const LIFECYCLES = 'src/api/post/content-types/post/lifecycles.js';
const FAULT = { status: 500, name: 'InternalServerError', message: 'Internal Server Error' };

let tap: LogTap;

beforeEach(() => {
  tap = new LogTap();
});
afterEach(() => tap[Symbol.dispose]());

/** The log, with line breaks as they are. */
async function logged(): Promise<string> {
  await tap.settle();
  return tap.text.replaceAll(String.raw`\n`, '\n');
}

function open(files: ProjectFiles): Promise<TestApp> {
  return openTestApp({
    project: makeProject({ [schemaOf('post')]: collectionType('post'), ...files }),
  });
}

/** A project whose route `GET /api/try` runs this code. */
function withAction(body: string): ProjectFiles {
  return {
    'src/api/own/controllers/own.js': `module.exports = { async run(ctx) {\n${body}\n} };`,
    'src/api/own/routes/own.js': `module.exports = { routes: [
      { method: 'GET', path: '/try', handler: 'own.run', config: { auth: false } } ] };`,
  };
}

function core(kind: string): string {
  return `module.exports = require('@strapi/strapi').factories.createCore${kind}('api::post.post');`;
}

function create(app: TestApp): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request('/api/posts', {
    method: 'POST',
    headers,
    body: JSON.stringify({ data: { title: 'a' } }),
  });
}

/** The server responds as before, and nothing was stored. */
async function expectAlive(app: TestApp): Promise<void> {
  const list = await app.request('/api/posts?status=draft');
  expect([list.status, list.json<{ readonly data: unknown }>().data]).toEqual([200, []]);
}

describe('code that cannot be loaded', () => {
  test.each([
    [
      'throws',
      'src/api/post/controllers/own.js',
      `\nthrow new Error('no luck');`,
      'no luck (line 2)',
    ],
    [
      'is not JavaScript',
      'src/policies/own.js',
      'module.exports = {',
      'Unexpected end of input (line 1)',
    ],
    ['needs a package', 'src/index.js', `require('@acme/gone');`, 'not installed: @acme/gone'],
    [
      'throws in register',
      'src/index.js',
      `module.exports = { register() {\n throw new Error('no luck'); } };`,
      'register failed: no luck',
    ],
    [
      'throws in bootstrap',
      'src/index.js',
      `module.exports = { bootstrap() {\n throw new Error('no luck'); } };`,
      /bootstrap failed: no luck \(src\/index\.js:2:\d+\)/,
    ],
    [
      'has a function that never runs',
      'src/index.js',
      'module.exports = { boostrap() { return 1; } };',
      'boostrap: This function would never run. Known names are register, bootstrap, destroy.',
    ],
    [
      'has no object of functions',
      'src/index.js',
      `module.exports = 'x';`,
      'The file must export an object',
    ],
    [
      'has a hook that never runs',
      LIFECYCLES,
      'module.exports = { beforeCreated() { return 1; } };',
      'beforeCreated: This function would never run.',
    ],
    [
      'has a hook that is not a function',
      LIFECYCLES,
      'module.exports = { beforeCreate: 5 };',
      'beforeCreate: The value must be a function.',
    ],
    [
      'extends a plugin and returns nothing',
      'src/extensions/upload/strapi-server.js',
      'module.exports = () => {};',
      'The extension cannot be used: its function must return the plugin.',
    ],
    [
      'extends a plugin and returns a promise of nothing',
      'src/extensions/upload/strapi-server.js',
      'module.exports = async () => {};',
      'The extension cannot be used: its function must return the plugin.',
    ],
  ])('%s: stops the start', async (_, file, text, message) => {
    await expect(open({ [file]: text })).rejects.toThrow(message);
  });
});

test('the promise that an extension returns is awaited', async () => {
  await using app = await open({
    'src/extensions/upload/strapi-server.js': `module.exports = async (plugin) => {
      await null; plugin.services.own = () => ({ answer: 1 }); return plugin; };`,
    ...withAction(`return strapi.plugin('upload').service('own').answer;`),
  });
  expect((await app.request('/api/try', { authorization: null })).json()).toBe(1);
});

const ROUTE = `method: 'GET', path: '/try', handler: 'own.run'`;

describe('routes that', () => {
  test.each([
    ['have no path', `[{ method: 'GET', handler: 'own.run' }]`, 'GET undefined needs a path'],
    ['are not a list', '{}', 'routes must be a list'],
    ['have an invalid auth', `[{ ${ROUTE}, config: { auth: 5 } }]`, 'auth of GET /try must be'],
    ['have one policy', `[{ ${ROUTE}, config: { policies: 'x' } }]`, 'policies of GET /try must'],
    [
      'have one scope',
      `[{ ${ROUTE}, config: { auth: { scope: 'own.run' } } }]`,
      'scope of GET /try must be a list of strings',
    ],
    [
      'have no scope',
      `[{ ${ROUTE}, config: { auth: { scope: null } } }]`,
      'scope of GET /try must be a list of strings',
    ],
    [
      'have an invalid pattern',
      `[{ method: 'GET', path: '/try/(', handler: 'own.run' }]`,
      'Error creating endpoint GET /try/(: Unbalanced pattern',
    ],
  ])('%s: stop the start, and the message names them', async (_, routes, message) => {
    const files = {
      ...withAction('return 1;'),
      'src/api/own/routes/own.js': `module.exports = { routes: ${routes} };`,
    };
    await expect(open(files)).rejects.toThrow(message);
    await expect(open(files)).rejects.toThrow('src/api/own/routes');
  });

  test.each(['find', 'publish'])(
    'are core routes with one scope for %s: stop the start',
    async (action) => {
      const options = `{ config: { ${action}: { auth: { scope: 'api::post.post.find' } } } }`;
      const router = core('Router').replace("'api::post.post'", `'api::post.post', ${options}`);
      await expect(open({ 'src/api/post/routes/post.js': router })).rejects.toThrow(
        'must be a list of strings',
      );
    },
  );

  test('belong to a controller that cannot be created: the message names its line', async () => {
    const controller = `module.exports = () => {\nthrow new Error('no luck'); };`;
    await expect(
      open({ ...withAction(''), 'src/api/own/controllers/own.js': controller }),
    ).rejects.toThrow(/GET \/try: no luck \(src\/api\/own\/controllers\/own\.js:2:\d+\)/);
  });

  test('belong to a controller that uses the database when it is created: work', async () => {
    const controller = `module.exports = ({ strapi }) => {
      const posts = strapi.db.query('api::post.post');
      return { run: () => posts.findMany() }; };`;
    await using app = await open({
      ...withAction(''),
      'src/api/own/controllers/own.js': controller,
    });
    expect((await app.request('/api/try', { authorization: null })).json()).toEqual([]);
  });
});

describe('JavaScript files in a TypeScript project', () => {
  const files = withAction('return 1;');
  const tsconfig = (options: object) => ({ 'tsconfig.json': { compilerOptions: options } });

  test('do not run without allowJs, as in Strapi, and a warning names them', async () => {
    await using app = await open({ ...files, ...tsconfig({ outDir: 'dist' }) });
    expect((await app.request('/api/try', { authorization: null })).status).toBe(404);
    expect(app.project.warnings.join('\n')).toContain(
      "because Strapi's build leaves out JavaScript unless tsconfig.json sets allowJs: src/api/own/routes/own.js, src/api/own/controllers/own.js.",
    );
  });

  test('run with allowJs', async () => {
    await using app = await open({ ...files, ...tsconfig({ allowJs: true }) });
    expect((await app.request('/api/try', { authorization: null })).json()).toBe(1);
  });
});

test('a global middleware without a factory stops the start', async () => {
  const names = ['errors', 'security', 'cors', 'query', 'body', 'public', 'favicon'];
  const files = {
    'src/middlewares/own.js': 'module.exports = async (ctx, next) => { await next(); };',
    'config/middlewares.json': [...names.map((name) => `strapi::${name}`), 'global::own'],
  };
  await expect(open(files)).rejects.toThrow(
    /config\/middlewares\n {2}Middleware global::own exports an async function/,
  );
});

describe('an action that', () => {
  test('throws: 500, and the log names the file and line', async () => {
    await using app = await open(withAction(`throw new Error('no luck');`));
    const response = await app.request('/api/try', { authorization: null });
    expect(response.json()).toEqual({ data: null, error: FAULT });
    expect(await logged()).toMatch(/no luck\n[^]*src\/api\/own\/controllers\/own\.js:2:\d+/);
    await expectAlive(app);
  });

  test('calls ctx.throw with a status of 500 or more: the log names the message, file and line', async () => {
    await using app = await open(withAction(`ctx.throw(503, 'no luck');`));
    const response = await app.request('/api/try', { authorization: null });
    expect([response.status, response.text]).toEqual([503, expect.not.stringContaining('luck')]);
    expect(await logged()).toMatch(/no luck\n[^]*src\/api\/own\/controllers\/own\.js:2:\d+/);
  });

  test('returns nothing: 404', async () => {
    await using app = await open(withAction(''));
    expect((await app.request('/api/try', { authorization: null })).status).toBe(404);
  });

  test('returns a value that is not JSON: 500 in plain text', async () => {
    await using app = await open(withAction('const a = {}; a.a = a; return a;'));
    expect((await app.request('/api/try', { authorization: null })).status).toBe(500);
    await expectAlive(app);
  });

  test('changes globals: does not affect built-in routes', async () => {
    await using app = await open(
      withAction(`
        Object.defineProperty(Object.prototype, 'isBad', { value: 1, enumerable: false, configurable: true });
        globalThis.counter = 5;
        return { ok: true };`),
    );
    try {
      expect((await app.request('/api/try', { authorization: null })).status).toBe(200);
      await expectAlive(app);
    } finally {
      Reflect.deleteProperty(Object.prototype, 'isBad');
      Reflect.deleteProperty(globalThis, 'counter');
    }
  });
});

test('enumerable members of Object.prototype and Array.prototype do not affect requests and rows', async () => {
  await using app = await open({
    ...withAction(`
      Object.prototype.extra = () => 1;
      Array.prototype.last = function () { return this[this.length - 1]; };
      ctx.body = { ok: true };`),
    'src/api/post/routes/post.js': core('Router'),
    'src/api/post/controllers/post.js': core('Controller'),
    'src/api/post/services/post.js': core('Service'),
    [LIFECYCLES]: `module.exports = { beforeCreate({ params }) { params.data.title += '!'; } };`,
  });
  try {
    expect((await app.request('/api/try', { authorization: null })).json()).toEqual({ ok: true });
    const created = await create(app);
    expect(created.status).toBe(201);
    expect(Object.keys(created.json<{ data: object }>().data)).toEqual([
      'id',
      'documentId',
      'title',
      'createdAt',
      'updatedAt',
      'publishedAt',
    ]);
    const query = 'filters[title][$in][0]=a!&fields[0]=title&sort[0]=title&populate=*&status=draft';
    const list = await app.request(`/api/posts?${query}`);
    expect(list.json()).toMatchObject({ data: [{ title: 'a!' }] });
  } finally {
    Reflect.deleteProperty(Object.prototype, 'extra');
    Reflect.deleteProperty(Array.prototype, 'last');
  }
});

describe('a hook that', () => {
  test.each(['beforeCreate', 'afterCreate'])('throws in %s: nothing is stored', async (hook) => {
    await using app = await open({
      [LIFECYCLES]: `module.exports = { ${hook}() {\n throw new Error('no luck'); } };`,
    });
    expect((await create(app)).json()).toEqual({ data: null, error: FAULT });
    expect(await logged()).toMatch(/no luck\n[^]*post\/lifecycles\.js:2:\d+/);
    await expectAlive(app);
  });

  test('never ends: the write is rolled back after a timeout, and others proceed', async () => {
    await using app = await open({
      [LIFECYCLES]: `let calls = 0;
        module.exports = { beforeCreate() { calls += 1; return calls === 1 ? new Promise(() => {}) : undefined; } };`,
      'config/quoin.json': { code: { hookTimeout: 100 } },
    });
    expect((await create(app)).status).toBe(500);
    expect(await logged()).toContain('did not end within 100 ms');
    await expectAlive(app);
    expect((await create(app)).status).toBe(201);
  });
});

test('a running timer does not delay a response', async () => {
  await using app = await open(
    withAction('setInterval(() => undefined, 1e6); return { ok: true };'),
  );
  expect((await app.request('/api/try', { authorization: null })).json()).toEqual({ ok: true });
});

test('a cron task that throws is logged, and runs again', async () => {
  await using app = await open({
    'config/server.js': `let runs = 0;
      module.exports = { cron: { enabled: true, tasks: { own: {
        options: { rule: '* * * * * *' },
        task: () => { runs += 1; throw new Error('no luck ' + runs); } } } } };`,
  });
  await expect.poll(logged).toContain('no luck 2');
  await expectAlive(app);
});
