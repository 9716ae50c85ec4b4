// Uploads beyond what was recorded (docs/strapi/media.md).
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { JsonValue } from '../../src/base/json.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { changeDatabase, readValue } from '../support/app-database.ts';
import { onClient, sqlMoment } from '../support/test-database.ts';
import {
  incomingNames,
  bytesAt,
  NOTE,
  storedNames,
  upload,
  uploaded,
  type Parts,
  type UploadedFile,
} from '../support/uploads.ts';
import { vendored } from '../support/vendored-projects.ts';

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

interface ErrorBody {
  readonly error: { readonly name: string; readonly message: string };
}

describe('a file', () => {
  test('has the name in fileInfo in Unicode NFC', async () => {
    const { name, hash } = await uploaded(app, NOTE, ['fileInfo', { name: 'a/b/u\u0308.txt' }]);
    expect(name).toBe('a/b/\u00FC.txt');
    expect(hash).toMatch(/^ue_/);
  });

  test('is stored under the name in fileInfo, with its own extension', async () => {
    const { name, hash, url } = await uploaded(app, NOTE, ['fileInfo', { name: 'ü.png' }]);
    expect(name).toBe('ü.png');
    expect(hash).toMatch(/^ue_png_[0-9a-f]{10}$/);
    expect(url).toBe(`/uploads/${hash}.txt`);
  });

  test('is stored in formats of the configured sizes', async () => {
    const { url, size, formats } = await uploaded(app, ['files', { file: 'landscape.jpg' }]);
    expect(size).toBe(Math.round(bytesAt(app, url).length / 10) / 100);
    for (const format of Object.values(formats ?? {})) {
      expect(bytesAt(app, format.url).length).toBe(format.sizeInBytes);
    }
    const order = onClient({
      sqlite: ['thumbnail', 'large', 'medium', 'small'],
      postgres: ['large', 'small', 'medium', 'thumbnail'],
    });
    expect(Object.keys(formats ?? {})).toEqual(order);
  });

  test('is deleted with all its formats', async () => {
    const { id, hash } = await uploaded(app, ['files', { file: 'landscape.jpg' }]);
    expect(storedNames(app).filter((name) => name.includes(hash))).toHaveLength(5);
    expect((await app.request(`/api/upload/files/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect(storedNames(app).filter((name) => name.includes(hash))).toEqual([]);
    expect(incomingNames(app)).toEqual([]);
  });

  test('loses its formats when it is replaced', async () => {
    const { id, hash, url } = await uploaded(app, ['files', { file: 'landscape.jpg' }]);
    const response = await upload(app, [['files', { file: 'small.png' }]], { query: `?id=${id}` });
    expect(response.json()).toMatchObject({ hash, url, mime: 'image/png', name: 'small.png' });
    expect(
      storedNames(app)
        .filter((name) => name.includes(hash))
        .toSorted(),
    ).toEqual([`${hash}.jpg`, `small_${hash}.jpg`, `thumbnail_${hash}.jpg`]);
    const again = await upload(app, [NOTE], { query: `?id=${id}` });
    expect(again.json()).toMatchObject({ formats: null, width: 600 });
    expect(storedNames(app).filter((name) => name.includes(hash))).toEqual([`${hash}.jpg`]);
    expect(bytesAt(app, url).toString()).toBe('plain text file\n');
  });

  test('may be empty next to others, whose order is preserved', async () => {
    const { body, contentType } = multipartBody([NOTE, NOTE]);
    const response = await app.request('/api/upload', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: Buffer.from(body.toString('latin1').replace('plain text file\n', ''), 'latin1'),
    });
    expect(response.json<UploadedFile[]>().map(({ size }) => size)).toEqual([0, 0.02]);
  });

  test('keeps its URL after concurrent replacements', async () => {
    const { id, url } = await uploaded(app, ['files', { file: 'small.png' }]);
    const names = ['tiny.png', 'landscape.jpg', 'note.txt', 'portrait.webp', 'doc.pdf'];
    await Promise.all(
      names.map((file) => upload(app, [['files', { file }]], { query: `?id=${id}` })),
    );
    const file = (await app.request(`/api/upload/files/${id}`)).json<UploadedFile>();
    expect(file.url).toBe(url);
    expect(Math.round(bytesAt(app, url).length / 10) / 100).toBe(file.size);
    const listed = Object.values(file.formats ?? {}).length + 1;
    expect(storedNames(app).filter((name) => name.includes(file.hash))).toHaveLength(listed);
  });

  test('is in the API folder, which is created again if it is missing', async () => {
    const { id } = await uploaded(app, NOTE);
    const pathOf = (file: number): Promise<unknown> =>
      readValue(app, `select folder_path from files where id = ${file}`);
    const folderOf = (file: number): Promise<unknown> =>
      readValue(app, `select folder_id from files_folder_lnk where file_id = ${file}`);
    const first = await folderOf(id);
    expect(await pathOf(id)).toBe(
      await readValue(app, `select path from upload_folders where id = ${String(first)}`),
    );
    expect(
      await readValue(
        app,
        "select value from strapi_core_store_settings where key = 'plugin_upload_api-folder'",
      ),
    ).toBe(`{"id":${String(first)}}`);
    await changeDatabase(app, 'delete from upload_folders');
    const { id: other } = await uploaded(app, NOTE);
    expect(await folderOf(other)).toBeTypeOf('number');
    expect(await pathOf(other)).toBe('/1');
  });

  test.each([
    ['a note', '{"name":"a"}', { name: 'a' }],
    ['a list of one', '[{"name":"b"}]', { name: 'b' }],
    [
      'properties that are not strings',
      '{"caption":5,"alternativeText":true}',
      { caption: '5', alternativeText: 'true' },
    ],
    [
      'a focal point of strings',
      '{"focalPoint":{"x":"5","y":"6"}}',
      { focalPoint: { x: 5, y: 6 } },
    ],
    ['a focal point that is a string', '{"focalPoint":"x"}', { focalPoint: null }],
    ['a focal point that is a list', '{"focalPoint":[]}', { focalPoint: null }],
  ])('has a fileInfo with %s', async (_what, info, expected) => {
    expect(await uploaded(app, NOTE, ['fileInfo', info])).toMatchObject(expected);
  });
});

describe('rejects a fileInfo with Strapi’s messages', () => {
  const no = (type: string, shown: string): string =>
    `fileInfo must be a \`${type}\` type, but the final value was: \`null\`${shown}.`;

  test.each<readonly [Parts, string]>([
    [[NOTE, ['fileInfo', 'null']], no('object', '')],
    [[NOTE, ['fileInfo', '[]']], no('object', ' (cast from the value `[]`)')],
    [[NOTE, ['fileInfo', '5']], no('object', ' (cast from the value `5`)')],
    [[NOTE, ['fileInfo', '"text"']], no('object', ' (cast from the value `"text"`)')],
    [[NOTE, NOTE, ['fileInfo', 'null']], no('array', '')],
    [
      [NOTE, NOTE, ['fileInfo', '[{},null]']],
      'fileInfo[1] must be a `object` type, but the final value was: `null`.',
    ],
    [
      [NOTE, ['fileInfo', '{"focalPoint":{"x":null,"y":1}}']],
      'fileInfo.focalPoint.x must be a `number` type, but the final value was: `NaN`.',
    ],
    [[NOTE, ['fileInfo', '{"focalPoint":{"x":"a","y":-1}}']], '2 errors occurred'],
    [
      [NOTE, NOTE, ['fileInfo', '{}'], ['fileInfo', '{"focalPoint":{"x":1}}']],
      'fileInfo[1].focalPoint.y is a required field',
    ],
  ])('%j', async (parts, message) => {
    const response = await upload(app, parts);
    expect([response.status, response.json<ErrorBody>().error.message]).toEqual([400, message]);
  });
});

describe('changes an existing file', () => {
  test.each([
    ['?id=', 201],
    ['?id', 201],
    ['?id=abc', 404],
    ['?id=1.5', 404],
    ['?id=-1', 404],
    ['?id=99999999999999999999', 404],
    ['?id=%00', 404],
    ['?id[a]=1', 400],
    ['?id[]=1', 400],
  ])('%s: %i', async (query, status) => {
    expect((await upload(app, [NOTE, ['fileInfo', { name: 'x' }]], { query })).status).toBe(status);
  });

  test('without changing publishedAt', async () => {
    const { id } = await uploaded(app, NOTE);
    const at = '2024-02-29T12:00:00.000Z';
    await changeDatabase(
      app,
      `update files set published_at = ${sqlMoment(Date.parse(at))} where id = ${id}`,
    );
    for (const parts of [[['fileInfo', { name: 'x' }]], [NOTE]] as const) {
      const response = await upload(app, [...parts], { query: `?id=${id}` });
      expect(response.json()).toMatchObject({ id, publishedAt: at });
    }
  });

  test('updates single properties, and resets the focal point of a new image', async () => {
    const { id } = await uploaded(app, NOTE, [
      'fileInfo',
      { name: 'a', alternativeText: 'b', caption: 'c', focalPoint: { x: 1, y: 2 } },
    ]);
    const change = async (info: JsonValue): Promise<unknown> =>
      (await upload(app, [['fileInfo', info]], { query: `?id=${id}` })).json();
    expect(await change({ caption: '' })).toMatchObject({ name: 'a', caption: '' });
    expect(await change({ name: '' })).toMatchObject({ name: '', alternativeText: 'b' });
    expect(await change({ focalPoint: null })).toMatchObject({ focalPoint: { x: 1, y: 2 } });
    const replaced = await upload(app, [['files', { file: 'note.txt', as: 'r.txt' }]], {
      query: `?id=${id}`,
    });
    expect(replaced.json()).toMatchObject({
      name: 'r.txt',
      alternativeText: 'b',
      caption: '',
      focalPoint: null,
    });
  });

  test.each([
    ['{"fileInfo":{"name":"j"}}', 'application/json', 200],
    ['{"fileInfo":"{\\"name\\":\\"t\\"}"}', 'application/json', 200],
    ['{"name":"direct"}', 'application/json', 200],
    ['{"fileInfo":[{"name":"l"}]}', 'application/json', 400],
    ['{"fileInfo":5}', 'application/json', 400],
    ['text', 'text/plain', 400],
    ['fileInfo[name]=form', 'application/x-www-form-urlencoded', 200],
  ])('with %s as %s: %i', async (body, type, status) => {
    const { id } = await uploaded(app, NOTE);
    const headers = { 'content-type': type };
    const response = await app.request(`/api/upload?id=${id}`, { method: 'POST', headers, body });
    expect(response.status, response.text).toBe(status);
  });

  test('updates a row without documentId, as stored by another program', async () => {
    const [{ id }, { id: other }] = [await uploaded(app, NOTE), await uploaded(app, NOTE)];
    await changeDatabase(app, 'update files set document_id = null');
    const changed = await upload(app, [['fileInfo', { name: 'x' }]], { query: `?id=${id}` });
    expect(changed.json()).toMatchObject({ id, name: 'x' });
    expect((await app.request(`/api/upload/files/${id}`, { method: 'DELETE' })).status).toBe(200);
    expect((await app.request(`/api/upload/files/${other}`)).json()).toMatchObject({
      name: 'note.txt',
    });
  });
});

test('links several files to one field and to a list', async () => {
  const author = await app.request('/api/authors', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{"name":"Ada"}}',
  });
  const { id } = author.json<{ data: { id: number } }>().data;
  const link = (ref: string, field: string, row: number): Parts => [
    ['ref', ref],
    ['refId', String(row)],
    ['field', field],
  ];
  const two: Parts = [
    ['files', { file: 'note.txt', as: '1.txt' }],
    ['files', { file: 'note.txt', as: '2.txt' }],
  ];
  await upload(app, [...two, ...link('api::author.author', 'avatar', id)]);
  const shown = await app.request('/api/authors?populate[avatar][fields][0]=name');
  expect(shown.json()).toMatchObject({ data: [{ avatar: { name: '2.txt' } }] });

  const article = await app.request('/api/articles', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"data":{"title":"T"}}',
  });
  const { id: row } = article.json<{ data: { id: number } }>().data;
  const gallery = link('api::article.article', 'gallery', row);
  await upload(app, [...two, ...gallery]);
  await upload(app, [['files', { file: 'note.txt', as: '3.txt' }], ...gallery]);
  const listed = await app.request('/api/articles?populate[gallery][fields][0]=name');
  expect(listed.json()).toMatchObject({
    data: [{ gallery: [{ name: '1.txt' }, { name: '2.txt' }, { name: '3.txt' }] }],
  });
});

test('applies stored settings immediately', async () => {
  const set = (settings: object): Promise<void> =>
    changeDatabase(
      app,
      `update strapi_core_store_settings set value = '${JSON.stringify(settings)}' where key = 'plugin_upload_settings'`,
    );
  await set({ sizeOptimization: false, responsiveDimensions: false, autoOrientation: false });
  const plain = await uploaded(app, ['files', { file: 'landscape.jpg' }]);
  expect(Object.keys(plain.formats ?? {})).toEqual(['thumbnail']);
  const source = readFileSync(vendored('conformance', 'files', 'landscape.jpg'));
  expect(bytesAt(app, plain.url)).toEqual(source);
  await set({ sizeOptimization: false, responsiveDimensions: true, autoOrientation: true });
  expect(await uploaded(app, ['files', { file: 'turned.jpg' }])).toMatchObject({
    width: 400,
    height: 600,
    formats: { small: { width: 333, height: 500 }, thumbnail: { width: 104, height: 156 } },
  });
  await set({ sizeOptimization: true, responsiveDimensions: true, autoOrientation: false });
  expect(await uploaded(app, ['files', { file: 'turned.jpg' }])).toMatchObject({
    width: 600,
    height: 400,
  });
});
