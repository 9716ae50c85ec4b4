// Attributes that code adds to content-types before the database exists.
import { expect, test } from 'vitest';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import {
  collectionType,
  makeProject,
  schemaOf,
  type ProjectFiles,
} from '../support/project-folder.ts';

function open(files: ProjectFiles): Promise<TestApp> {
  return openTestApp({
    project: makeProject({ [schemaOf('post')]: collectionType('post'), ...files }),
  });
}

function send(app: TestApp, path: string, body: object): Promise<TestResponse> {
  const headers = { 'content-type': 'application/json' };
  return app.request(path, { method: 'POST', headers, body: JSON.stringify(body) });
}

test('register adds an attribute to a type of the project', async () => {
  await using app = await open({
    'src/index.js': `module.exports = { register({ strapi }) {
      strapi.contentType('api::post.post').attributes.mood = { type: 'string', required: true };
    } };`,
  });
  expect((await send(app, '/api/posts', { data: {} })).status).toBe(400);
  const response = await send(app, '/api/posts', { data: { mood: 'fine' } });
  expect(response.json()).toMatchObject({ data: { mood: 'fine' } });
});

test('an extension adds an attribute to users, in addition to a schema file', async () => {
  await using app = await open({
    'src/extensions/users-permissions/strapi-server.js': `module.exports = (plugin) => {
      plugin.contentTypes.user.schema.attributes.nickname = { type: 'string' };
      return plugin;
    };`,
  });
  const user = { username: 'ada', email: 'ada@example.com', password: 'Passw0rd!', nickname: 'A' };
  const role = 1;
  expect((await send(app, '/api/users', { ...user, role })).json()).toMatchObject({
    nickname: 'A',
  });
});

test('code that changes no type adds no definitions', async () => {
  await using app = await open({
    'src/index.js': 'module.exports = { register() { return 1; } };',
  });
  expect(app.project.code?.definitions).toEqual([]);
});
