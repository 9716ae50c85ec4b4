// Services of the plugin `upload` that code has replaced: the routes of the media library of administrators call them, as in
// Strapi.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ApplicationError } from '../../src/code/packages/strapi-utils/errors.ts';
import { libraryOverrides } from '../../src/code/plugins/upload/library-overrides.ts';
import type { Strapi } from '../../src/code/strapi/strapi.ts';
import type { Callable, Row } from '../../src/code/strapi/code-values.ts';
import { ADA, call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp, type TestResponse } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { collectionType, schemaOf, writeFiles } from '../support/project-folder.ts';
import {
  bytesAt,
  NOTE,
  storedNames,
  upload as uploadByApi,
  type Parts,
  type UploadedFile,
} from '../support/uploads.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'quoin-replaced-library-'));
let app: TestApp;
let token: string;

beforeAll(async () => {
  writeFiles(folder, {
    [schemaOf('page')]: collectionType('page'),
    'src/extensions/upload/strapi-server.js': `module.exports = (plugin) => {
      const images = plugin.services['image-manipulation'];
      plugin.services['image-manipulation'] = (context) => {
        const own = images(context);
        return { ...own, generateFileName: (name) =>
          name.startsWith('bad') ? '../' + name : /^(thumbnail_)?named/.test(name) ? name + '_by_code' : own.generateFileName(name) };
      };
      return plugin;
    };`,
  });
  app = await openTestApp({ project: folder });
  token = await registerAdmin(app);
});

afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

type Method = (...args: readonly unknown[]) => Promise<unknown>;

let restore: (() => void)[] = [];

afterEach(() => {
  for (const each of restore) each();
  restore = [];
});

function strapi(): Strapi {
  return Reflect.get(globalThis, 'strapi') as Strapi;
}

/** Replaces a function of a service of the plugin until the test ends. @param make Gets the function that it replaces */
function replace(service: string, name: string, make: (own: Method) => Method): void {
  const found = strapi().plugin('upload')?.service(service) ?? {};
  const before = found[name];
  const own: Method = async (...args) => Reflect.apply(before as Callable, found, args) as unknown;
  found[name] = make(own);
  restore.push(() => {
    found[name] = before;
  });
}

function sendFile(url: string, parts: Parts = [NOTE]): Promise<TestResponse> {
  const { body, contentType } = multipartBody(parts);
  const headers = { 'content-type': contentType };
  const authorization = `Bearer ${token}`;
  return app.request(url, { method: 'POST', headers, authorization, body });
}

const send = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  call(app, url, { method, token, ...(body && { body }) });

async function addFile(): Promise<number> {
  const [file] = (await sendFile('/upload')).json<Row[]>();
  return file?.id ?? 0;
}

describe('the service `upload`', () => {
  test('`upload` adds files from forms, with their texts and the administrator', async () => {
    const seen: unknown[] = [];
    replace('upload', 'upload', (own) => async (sent, options) => {
      seen.push(sent, options);
      const added = (await own(sent, options)) as Row[];
      return added.map((file) => ({ ...file, caption: 'by code' }));
    });
    const fileInfo = { alternativeText: 'a note' };
    const added = await sendFile('/upload', [NOTE, ['fileInfo', JSON.stringify(fileInfo)]]);
    expect([added.status, added.json()]).toMatchObject([
      201,
      [{ name: 'note.txt', alternativeText: 'a note', caption: 'by code', isUrlSigned: false }],
    ]);
    expect(seen).toMatchObject([
      {
        data: { fileInfo: { name: 'note.txt', alternativeText: 'a note' } },
        files: [{ originalFilename: 'note.txt', filepath: expect.any(String) }],
      },
      { user: { email: ADA.email, roles: [{ code: 'strapi-super-admin' }] } },
    ]);
    const one = await sendFile('/upload/files');
    expect([one.status, one.json()]).toMatchObject([201, { caption: 'by code' }]);
  });

  test('its errors are the responses', async () => {
    replace('upload', 'upload', () => async () => {
      throw new ApplicationError('Not today', { day: 0 });
    });
    const response = await sendFile('/upload');
    expect([response.status, response.json()]).toMatchObject([
      400,
      { error: { name: 'ApplicationError', message: 'Not today', details: { day: 0 } } },
    ]);
  });

  test('`updateFileInfo`, `replace` and `remove` change files', async () => {
    const id = await addFile();
    const changed =
      (own: Method): Method =>
      async (...args) => ({ ...((await own(...args)) as object), caption: 'by code' });
    replace('upload', 'updateFileInfo', changed);
    replace('upload', 'replace', changed);
    const removed: unknown[] = [];
    replace('upload', 'remove', (own) => (file) => {
      removed.push((file as Row).id);
      return own(file);
    });
    const fileInfo = { name: 'other.txt' };
    const responses = [
      await send('PUT', `/upload/files/${id}`, { fileInfo }),
      await send('POST', `/upload?id=${id}`, { fileInfo }),
      await sendFile(`/upload/files/${id}/replace`),
    ];
    for (const response of responses)
      expect(response.json()).toMatchObject({ id, caption: 'by code', isUrlSigned: false });
    const bulk = await send('POST', '/upload/actions/bulk-update', { updates: [{ id, fileInfo }] });
    expect(bulk.json()).toMatchObject([{ id, caption: 'by code' }]);
    expect((await send('DELETE', `/upload/files/${id}`)).json()).toMatchObject({ id });
    expect((await send('GET', `/upload/files/${id}`)).status).toBe(404);
    const other = await addFile();
    const deleted = await send('POST', '/upload/actions/bulk-delete', { fileIds: [other] });
    expect(deleted.json()).toMatchObject({ data: { files: [{ id: other }], folders: [] } });
    expect(removed).toEqual([id, other]);
  });
});

test('the service `folder` manages folders', async () => {
  const seen: unknown[] = [];
  const recorded =
    (name: string) =>
    (own: Method): Method =>
    (...args) => {
      seen.push(name);
      return own(...args);
    };
  for (const name of ['create', 'update', 'getStructure', 'deleteByIds'])
    replace('folder', name, recorded(name));
  const created = await send('POST', '/upload/folders', { name: 'Notes' });
  expect([created.status, created.json()]).toMatchObject([201, { data: { name: 'Notes' } }]);
  const { id } = created.json<{ data: Row }>().data;
  const changed = await send('PUT', `/upload/folders/${id}`, { name: 'Letters', parent: null });
  expect(changed.json()).toMatchObject({ data: { id, name: 'Letters' } });
  expect((await send('PUT', '/upload/folders/999', { name: 'None' })).status).toBe(404);
  expect((await send('GET', '/upload/folder-structure')).json()).toMatchObject({
    data: [{ id, name: 'Letters' }],
  });
  const removed: unknown[] = [];
  replace('upload', 'remove', (own) => (file) => {
    removed.push((file as Row).id);
    return own(file);
  });
  const inside = await sendFile('/upload', [
    NOTE,
    ['fileInfo', JSON.stringify({ folder: Number(id) })],
  ]);
  const [file] = inside.json<Row[]>();
  const deleted = await send('POST', '/upload/actions/bulk-delete', { folderIds: [id] });
  expect(deleted.json()).toMatchObject({ data: { files: [], folders: [{ id }] } });
  expect(removed).toEqual([file?.id]);
  expect((await send('GET', `/upload/folders/${id}`)).status).toBe(404);
  expect(seen).toEqual(['create', 'update', 'update', 'getStructure', 'deleteByIds']);
});

test('folders returned by a replaced service contain no hidden values of administrators', async () => {
  const withCreator =
    (own: Method): Method =>
    async (...args) => {
      const { id } = (await own(...args)) as Row;
      const by = await strapi().db.query('admin::user').findOne();
      const change = { where: { id }, data: { createdBy: by?.id } };
      const populate = ['createdBy', 'parent'];
      return strapi()
        .db.query('plugin::upload.folder')
        .update({ ...change, populate });
    };
  for (const name of ['create', 'update']) replace('folder', name, withCreator);
  const parent = (await send('POST', '/upload/folders', { name: 'Outer' })).json<{ data: Row }>();
  const sent = { name: 'Inner', parent: parent.data.id };
  const created = await send('POST', '/upload/folders', sent);
  const { data } = created.json<{ data: Row }>();
  expect(data).toMatchObject({ name: 'Inner', parent: { name: 'Outer' } });
  const changed = await send('PUT', `/upload/folders/${data.id}`, { ...sent, name: 'Innermost' });
  expect(changed.json()).toMatchObject({ data: { name: 'Innermost', parent: { name: 'Outer' } } });
  for (const { text } of [created, changed]) expect(text).not.toMatch(/password|email/i);
});

test('a file that has been removed in the meantime is not passed to `remove`', async () => {
  replace('upload', 'remove', (own) => (file) => own((file as Row).id));
  expect(await libraryOverrides(strapi()).remove?.(9999)).toBe(false);
});

describe('`generateFileName`', () => {
  const named = (name: string): Parts => [NOTE, ['fileInfo', JSON.stringify({ name })]];

  test('determines the names of all uploaded files', async () => {
    const [own] = (await sendFile('/upload', named('named.txt'))).json<Row[]>();
    expect(own).toMatchObject({ hash: 'named_by_code', url: '/uploads/named_by_code.txt' });
    expect(storedNames(app)).toContain('named_by_code.txt');
    const [other] = (await uploadByApi(app, named('named2.txt'))).json<Row[]>();
    expect(other).toMatchObject({ hash: 'named2_by_code' });
    const [plain] = (await sendFile('/upload', named('plain.txt'))).json<Row[]>();
    expect(plain?.['hash']).toMatch(/^plain_[0-9a-f]{10}$/);
  });

  test('a name that is in use gets a suffix, so that each file has its own bytes', async () => {
    const part = (content: string): Parts[number] => {
      const base64 = Buffer.from(content).toString('base64');
      return ['files', { file: 'note.txt', as: 'named3.txt', content: base64 }];
    };
    const twice: Parts = [part('first'), part('second')];
    const [first, second] = (await sendFile('/upload', twice)).json<Row[]>();
    const [third] = (await sendFile('/upload', twice.slice(0, 1))).json<Row[]>();
    expect(first?.['hash']).toBe('named3_by_code');
    for (const file of [second, third])
      expect(file?.['hash']).toMatch(/^named3_by_code_[0-9a-f]{10}$/);
    const bytes = (file: Row | undefined): string => bytesAt(app, String(file?.['url'])).toString();
    expect([first, second, third].map(bytes)).toEqual(['first', 'second', 'first']);
    await send('DELETE', `/upload/files/${second?.id}`);
    expect(bytes(first)).toBe('first');
    await Promise.all([first, third].map((file) => send('DELETE', `/upload/files/${file?.id}`)));
    const [again] = (await sendFile('/upload', twice.slice(0, 1))).json<Row[]>();
    expect(again?.['hash']).toBe('named3_by_code');
  });

  test('concurrent uploads get different names', async () => {
    const files = await Promise.all([1, 2, 3].map(() => sendFile('/upload', named('named4.txt'))));
    const hashes = files.map((response) => response.json<Row[]>()[0]?.['hash']);
    expect(new Set(hashes).size).toBe(3);
  });

  test('the name of a format may be in use as well', async () => {
    const photo = (as: string): Parts => [['files', { file: 'landscape.jpg', as }]];
    const [first] = (await sendFile('/upload', photo('named5.jpg'))).json<UploadedFile[]>();
    expect(first?.formats?.['thumbnail']?.url).toBe('/uploads/thumbnail_named5_by_code.jpg');
    const url = String(first?.formats?.['thumbnail']?.url);
    const before = bytesAt(app, url);
    const [other] = (await sendFile('/upload', photo('thumbnail_named5.jpg'))).json<
      UploadedFile[]
    >();
    expect(other?.url).toMatch(/^\/uploads\/thumbnail_named5_by_code_[0-9a-f]{10}\.jpg$/);
    expect(bytesAt(app, url).equals(before)).toBe(true);
  });

  test('a name outside of the folder is an error', async () => {
    const response = await sendFile('/upload', named('bad.txt'));
    expect([response.status, response.json()]).toMatchObject([
      400,
      { error: { message: 'File name contains invalid characters' } },
    ]);
  });
});

describe('functions that code calls', () => {
  const service = (name: string): Record<string, Method> =>
    strapi().plugin('upload')?.service(name) as Record<string, Method>;

  test('reads mark files as unsigned, and populate like the REST API', async () => {
    const into = (await service('folder')['create']?.({ name: 'Read' })) as Row | undefined;
    const sent: Parts = [NOTE, ['fileInfo', JSON.stringify({ folder: Number(into?.id) })]];
    const [file] = (await sendFile('/upload', sent)).json<Row[]>();
    const upload = service('upload');
    for (const populate of ['folder', '*', ['folder'], { folder: { fields: ['name'] } }]) {
      expect(await upload['findOne']?.(file?.id, populate)).toMatchObject({
        id: file?.id,
        isUrlSigned: false,
        folder: { name: 'Read' },
      });
    }
    expect(await upload['findOne']?.(999)).toBe(null);
    expect(await upload['findMany']?.({ filters: { id: file?.id } })).toMatchObject([
      { id: file?.id, isUrlSigned: false },
    ]);
    expect(await upload['findPage']?.({ filters: { id: file?.id } })).toMatchObject({
      results: [{ isUrlSigned: false }],
      pagination: { page: 1, pageSize: 10, total: 1 },
    });
    const query = { filters: { id: file?.id }, pagination: { start: 0, limit: 5 } };
    expect(await upload['findAndCountPage']?.(query)).toMatchObject({
      results: [{ id: file?.id, isUrlSigned: false }],
      pagination: { start: 0, limit: 5, total: 1 },
    });
    const uncounted = { ...query, pagination: { page: 1, withCount: 'false' } };
    expect(await upload['findAndCountPage']?.(uncounted)).toMatchObject({
      pagination: { page: 1, pageSize: 25 },
    });
  });

  test('`formatFileInfo` checks the name, and describes the entry', async () => {
    const format = service('upload')['formatFileInfo'];
    const described = { filename: 'a', type: 'text/plain', size: 2000 };
    const place = { ref: 'api::page.page', refId: 3, field: 'cover' };
    expect(await format?.(described, { name: 'named' }, place)).toMatchObject({
      name: 'named',
      hash: 'named_by_code',
      ext: '.txt',
      size: 2,
      related: [{ id: 3, __type: 'api::page.page', __pivot: { field: 'cover' } }],
    });
    await expect(format?.({ ...described, filename: 'a/b.png' })).rejects.toThrow(
      'File name contains invalid characters',
    );
  });

  test('`generateFileName` returns a string, and the view configuration is stored', async () => {
    const images = service('image-manipulation') as unknown as Record<string, Callable>;
    expect(images['generateFileName']?.('My Note' as never)).toMatch(/^My_Note_[0-9a-f]{10}$/);
    const upload = service('upload');
    await upload['setConfiguration']?.({ pageSize: 20, sort: 'name:asc' });
    expect(await upload['getConfiguration']?.()).toEqual({ pageSize: 20, sort: 'name:asc' });
  });

  test('the service `provider` replaces files', async () => {
    const provider = Reflect.get(strapi().plugin('upload') ?? {}, 'provider') as Record<
      string,
      unknown
    >;
    const { delete: remove, upload, uploadStream } = provider;
    const seen: unknown[] = [];
    restore.push(() => Object.assign(provider, { delete: remove, upload, uploadStream }));
    delete provider['uploadStream'];
    provider['delete'] = (file: Row) => seen.push(['delete', file.id]);
    provider['upload'] = (file: Row) => seen.push(['upload', file.id]);
    await service('provider')['replace']?.({ id: 2 }, { id: 1 });
    provider['replace'] = (file: Row, before: Row) => seen.push(['replace', file.id, before.id]);
    restore.push(() => delete provider['replace']);
    await service('provider')['replace']?.({ id: 2 }, { id: 1 });
    expect(seen).toEqual([
      ['delete', 1],
      ['upload', 2],
      ['replace', 2, 1],
    ]);
  });
});
