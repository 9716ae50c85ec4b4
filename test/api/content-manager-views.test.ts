// Configurations of views: permissions, and changes of the model
// (docs/strapi/content-manager.md, "Views").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, type AdminCall } from '../support/admin.ts';
import { TestAdmins } from '../support/test-admins.ts';
import { openTestApp, type TestResponse, type TestApp } from '../support/app.ts';

let app: TestApp;
let admins: TestAdmins;

beforeAll(async () => {
  app = await openTestApp();
  admins = await TestAdmins.open(app);
});
afterAll(() => app.close());

const CONFIGURE = 'plugin::content-manager.collection-types.configure-view';

function put(url: string, options: AdminCall): Promise<TestResponse> {
  return call(app, `/content-manager/${url}/configuration`, { method: 'PUT', ...options });
}

test('reading types and components requires a permission', async () => {
  const none = await admins.with([{ action: 'admin::users.read' }]);
  const some = await admins.with([{ action: CONFIGURE }]);
  const statuses = async (token: string): Promise<readonly number[]> => {
    const responses = [
      await put('content-types/api::author.author', { token, body: {} }),
      await put('content-types/api::homepage.homepage', { token, body: {} }),
      await put('components/shared.seo', { token, body: {} }),
    ];
    return responses.map(({ status }) => status);
  };
  expect(await statuses(none)).toEqual([403, 403, 403]);
  expect(await statuses(some)).toEqual([200, 403, 200]);
  expect(await statuses(admins.superAdmin)).toEqual([200, 200, 200]);
});

test('a stored configuration follows the model', async () => {
  const key = 'plugin_content_manager_configuration_content_types::api::tag.tag';
  const field = (name: string): object => ({ name, size: 6 });
  const stored = {
    uid: 'api::tag.tag',
    settings: { mainField: 'gone' },
    metadatas: { gone: { edit: {}, list: {} }, name: { edit: { label: 'Label' }, list: {} } },
    layouts: { list: ['name', 'gone'], edit: [[field('gone')], [field('name'), field('gone')]] },
  };
  const other = await app.other();
  await other.script(
    `DELETE FROM strapi_core_store_settings WHERE key = '${key}';
     INSERT INTO strapi_core_store_settings (key, value, type)
     VALUES ('${key}', '${JSON.stringify(stored)}', 'object');`,
  );
  const url = '/content-manager/content-types/api::tag.tag/configuration';
  const response = await call(app, url, { token: admins.superAdmin });
  expect(response.json<{ data: { contentType: object } }>().data.contentType).toMatchObject({
    settings: { mainField: 'name' },
    metadatas: { name: { edit: { label: 'Label', visible: true } }, color: {} },
    layouts: {
      list: ['name', 'id', 'color', 'articles'],
      edit: [[field('name'), field('color')], [field('articles')]],
    },
  });
  const author = '/content-manager/relations/api::article.article/tags';
  expect((await call(app, author, { token: admins.superAdmin })).status).toBe(200);
});

test('invalid bodies change nothing', async () => {
  const response = await put('content-types/api::author.author', {
    token: admins.superAdmin,
    body: {
      settings: 1,
      metadatas: { name: { edit: {}, list: { mainField: 'name' } } },
      layouts: { list: 'x', edit: [1] },
      other: true,
    },
  });
  expect(response.json<{ error: object }>().error).toMatchObject({
    name: 'BadRequestError',
    details: {
      errors: [
        'settings must be a `object` type, but the final value was: `1`.',
        'metadatas.name.list field has unspecified keys: mainField',
        'layouts.edit[0] is required and must be an array',
        'layouts.list is required and must be an array',
        'this field has unspecified keys: other',
      ],
    },
  });
});

describe('metadata', () => {
  const edit = { label: 'author', mainField: 'name' };
  const list = { label: 'author', searchable: true };
  const of = (author: object): object => ({ metadatas: { author } });
  const names =
    'id, name, email, bio, avatar, articles, mentor, mentees, createdAt, updatedAt, createdBy, updatedBy, documentId';
  const place = 'metadatas.author';

  test.each([
    [
      of({ edit: { ...edit, mainField: 'nope' }, list }),
      `${place}.edit.mainField must be one of the following values: ${names}`,
    ],
    [
      of({ edit: { ...edit, label: null }, list }),
      `${place}.edit.label must be a \`string\` type, but the final value was: \`null\`.`,
    ],
    [
      of({ edit: { ...edit, mainField: null }, list }),
      `${place}.edit.mainField must be a \`string\` type, but the final value was: \`null\`.`,
    ],
    [of({ edit, list, more: {} }), `${place} field has unspecified keys: more`],
    [
      { layouts: { list: [], edit: [[{ name: 'title', size: 6, x: 1 }]] } },
      'layouts.edit[0][0] field has unspecified keys: x',
    ],
  ])('%j is rejected', async (body, message) => {
    const token = admins.superAdmin;
    const response = await put('content-types/api::article.article', { token, body });
    expect(response.json()).toMatchObject({ error: { details: { errors: [message] } } });
  });

  test('can name any listed field of the target, and have no description', async () => {
    const token = admins.superAdmin;
    const titled = { title: { edit: { label: 't', mainField: 'nope' }, list: {} } };
    for (const mainField of ['id', 'bio', 'documentId', 'articles']) {
      const author = { edit: { ...edit, mainField, description: null }, list };
      const body = { metadatas: { author, ...titled } };
      const response = await put('content-types/api::article.article', { token, body });
      expect(response.status, response.text).toBe(200);
    }
  });
});

describe('settings and layouts', () => {
  const settings = { bulkable: true, filterable: true, searchable: true, pageSize: 20 };
  const wrong = (place: string, type: string, value: string): string =>
    `${place} must be a \`${type}\` type, but the final value was: \`${value}\`.`;
  const sort = 'settings.defaultSortBy is not a valid sort attribute';
  const size = (given: unknown): object => ({
    layouts: { list: [], edit: [[{ name: 'name', size: given }]] },
  });

  test.each([
    [[], wrong('this', 'object', '[]')],
    [{ settings: { ...settings, pageSize: '20' } }, wrong('settings.pageSize', 'number', '"20"')],
    [{ settings: { ...settings, pageSize: 20.5 } }, 'settings.pageSize must be an integer'],
    [{ settings: { ...settings, bulkable: 1 } }, wrong('settings.bulkable', 'boolean', '1')],
    [{ settings: { ...settings, defaultSortBy: 'nope' } }, sort],
    [{ settings: { ...settings, defaultSortBy: 'avatar' } }, sort],
    [size(undefined), 'layouts.edit[0][0].size is a required field'],
    [size('6'), wrong('layouts.edit[0][0].size', 'number', '"6"')],
    [size(0), 'layouts.edit[0][0].size must be a positive number'],
    [
      { metadatas: { name: { edit: { label: 5 }, list: {} } } },
      wrong('metadatas.name.edit.label', 'string', '5'),
    ],
  ])('%j is rejected', async (body, message) => {
    const response = await put('content-types/api::author.author', {
      token: admins.superAdmin,
      body,
    });
    expect(response.json<{ error: { details: object } }>().error.details).toEqual({
      name: 'validationError',
      errors: [message],
    });
  });
});

test('only attributes that lists can show may be main fields', async () => {
  const settings = { bulkable: true, filterable: true, searchable: true, pageSize: 20 };
  const url = 'content-types/api::homepage.homepage';
  for (const [mainField, status] of [
    ['tagline', 200],
    ['sections', 400],
  ] as const) {
    const body = { settings: { ...settings, mainField } };
    expect((await put(url, { token: admins.superAdmin, body })).status).toBe(status);
  }
});

test('a uid is generated from a text, or from the name of the type', async () => {
  const generate = async (body: unknown): Promise<TestResponse> =>
    call(app, '/content-manager/uid/generate', { method: 'POST', token: admins.superAdmin, body });
  const uid = { contentTypeUID: 'api::category.category', field: 'slug' };
  const made = await generate({ ...uid, data: { name: 5 } });
  expect(made.json()).toEqual({ data: 'category' });
  const rejected = await generate([]);
  const message = 'Invalid input: expected object, received array';
  expect(rejected.json()).toMatchObject({
    error: { message, details: { errors: [{ path: [] }] } },
  });
});
