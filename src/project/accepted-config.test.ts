// Values that Strapi accepts in the configuration although their types are different.
import { expect, test } from 'vitest';
import { parse } from '../../test/support/parsed-config.ts';
import type { ProjectFiles } from '../../test/support/project-folder.ts';

test('an empty variable counts as missing, and so does false for an object', async () => {
  const { config, issues } = await parse({
    'config/server.js': `module.exports = { port: '', proxy: { koa: '' } };`,
    'config/api.js': 'module.exports = { rest: { defaultLimit: Number.NaN } };',
    'config/plugins.js': `module.exports = {
      'users-permissions': { config: { ratelimit: false, jwt: { expiresIn: undefined } } },
      email: { config: { provider: 'nodemailer', providerOptions: { port: '', auth: false } } },
    };`,
  });
  expect(issues).toEqual([]);
  expect(config.server).toMatchObject({ port: 1337, proxy: { trust: false } });
  expect(config.api.rest.defaultLimit).toBe(25);
  expect(config.plugins.usersPermissions).toMatchObject({
    jwt: { expiresIn: '30d' },
    rateLimit: { max: 10 },
  });
});

test.each([
  [{}, 1_000_000_000],
  [{ sizeLimit: 0 }, Infinity],
  [{ sizeLimit: 5, providerOptions: { sizeLimit: 3 } }, 3],
  [{ sizeLimit: 5, provider: 'aws-s3', providerOptions: { sizeLimit: 3 } }, 5],
])('upload options %j limit files to %d bytes', async (options, limit) => {
  const { config } = await parse({ 'config/plugins.json': { upload: { config: options } } });
  expect(config.plugins.upload.sizeLimit).toBe(limit);
});

test('empty breakpoints create no formats', async () => {
  const upload = { config: { breakpoints: {} } };
  const { config } = await parse({ 'config/plugins.json': { upload } });
  expect(config.plugins.upload.breakpoints).toEqual({});
});

test('the PostgreSQL connection may be a URL, but not a function', async () => {
  const connect = (connection: string): ProjectFiles => ({
    'config/database.js': `module.exports = { connection: { client: 'postgres', connection: ${connection} } };`,
  });
  const url = 'postgres://me@there/db';
  expect((await parse(connect(`'${url}'`))).config.database).toMatchObject({ url });
  expect((await parse(connect('async () => ({})'))).issues).toMatchObject([
    { path: 'connection.connection', message: expect.stringContaining('an object or a URL') },
  ]);
});
