// Lifecycles that plugins, their extensions and `register` give to content-types.
import { expect, test } from 'vitest';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import { openTestApp } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

const HOOK = `(name) => ({ params, result }) => void strapi.seen.push([name, (result ?? params.data).title ?? (result ?? params.data).username])`;

const NOTES = `
  const hook = ${HOOK};
  const schema = {
    kind: 'collectionType',
    collectionName: 'notes',
    info: { singularName: 'note', pluralName: 'notes', displayName: 'Note' },
    options: { draftAndPublish: false },
    attributes: { title: { type: 'string' } },
  };
  module.exports = {
    contentTypes: { note: { schema, lifecycles: { beforeCreate: hook('plugin note') } } },
    services: {},
  };`;

const files = (more: ProjectFiles = {}): ProjectFiles => ({
  [schemaOf('page')]: collectionType('page', { title: { type: 'string' } }),
  'src/api/page/content-types/page/lifecycles.js': `module.exports = { afterCreate: (${HOOK})('page file') };`,
  'config/plugins.json': { ledger: { enabled: true, resolve: './src/plugins/ledger' } },
  'src/plugins/ledger/package.json': { name: 'ledger', strapi: { kind: 'plugin', name: 'ledger' } },
  'src/plugins/ledger/strapi-server.js': NOTES,
  'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
    plugin.contentTypes.user.lifecycles = { afterCreate: (${HOOK})('user') };
    return plugin;
  };`,
  'src/index.js': `module.exports = { register({ strapi }) {
    strapi.seen = [];
    const hook = ${HOOK};
    const { lifecycles } = strapi.contentType('api::page.page');
    lifecycles.beforeCreate = hook('page in register, ' + Object.keys(lifecycles));
    strapi.contentType('plugin::upload.folder').lifecycles = { beforeCreate: hook('folder') };
  } };`,
  ...more,
});

const strapi = (): Strapi & { seen: unknown[] } =>
  Reflect.get(globalThis, 'strapi') as Strapi & { seen: unknown[] };

test('lifecycles run however they are attached to a content-type', async () => {
  await using app = await openTestApp({ project: makeProject(files()) });
  await strapi()
    .db.query('plugin::ledger.note')
    .create({ data: { title: 'first' } });
  await strapi()
    .documents('plugin::ledger.note')
    .create({ data: { title: 'second' } });
  expect(strapi().seen.splice(0)).toEqual([
    ['plugin note', 'first'],
    ['plugin note', 'second'],
  ]);
  await strapi()
    .documents('api::page.page')
    .create({ data: { title: 'third' } });
  expect(strapi().seen.splice(0)).toEqual([
    ['page in register, afterCreate', 'third'],
    ['page file', 'third'],
  ]);
  const response = await app.request('/api/auth/local/register', {
    method: 'POST',
    authorization: null,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'ada', email: 'ada@example.com', password: 'Passw0rd!' }),
  });
  expect(response.status).toBe(200);
  expect(strapi().seen.splice(0)).toEqual([['user', 'ada']]);
  await strapi()
    .db.query('plugin::upload.folder')
    .create({ data: { name: 'f', pathId: 9, path: '/9' } });
  expect(strapi().seen).toEqual([['folder', undefined]]);
});

test('a plugin’s hook that would never run is an error', async () => {
  const project = makeProject(
    files({
      'src/plugins/ledger/strapi-server.js': NOTES.replace('beforeCreate:', 'beforeInsert:'),
    }),
  );
  await expect(openTestApp({ project })).rejects.toThrow(
    /the lifecycles of plugin::ledger\.note\n +beforeInsert: This function would never run/,
  );
});
