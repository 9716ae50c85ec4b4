import { describe, expect, test } from 'vitest';
import { parse } from '../../test/support/parsed-config.ts';

describe('without configuration', () => {
  test('has defaults for everything', async () => {
    const { root, config, issues } = await parse({});
    expect(issues).toEqual([]);
    expect(config).toMatchObject({
      server: { host: '0.0.0.0', port: 1337, url: '', publicFolder: `${root}/public` },
      api: {
        rest: {
          prefix: '/api',
          defaultLimit: 25,
          maxLimit: null,
          withCount: true,
          strictParams: false,
        },
        documents: { strictParams: false, strictRelations: false },
      },
      database: { client: 'sqlite', file: `${root}/.tmp/data.db`, readTimeout: 10_000 },
      i18n: { initialLocale: 'en' },
      middlewares: {
        cors: { origin: ['*'] },
        query: { arrayLimit: 100, depth: 20 },
        poweredBy: 'Quoin',
      },
      quoin: { customFields: {} },
    });
  });

  test('uses the environment variables of Strapi', async () => {
    const { config } = await parse(
      {},
      {
        HOST: '::1',
        PORT: '8080',
        APP_KEYS: 'a,b',
        API_TOKEN_SALT: 's',
        JWT_SECRET: 'j',
        STRAPI_PLUGIN_I18N_INIT_LOCALE_CODE: 'fr',
      },
    );
    expect(config).toMatchObject({
      server: { host: '::1', port: 8080, appKeys: ['a', 'b'] },
      admin: { apiTokenSalt: 's' },
      plugins: { usersPermissions: { jwtSecret: 'j' } },
      i18n: { initialLocale: 'fr' },
    });
  });

  test('is deeply frozen', async () => {
    const plugins = { i18n: { config: { a: [1] } } };
    const { config } = await parse({ 'config/plugins.json': plugins });
    expect(Object.isFrozen(config.plugins.i18n['a'])).toBe(true);
  });
});

test('rejects an invalid port in a variable', async () => {
  for (const [PORT, port, wrong] of [
    ['abc', 1337, ['port']],
    ['-1', 1337, ['port']],
    ['65536', 1337, ['port']],
    ['65535', 65_535, []],
    ['', 1337, []],
    ['1338', 1338, []],
  ] as const) {
    const { config, issues } = await parse({}, { PORT });
    expect([config.server.port, issues.map(({ path }) => path)]).toEqual([port, wrong]);
  }
  const { issues } = await parse({ 'config/server.json': { port: 8080 } }, { PORT: 'abc' });
  expect(issues).toEqual([]);
  const { issues: tooHigh } = await parse({ 'config/server.json': { port: 65_536 } });
  expect(tooHigh.map(({ message }) => message)).toEqual([
    'This must be an integer from 0 to 65535, but is 65536.',
  ]);
});

test('ignores undefined origins in a list and rejects other non-strings', async () => {
  const cors = (origin: string) => ({
    'config/middlewares.js': `module.exports = ({ env }) => [{ name: 'strapi::cors', config: { origin: ${origin} } }];`,
  });
  for (const [origin, allowed] of [
    ["[env('NO_SUCH_NAME'), 'https://a.example', null]", ['https://a.example']],
    ["[env('NO_SUCH_NAME')]", []],
  ] as const) {
    const { config, issues } = await parse(cors(origin), {});
    expect([config.middlewares.cors.origin, issues]).toEqual([allowed, []]);
  }
  const { issues } = await parse(cors("['https://a.example', 5]"), {});
  expect(issues.map(({ path, message }) => [path, message])).toEqual([
    ['strapi::cors.origin', 'This must be a list of strings, but one of its entries is 5.'],
  ]);
});

test('server and api', async () => {
  const { config } = await parse({
    'config/server.json': {
      host: 'localhost',
      port: '3000',
      url: '/content/ ',
      proxy: { koa: true },
      app: { keys: ['k'] },
      dirs: { public: 'static' },
    },
    'config/api.json': {
      rest: { prefix: '/v1/', maxLimit: 100, defaultLimit: '10', withCount: false },
      documents: { strictParams: true, strictRelations: true },
      responses: { privateAttributes: ['secret'] },
    },
  });
  expect(config.server).toMatchObject({
    host: 'localhost',
    port: 3000,
    url: '/content',
    appKeys: ['k'],
  });
  expect(config.server.proxy.trust).toBe(true);
  expect(config.server.publicFolder).toMatch(/\/static$/);
  expect(config.api).toEqual({
    rest: { prefix: '/v1', maxLimit: 100, defaultLimit: 10, withCount: false, strictParams: false },
    documents: { strictParams: true, strictRelations: true },
    privateAttributes: ['secret'],
  });
});

test.each([0, -1, null])('maxLimit %s means no limit', async (maxLimit) => {
  const { config, issues } = await parse({ 'config/api.json': { rest: { maxLimit } } });
  expect(config.api.rest.maxLimit).toBeNull();
  expect(issues).toEqual([]);
});

describe('database', () => {
  test('resolves an SQLite file from the project folder', async () => {
    const { root, config } = await database({
      client: 'better-sqlite3',
      connection: { filename: 'a/b.db' },
    });
    expect(config.database).toEqual({
      client: 'sqlite',
      file: `${root}/a/b.db`,
      readTimeout: 10_000,
    });
  });

  test.each(['sqlite', 'postgres'])('%s: parses the timeout of reads', async (client) => {
    const { config } = await database({ client, readTimeout: 2500 });
    expect(config.database.readTimeout).toBe(2500);
    const { config: unlimited } = await database({ client, readTimeout: 0 });
    expect(unlimited.database.readTimeout).toBe(0);
  });

  test('rejects an in-memory database in every form', async () => {
    const parsed = [
      await database({ client: 'sqlite', connection: { filename: ':memory:' } }),
      await database({ client: 'sqlite', connection: ':memory:' }),
      await parse({}, { DATABASE_FILENAME: ':memory:' }),
    ];
    expect(parsed.flatMap(({ issues }) => issues.map(({ path }) => path))).toEqual([
      'connection.connection.filename',
      'connection.connection',
      'connection.connection.filename',
    ]);
    expect(parsed[0]?.issues[0]?.message).toContain('Use a file, such as ".tmp/data.db"');
  });

  test('parses the settings of PostgreSQL', async () => {
    const connection = {
      host: 'db',
      port: '6000',
      database: 'd',
      user: 'u',
      password: 'p',
      schema: 's',
      ssl: { ca: 'x' },
    };
    const { config } = await database({ client: 'postgres', connection, pool: { min: 0, max: 4 } });
    expect(config.database).toEqual({
      client: 'postgres',
      ...connection,
      port: 6000,
      pool: { min: 0, max: 4 },
      acquireTimeout: 60_000,
      statementTimeout: 60_000,
      readTimeout: 10_000,
    });
  });

  test('uses environment variables without config/database', async () => {
    const { config } = await parse(
      {},
      { DATABASE_CLIENT: 'postgres', DATABASE_URL: 'postgres://x/y' },
    );
    expect(config.database).toMatchObject({
      client: 'postgres',
      url: 'postgres://x/y',
      port: 5432,
    });
    const { root, config: other } = await parse({}, { DATABASE_FILENAME: 'my.db' });
    expect(other.database).toMatchObject({ client: 'sqlite', file: `${root}/my.db` });
  });

  test.each([
    ['mysql', /MySQL and MariaDB are not supported/],
    ['oracle', /database client "oracle"/],
  ])('rejects %s', async (client, message) => {
    const { issues } = await database({ client });
    expect(issues).toEqual([
      {
        file: 'config/database.json',
        path: 'connection.client',
        message: expect.stringMatching(message),
      },
    ]);
  });

  function database(connection: object): ReturnType<typeof parse> {
    return parse({ 'config/database.json': { connection } });
  }
});

describe('middlewares', () => {
  test('parses options of known middlewares and the names of others', async () => {
    const { config } = await parse({
      'config/middlewares.js': `module.exports = [
        'strapi::logger',
        { name: 'strapi::cors', config: { origin: 'https://a.example, https://b.example', credentials: false } },
        { name: 'strapi::security', config: { hsts: false } },
        { name: 'strapi::query', config: { depth: 5, parameterLimit: 7 } },
        { name: 'strapi::body', config: { jsonLimit: '2.5mb', formidable: { maxFileSize: 9 } } },
        'global::guard',
        { resolve: './src/middlewares/x' },
        'strapi::ip',
      ];`,
    });
    expect(config.middlewares).toMatchObject({
      cors: {
        origin: ['https://a.example', 'https://b.example'],
        credentials: false,
        maxAge: 31_536_000,
      },
      security: { hsts: false },
      query: { depth: 5, arrayLimit: 100, raw: { parameterLimit: 7 } },
      body: { jsonLimit: 2.5 * 1024 * 1024, maxFileSize: 9 },
      poweredBy: false,
      custom: ['global::guard', './src/middlewares/x', 'strapi::ip'],
    });
  });

  test('accepts a function as origin and another value for X-Powered-By', async () => {
    const { config } = await parse({
      'config/middlewares.js': `module.exports = [
        { name: 'strapi::cors', config: { origin: () => ['x'] } },
        { name: 'strapi::poweredBy', config: { poweredBy: 'us' } },
      ];`,
    });
    expect(config.middlewares.cors.origin).toBeTypeOf('function');
    expect(config.middlewares.poweredBy).toBe('us');
  });
});

describe('plugins', () => {
  test('users-permissions and upload', async () => {
    const { config } = await parse({
      'config/plugins.json': {
        'users-permissions': {
          config: {
            jwtSecret: 's',
            jwt: { expiresIn: '7d' },
            jwtManagement: 'refresh',
            ratelimit: { interval: { min: 5 }, max: 3 },
            register: { allowedFields: ['nickname'] },
          },
        },
        upload: { enabled: false, config: { sizeLimit: 5, breakpoints: { big: 900 } } },
        'color-picker': true,
        seo: { enabled: true },
        sentry: { enabled: false },
      },
    });
    expect(config.plugins).toMatchObject({
      usersPermissions: {
        enabled: true,
        jwtSecret: 's',
        jwt: { expiresIn: '7d' },
        jwtManagement: 'refresh',
        rateLimit: { interval: 300_000, max: 3 },
        registerAllowedFields: ['nickname'],
      },
      upload: { enabled: false, sizeLimit: 5, breakpoints: { big: 900 } },
      unknown: ['color-picker', 'seo'],
    });
  });
});

test('reports and ignores webhook headers that are not strings', async () => {
  const { config, issues } = await parse({
    'config/server.json': { webhooks: { defaultHeaders: { 'x-a': 'a', 'x-b': 2, 'x-c': {} } } },
  });
  expect(config.server.webhookHeaders).toEqual({ 'x-a': 'a', 'x-b': '2' });
  expect(issues).toEqual([
    expect.objectContaining({
      path: 'webhooks.defaultHeaders',
      message: 'The values must be strings.',
    }),
  ]);
});

test('reports values of a wrong type with file and key, without the value', async () => {
  const { issues } = await parse({
    'config/server.json': {
      port: 'secret',
      host: 5,
      webhooks: { defaultHeaders: { 'x-key': 'secret\n' + 'x: y' } },
    },
    'config/env/test/server.json': { proxy: { koa: 'maybe' } },
    'config/api.json': { rest: { defaultLimit: 1.5, withCount: 3 } },
    'config/admin.json': { apiToken: { salt: ['secret'] } },
    'config/plugins.json': { 'users-permissions': { config: { jwtManagement: 'none' } } },
    'config/middlewares.json': [
      { name: 'strapi::cors', config: { maxAge: 'long' } },
      { config: {} },
    ],
    'config/quoin.json': { customFields: { 'plugin::x.y': 'strnig' } },
  });
  expect(issues.map(({ file, path }) => `${file} ${path}`)).toEqual([
    'config/server.json host',
    'config/server.json port',
    'config/env/test/server.json proxy.koa',
    'config/server.json webhooks.defaultHeaders',
    'config/api.json rest.defaultLimit',
    'config/api.json rest.withCount',
    'config/admin.json apiToken.salt',
    'config/plugins.json users-permissions.config.jwtManagement',
    'config/middlewares.json 1',
    'config/middlewares.json strapi::cors.maxAge',
    'config/quoin.json customFields.plugin::x.y',
  ]);
  expect(issues[1]?.message).toBe('This must be an integer of at least 0, but is a string.');
  expect(JSON.stringify(issues)).not.toContain('secret');
});

test.each([
  [undefined, null, 0],
  [0, 0, 0],
  ['3', 3, 0],
  [65, null, 1],
  [-1, null, 1],
])('threads %s are %s', async (threads, expected, errorCount) => {
  const { config, issues } = await parse({ 'config/quoin.json': { threads } });
  expect(config.quoin.threads).toBe(expected);
  expect(issues).toHaveLength(errorCount);
});

test.each([
  [undefined, { queue: { length: 1000, timeout: 2500 }, connections: null }, 0],
  [
    { queue: '5', timeout: 1000, connections: 20 },
    { queue: { length: 5, timeout: 500 }, connections: 20 },
    0,
  ],
  [
    { queue: 0, timeout: 2 ** 31, connections: 0 },
    { queue: { length: 1000, timeout: 2500 }, connections: null },
    3,
  ],
])('overload %j is %j', async (overload, expected, errorCount) => {
  const { config, issues } = await parse({ 'config/quoin.json': { overload } });
  expect(config.quoin.overload).toEqual(expected);
  expect(issues).toHaveLength(errorCount);
});

test.each([
  [undefined, 10_000, []],
  [{ hookTimeout: 500 }, 500, []],
  [{ hookTimeout: 0 }, 10_000, ['code.hookTimeout']],
  [{ hookTimeout: 2 ** 31 }, 10_000, ['code.hookTimeout']],
])('code %j: hooks end after %j ms', async (code, expected, paths) => {
  const { config, issues } = await parse({ 'config/quoin.json': { code } });
  expect(config.quoin.code.hookTimeout).toBe(expected);
  expect(issues.map(({ path }) => path)).toEqual(paths);
});
