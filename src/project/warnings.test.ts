// Warnings about settings of Strapi that have no effect.
import { expect, test } from 'vitest';
import { makeProject, type ProjectFiles } from '../../test/support/project-folder.ts';
import { readConfigFiles } from './config-files.ts';
import { createEnv } from './env.ts';
import { openFolder } from './folder.ts';
import { createModuleLoader } from './modules.ts';
import { ignoredSettingWarnings } from './warnings.ts';

async function warningsOf(files: ProjectFiles): Promise<readonly string[]> {
  const folder = openFolder(makeProject(files));
  const loader = createModuleLoader(folder);
  return ignoredSettingWarnings(
    await readConfigFiles({ folder, loader, env: createEnv({}), nodeEnv: '' }),
  );
}

test('names settings of the server and the database', async () => {
  const warnings = await warningsOf({
    'config/server.js': `module.exports = {
      socket: '/tmp/strapi.sock',
      proxy: { koa: true, global: 'http://proxy', http: 'http://proxy' },
      http: { serverOptions: { requestTimeout: 1, maxHeaderSize: 9 } },
    };`,
    'config/database.js': `module.exports = { connection: {
      client: 'postgres',
      connection: { application_name: 'site' },
      pool: { min: 0, afterCreate: () => undefined },
    } };`,
  });
  expect(warnings).toEqual([
    'config/server: these settings have no effect: socket, proxy.http, http.serverOptions.maxHeaderSize.',
    'config/database: these settings have no effect: connection.pool.afterCreate, connection.connection.application_name.',
    'config/server: "proxy.global" applies only to strapi.fetch. Other requests are sent directly.',
  ]);
});

test('names the email provider of Strapi that is not supported, if the project chose it', async () => {
  const withProvider = (provider: string): ProjectFiles => ({
    'config/plugins.json': { email: { config: { provider } } },
  });
  expect(await warningsOf(withProvider('sendmail'))).toEqual([
    expect.stringMatching(/^Emails are written to the log .* "sendmail"/),
  ]);
  expect(await warningsOf(withProvider('nodemailer'))).toEqual([]);
});

test('there are no warnings without such settings', async () => {
  expect(
    await warningsOf({
      'config/server.json': { socket: '', proxy: { koa: true } },
      'config/database.json': {
        connection: { client: 'sqlite', pool: { afterCreate: 'ignored by both' } },
      },
    }),
  ).toEqual([]);
});
