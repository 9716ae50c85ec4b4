// Configured uploads: limits, types, formats, and the location of the files (docs/strapi/server.md, "Configuration").
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openProject } from '../../src/app/project.ts';
import { errorOf } from '../support/drafts.ts';
import { onClient } from '../support/test-database.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { openBucket } from '../support/bucket.ts';
import { makeProject, writeFiles } from '../support/project-folder.ts';
import {
  incomingNames,
  NOTE,
  PICTURE,
  storedNames,
  upload,
  uploaded,
  type Parts,
  type UploadedFile,
} from '../support/uploads.ts';
import { officeFile } from '../support/zip-archive.ts';
import { vendored } from '../support/vendored-projects.ts';

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const XML_LOGO = Buffer.from(
  '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>',
);
const PDF: Parts[number] = ['files', { file: 'doc.pdf' }];

function projectWith(config: object, files: Readonly<Record<string, object>> = {}): string {
  const plugins = { upload: { config } };
  const modules = Object.entries({ 'config/plugins.js': plugins, ...files }).map(
    ([name, value]) => [name, `module.exports = ${JSON.stringify(value)};`] as const,
  );
  return makeProject(
    Object.fromEntries(modules),
    path.join(vendored('conformance', 'projects'), 'kitchen'),
  );
}

async function openWith(
  config: object,
  files: Readonly<Record<string, object>> = {},
): Promise<TestApp> {
  const app = await openTestApp({ project: projectWith(config, files) });
  onTestFinished(() => app.close());
  return app;
}

const messageOf = (text: string): string =>
  (JSON.parse(text) as { readonly error: { readonly message: string } }).error.message;

test('limits the size of a file, and of the stored image', async () => {
  const app = await openWith({ sizeLimit: 6000 });
  await uploaded(app, ['files', { file: 'tiny.png' }]);
  const before = storedNames(app);
  const response = await upload(app, [NOTE, PICTURE]);
  expect([response.status, messageOf(response.text)]).toEqual([
    413,
    'landscape.jpg exceeds size limit of 6 KB.',
  ]);
  expect(storedNames(app)).toEqual(before);
  const small = await openWith({ sizeLimit: 10 });
  expect(messageOf((await upload(small, [NOTE])).text)).toBe(
    'note.txt exceeds size limit of 10 Bytes.',
  );
});

test('applies the limit of the body parser', async () => {
  const formidable = { maxFileSize: 20_000 };
  const app = await openWith(
    {},
    { 'config/middlewares.js': [{ name: 'strapi::body', config: { formidable } }] },
  );
  const response = await upload(app, [NOTE, PICTURE]);
  expect([response.status, messageOf(response.text)]).toEqual([413, 'FileTooBig']);
  // Of all files together, also of those in other fields.
  const other: Parts[number] = ['other', { file: 'photo.tiff' }];
  expect((await upload(app, [other, NOTE])).status).toBe(201);
  expect((await upload(app, [...Array<typeof other>(6).fill(other), NOTE])).status).toBe(413);
  await app.request(`/api/upload/files/1`, { method: 'DELETE' });
  expect([storedNames(app), incomingNames(app)]).toEqual([[], []]);
});

test('skips forbidden types among others, and rejects them alone', async () => {
  const app = await openWith({
    security: {
      allowedTypes: ['text/*', 'image/*', 'application/*'],
      deniedTypes: ['application/pdf', 'image/s*'],
    },
  });
  for (const [parts, type] of [
    [[PDF], 'application/pdf'],
    [[['files', { file: 'logo.svg' }]], 'image/svg+xml'],
    [[['files', { file: 'doc.pdf', as: 'x.txt', type: 'text/plain' }]], 'application/pdf'],
    [[['files', { file: 'note.txt', as: 'x.pdf', type: 'application/pdf' }]], 'application/pdf'],
    [[PDF, ['files', { file: 'logo.svg' }]], 'application/pdf'],
    [[['files', { file: 'note.txt', as: 'm.mp4', type: 'video/mp4' }]], 'video/mp4'],
  ] satisfies (readonly [Parts, string])[]) {
    const response = await upload(app, parts);
    expect([response.status, messageOf(response.text)]).toEqual([
      400,
      `File type '${type}' is not allowed`,
    ]);
  }
  const infos: Parts[number] = ['fileInfo', [{ name: 'A' }, { name: 'B' }]];
  const response = await upload(app, [PDF, NOTE, infos]);
  expect([response.status, response.json<UploadedFile[]>().map(({ name }) => name)]).toEqual([
    201,
    ['B'],
  ]);
  const id = response.json<UploadedFile[]>()[0]?.id;
  expect((await upload(app, [PDF], { query: `?id=${id}` })).status).toBe(400);
});

test('accepts files whose extension is allowed if their content has another type', async () => {
  const app = await openWith({ security: { allowedTypes: ['image/*', DOCX] } });
  for (const [name, declared, content, type] of [
    ['logo.svg', 'image/svg+xml', XML_LOGO, 'image/svg+xml'],
    ['letter.docx', DOCX, officeFile(DOCX, { deflated: true }), DOCX],
    ['letter.docx', 'application/octet-stream', officeFile(DOCX), DOCX],
  ] as const) {
    const file = { file: name, type: declared, content: content.toString('base64') };
    expect(await uploaded(app, ['files', file])).toMatchObject({ mime: type });
  }
  const named = { file: 'doc.pdf', as: 'x.png', type: 'image/png' };
  const response = await upload(app, [['files', named]]);
  expect([response.status, messageOf(response.text)]).toEqual([400, 'MIME type is not allowed']);
});

test('rejects a file because of its extension or its declared type', async () => {
  const app = await openWith({ security: { deniedTypes: ['text/html'] } });
  for (const part of [
    { file: 'tiny.png', as: 'x.html', type: 'application/octet-stream' },
    { file: 'note.txt', type: 'text/html' },
  ]) {
    const response = await upload(app, [['files', part]]);
    expect([response.status, messageOf(response.text)]).toEqual([
      400,
      "File type 'text/html' is not allowed",
    ]);
  }
  expect(storedNames(app)).toEqual([]);
});

test('an empty list of allowed types allows none', async () => {
  const app = await openWith({ security: { allowedTypes: [] } });
  for (const part of [NOTE, PICTURE]) {
    const response = await upload(app, [part]);
    expect([response.status, messageOf(response.text)]).toEqual([400, 'MIME type is not allowed']);
  }
});

test('creates the configured formats', async () => {
  const app = await openWith({ breakpoints: { huge: 1100, tiny: 64 } });
  const { formats } = await uploaded(app, PICTURE);
  expect(formats).toMatchObject({ huge: { width: 1100, height: 733 }, tiny: { width: 64 } });
  const order = onClient({
    sqlite: ['thumbnail', 'huge', 'tiny'],
    postgres: ['huge', 'tiny', 'thumbnail'],
  });
  expect(Object.keys(formats ?? {})).toEqual(order);
});

test('sends the configured cache lifetime of uploads', async () => {
  const app = await openWith({ providerOptions: { localServer: { maxage: 300_000 } } });
  const { url } = await uploaded(app, NOTE);
  expect((await app.request(url)).headers['cache-control']).toBe('max-age=300');
});

test('serves files of an unsupported provider, and writes no bytes', async () => {
  const config = { provider: 'cloudinary', providerOptions: { cloud_name: 'x' } };
  const app = await openWith(config);
  writeFiles(app.folder, { 'config/quoin.json': { code: false } });
  const { warnings } = await openProject(app.folder, { environment: {} });
  expect(warnings).toContainEqual(expect.stringMatching(/not stored or removed: .*"cloudinary"/));
  expect(errorOf(await upload(app, [NOTE]))).toMatchObject({
    status: 400,
    name: 'ApplicationError',
    message: expect.stringContaining('"cloudinary"') as string,
  });
  expect((await upload(app, [NOTE], { authorization: null })).status).toBe(403);
  expect((await app.request('/api/upload/files/1', { method: 'DELETE' })).status).toBe(404);
  expect((await app.request('/api/upload/files')).json()).toEqual([]);
  expect(storedNames(app)).toEqual([]);
});

test('stores, replaces and removes files and formats in a bucket', async () => {
  const bucket = await openBucket();
  const app = await openWith({
    provider: 'aws-s3',
    providerOptions: { rootPath: 'site', s3Options: bucket.options },
  });
  const file = await uploaded(app, PICTURE);
  const { id, hash, url, formats } = file;
  expect(file).toMatchObject({ provider: 'aws-s3', url: `${bucket.address}/site/${hash}.jpg` });
  expect(bucket.keys()).toHaveLength(5);
  for (const format of Object.values(formats ?? {})) {
    const response = await fetch(format.url);
    expect((await response.arrayBuffer()).byteLength).toBe(format.sizeInBytes);
  }
  const replaced = await upload(app, [['files', { file: 'tiny.png' }]], { query: `?id=${id}` });
  expect(replaced.json()).toMatchObject({ url, mime: 'image/png', formats: null });
  expect(bucket.keys()).toEqual([`site/${hash}.jpg`]);
  expect((await upload(app, [NOTE, ['files', { file: 'broken.png' }]])).status).toBe(400);
  expect(bucket.keys()).toHaveLength(1);
  expect((await app.request(`/api/upload/files/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(bucket.keys()).toEqual([]);
  expect([storedNames(app), incomingNames(app)]).toEqual([[], []]);
});

test('serves files from the disk after a project has moved to a bucket', async () => {
  const bucket = await openBucket();
  const before = await openWith({});
  const { id, url } = await uploaded(before, PICTURE);
  const config = { provider: 'aws-s3', providerOptions: { s3Options: bucket.options } };
  const plugins = { upload: { config } };
  const project = makeProject(
    { 'config/plugins.js': `module.exports = ${JSON.stringify(plugins)};` },
    before.folder,
  );
  await using after = await openTestApp({ project, beside: before });
  expect((await after.request(url)).status).toBe(200);
  const replaced = await upload(after, [['files', { file: 'tiny.png' }]], { query: `?id=${id}` });
  expect(replaced.json<UploadedFile>().url).toContain(bucket.address);
  expect((await after.request(`/api/upload/files/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect(bucket.keys()).toEqual([]);
});

test('deletes a file while the bucket is unreachable, and its bytes at the next start', async () => {
  const bucket = await openBucket();
  const s3Options = { ...bucket.options, maxAttempts: 1 };
  const app = await openWith({ provider: 'aws-s3', providerOptions: { s3Options } });
  const { id, hash } = await uploaded(app, NOTE);
  await bucket.close();
  expect((await upload(app, [NOTE])).status).toBe(503);
  expect((await app.request(`/api/upload/files/${id}`, { method: 'DELETE' })).status).toBe(200);
  expect((await app.request('/api/upload/files')).json()).toEqual([]);
  const [left = ''] = incomingNames(app);
  const journal = path.join(app.folder, 'public/uploads/.incoming', left, 'unsettled.json');
  expect(JSON.parse(readFileSync(journal, 'utf8'))).toEqual([
    { hash, name: `${hash}.txt`, row: expect.objectContaining({ id, hash }) as object },
  ]);
});
