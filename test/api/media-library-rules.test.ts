// Rules of the media library's forms and lists, with the messages of Strapi 5.54.0 (docs/strapi/media.md, "Lists" and
// "Folders").
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';

let app: TestApp;
let token: string;
let file: number;

beforeAll(async () => {
  app = await openTestApp();
  token = await registerAdmin(app);
  file = await addFile();
});

afterAll(() => app.close());

interface Failure {
  readonly error: {
    readonly name: string;
    readonly message: string;
    readonly details: { readonly errors: readonly unknown[] };
  };
}

function send(method: 'POST' | 'PUT' | 'GET', path: string, body?: unknown): Promise<TestResponse> {
  return call(app, path, { method, token, body });
}

async function addFile(): Promise<number> {
  const { body, contentType } = multipartBody([['files', { file: 'tiny.png' }]]);
  const response = await app.request('/upload', {
    method: 'POST',
    authorization: `Bearer ${token}`,
    headers: { 'content-type': contentType },
    body,
  });
  expect(response.status, response.text).toBe(201);
  return response.json<readonly { readonly id: number }[]>()[0]?.id ?? 0;
}

async function messageOf(response: Promise<TestResponse>): Promise<string> {
  const { status, text } = await response;
  return status === 400 ? (JSON.parse(text) as Failure).error.message : `${status}`;
}

const notId = (path: string, value: unknown): string =>
  `${path} must be a \`strapiID\` type, but the final value was: \`${JSON.stringify(value)}\`.`;

test.each([true, -1, 1.5, {}])('%j is not an id', async (value) => {
  const folder = { name: 'x', parent: value };
  expect(await messageOf(send('POST', '/upload/folders', folder))).toBe(notId('parent', value));
  for (const [path, body, at] of [
    ['bulk-delete', { fileIds: [value] }, 'fileIds[0]'],
    ['bulk-move', { folderIds: [value], destinationFolderId: null }, 'folderIds[0]'],
    ['bulk-move', { fileIds: [], destinationFolderId: value }, 'destinationFolderId'],
    ['generate-ai-metadata', { fileIds: [value] }, 'fileIds[0]'],
    [
      'bulk-update',
      { updates: [{ id: file, fileInfo: { folder: value } }] },
      'updates[0].fileInfo.folder',
    ],
  ] as const) {
    const message = await messageOf(send('POST', `/upload/actions/${path}`, body));
    expect([path, message]).toEqual([path, notId(at, value)]);
  }
  const path = '/i18n/content-manager/actions/get-non-localized-fields';
  for (const model of ['api::article.article', 'api::homepage.homepage']) {
    const shared = { model, id: value, locale: 'en' };
    expect(await messageOf(send('POST', path, shared))).toBe(notId('id', value));
  }
});

test('null is not an id in a list', async () => {
  const body = { fileIds: [null] };
  expect(await messageOf(send('POST', '/upload/actions/bulk-delete', body))).toBe(
    notId('fileIds[0]', null),
  );
});

describe('changes of several files', () => {
  test.each([
    [{ caption: 5 }, 'caption must be a `string` type, but the final value was: `5`.'],
    [{ name: 5 }, 'name must be a `string` type, but the final value was: `5`.'],
    [
      { alternativeText: true },
      'alternativeText must be a `string` type, but the final value was: `true`.',
    ],
    [
      { focalPoint: { x: '5', y: 1 } },
      'focalPoint.x must be a `number` type, but the final value was: `"5"`.',
    ],
    [{ focalPoint: 5 }, 'focalPoint must be a `object` type, but the final value was: `5`.'],
  ])('do not convert %j', async (fileInfo, message) => {
    const body = { updates: [{ id: file, fileInfo }] };
    expect(await messageOf(send('POST', '/upload/actions/bulk-update', body))).toBe(
      `updates[0].fileInfo.${message}`,
    );
  });

  test('accept null and unknown keys', async () => {
    const updates = [{ id: file, fileInfo: { caption: null, x: 1 } }];
    expect((await send('POST', '/upload/actions/bulk-update', { updates })).status).toBe(200);
  });
});

describe('lists', () => {
  test.each([
    ['files?start=-1', 'convertStartQueryParams expected a positive integer got -1'],
    ['files?limit=x', 'convertLimitQueryParams expected a positive integer got NaN'],
    ['files?limit=-2', 'convertLimitQueryParams expected a positive integer got -2'],
    ['folders?page=0', "Invalid 'page' parameter. Expected an integer > 0, received: 0"],
    ['folders?pageSize=x', "Invalid 'pageSize' parameter. Expected an integer > 0, received: x"],
    ['folders?pageSize=-1', "Invalid 'pageSize' parameter. Expected an integer > 0, received: -1"],
    [
      'folders?start=-1&page=0',
      'Invalid pagination attributes. The page parameters are incorrect and must be in the pagination object',
    ],
  ])('respond 400 to %s', async (path, message) => {
    expect(await messageOf(send('GET', `/upload/${path}`))).toBe(message);
  });

  test('ignore the parameters of other kinds of lists', async () => {
    const files = await send('GET', '/upload/files?start=5&limit=1');
    expect(files.json()).toMatchObject({ pagination: { page: 1, pageSize: 10 } });
    const before = (await send('GET', '/upload/folders')).text;
    expect((await send('GET', '/upload/folders?page=2&pageSize=1')).text).toBe(before);
  });
});

describe('the name of a folder', () => {
  test.each(['\tA', 'A\t', 'A\u00A0'])('may be %j', async (name) => {
    expect((await send('POST', '/upload/folders', { name })).status).toBe(201);
  });

  test.each([' A', 'A ', ' ', 'A\nB', 'A\u2028B'])('may not be %j', async (name) => {
    expect(await messageOf(send('POST', '/upload/folders', { name }))).toBe(
      'name cannot start or end with a whitespace',
    );
  });

  test('is part of the error only if it was sent', async () => {
    const make = async (body: object): Promise<number> =>
      (await send('POST', '/upload/folders', body)).json<{ data: { id: number } }>().data.id;
    const top = await make({ name: 'top' });
    await make({ name: 'same', parent: top });
    const other = await make({ name: 'same' });
    const errors = async (body: object): Promise<unknown> =>
      (await send('PUT', `/upload/folders/${other}`, body)).json<Failure>().error.details.errors;
    const error = {
      path: ['name'],
      message: 'A folder with this name already exists',
      name: 'ValidationError',
    };
    expect(await errors({ parent: top })).toEqual([error]);
    expect(await errors({ parent: top, name: 'same' })).toEqual([{ ...error, value: 'same' }]);
  });
});

test('the view of the library is stored, including unknown keys', async () => {
  const view = { pageSize: 20, sort: 'name:ASC', x: { a: [1] } };
  const path = '/upload/configuration';
  expect((await send('PUT', path, view)).json()).toEqual({ data: view });
  expect((await send('GET', path)).json()).toEqual({ data: view });
  await send('PUT', path, { pageSize: 10 });
  expect((await send('GET', path)).json()).toEqual({ data: { pageSize: 10 } });
});

test('deleted files are listed in the order of their rows', async () => {
  const ids = [await addFile(), await addFile()];
  const response = await send('POST', '/upload/actions/bulk-delete', { fileIds: ids.toReversed() });
  const { data } = response.json<{ data: { files: readonly { id: number }[] } }>();
  expect(data.files.map(({ id }) => id)).toEqual(ids);
});
