// Files of multipart forms that project code reads: which temporary files outlive their request.
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FormFolders } from '../../src/code/koa/form-folders.ts';
import { machineName } from '../../src/media/staging.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { withMaxFileSize } from '../support/max-file-size.ts';
import { collectionType, makeProject } from '../support/project-folder.ts';
import { openConnection, sendBytes } from '../support/socket.ts';

const PROJECT = {
  'src/api/form/controllers/form.js': `module.exports = {
    send(ctx) {
      ctx.body = { sizes: Object.values(ctx.request.files).flat().map(({ size }) => size) };
    },
  };`,
  'src/api/form/routes/form.js': `module.exports = { routes: [
    { method: 'POST', path: '/form', handler: 'form.send', config: { auth: false } },
    { method: 'POST', path: '/closed', handler: 'form.send' },
    { method: 'POST', path: '/failing', handler: (ctx) => ctx.badRequest(), config: { auth: false } },
  ] };`,
  'src/api/note/content-types/note/schema.json': collectionType('note'),
  'src/api/note/routes/note.js': `module.exports = require('@strapi/strapi').factories.createCoreRouter('api::note.note', {
    config: { create: { auth: false, middlewares: [(ctx, next) => {
      ctx.request.body = { data: {} };
      return next();
    }] } } });`,
  'config/middlewares.js': `module.exports = [
    'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query',
    { name: 'strapi::body', config: { formidable: { maxFileSize: 200000 } } },
    'strapi::public', 'strapi::favicon',
  ];`,
};

interface Served {
  readonly app: TestApp;
  readonly port: number;
  /** The folder for temporary files. */
  readonly temporary: string;
}

/** Starts a server. @param left Folders of earlier processes */
async function serve(left: readonly string[] = []): Promise<Served> {
  const project = makeProject(PROJECT);
  const temporary = mkdtempSync(path.join(tmpdir(), 'quoin-test-'));
  for (const name of left) mkdirSync(path.join(temporary, name));
  vi.stubEnv('TMPDIR', temporary);
  const app = await openTestApp({ project });
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await app.close();
    rmSync(temporary, { recursive: true });
  });
  return { app, port: await app.listen(), temporary };
}

/** The folders of forms. */
const foldersIn = (temporary: string): readonly string[] =>
  readdirSync(temporary).filter((name) => name.startsWith('quoin-form-'));

/** A part of a form. @param headers More headers of the part */
function part(content: string, headers: string = '', field: string = 'files'): string {
  return `--b\r\ncontent-disposition: form-data; name="${field}"; filename="a.txt"\r\n${headers}\r\n${content}\r\n`;
}

function post(
  body: string,
  length: number = Buffer.byteLength(body),
  url: string = '/api/form',
): string {
  return [
    `POST ${url} HTTP/1.1\r\nhost: a\r\n`,
    'content-type: multipart/form-data; boundary=b\r\n',
    `content-length: ${length}\r\n\r\n${body}`,
  ].join('');
}

test('files are removed after the response', async () => {
  const { port, temporary } = await serve();
  const response = await sendBytes(port, post(`${part('one')}${part('three')}--b--\r\n`));
  expect(response).toMatchObject({ status: 200, body: '{"sizes":[3,5]}' });
  await eventually(() => foldersIn(temporary).length === 0);
});

const OTHER = `${part('one')}${part('three', '', 'other')}--b--\r\n`;

test('files of other fields are kept after a successful action until the server closes', async () => {
  const { app, port, temporary } = await serve();
  expect((await sendBytes(port, post(OTHER))).status).toBe(200);
  const [folder = ''] = foldersIn(temporary);
  expect(readdirSync(path.join(temporary, folder))).toHaveLength(1);
  await app.close();
  expect(foldersIn(temporary)).toEqual([]);
});

test('files are kept after a middleware of a core route', async () => {
  const { port, temporary } = await serve();
  const url = '/api/notes';
  expect((await sendBytes(port, post(OTHER, Buffer.byteLength(OTHER), url))).status).toBe(201);
  expect(foldersIn(temporary)).toHaveLength(1);
});

test.each([
  ['without a route', '/api/nothing', 405],
  ['of a caller without permission', '/api/closed', 403],
  ['that its action rejects', '/api/failing', 400],
  ['for a built-in route', '/api/auth/local', 400],
])('no files of a request %s are kept', async (_which, url, status) => {
  const { port, temporary } = await serve();
  const response = await sendBytes(port, post(OTHER, Buffer.byteLength(OTHER), url));
  expect(response.status).toBe(status);
  await eventually(() => foldersIn(temporary).length === 0);
});

test('a start removes the folders of processes that have ended', async () => {
  const ended = `quoin-form-${machineName}-99999999-0123456789ab-1`;
  const running = `quoin-form-${machineName}-${process.ppid}-0123456789ab-1`;
  const { temporary } = await serve([ended, running, 'quoin-form-own']);
  await eventually(() => !foldersIn(temporary).includes(ended));
  expect(foldersIn(temporary).toSorted()).toEqual(['quoin-form-own', running].toSorted());
});

test('the oldest kept folders are removed if all files together are too large', async () => {
  const { temporary } = await serve();
  const folders = new FormFolders({ warn: expect.unreachable }, 10);
  const [first, second, third] = [
    await folders.create(),
    await folders.create(),
    await folders.create(),
  ];
  await folders.keep(first, 5);
  await folders.keep(second, 5);
  await folders.keep(third, 1);
  expect(foldersIn(temporary).toSorted()).toEqual(
    [second, third].map((folder) => path.basename(folder)).toSorted(),
  );
  await folders.close();
  expect(foldersIn(temporary)).toEqual([]);
});

test('no file remains if a client disconnects in the middle of it', async () => {
  const { port, temporary } = await serve();
  const connection = await openConnection(port);
  connection.send(post(`${part('x'.repeat(1000))}${part('y'.repeat(100_000))}`, 500_000));
  await eventually(() => foldersIn(temporary).length > 0);
  await connection[Symbol.asyncDispose]();
  await eventually(() => foldersIn(temporary).length === 0);
});

test('responds 507 if the disk is full', async () => {
  const { port, temporary } = await serve();
  const body = post(`${part('x'.repeat(100_000))}--b--\r\n`);
  const full = await withMaxFileSize(5000, () => sendBytes(port, body));
  expect(full.status).toBe(507);
  expect(JSON.parse(full.body)).toMatchObject({
    error: { status: 507, name: 'InsufficientStorageError' },
  });
  await eventually(() => foldersIn(temporary).length === 0);
  expect((await sendBytes(port, body)).status).toBe(200);
});

const LONG = 'x'.repeat(150_000);

test.each([
  [
    'with an unsupported encoding',
    part(LONG, 'content-transfer-encoding: base64\r\n'),
    [400, 'Unsupported Content-Transfer-Encoding: base64'],
  ],
  ['that together are too long', part(LONG).repeat(3), [413, 'FileTooBig']],
  ['of which one is too long', part(LONG.repeat(3)), [413, 'FileTooBig']],
])('files %s are rejected', async (_which, parts, [status, message]) => {
  const { port, temporary } = await serve();
  const { body, ...response } = await sendBytes(port, post(`${parts}--b--\r\n`));
  expect(response.status).toBe(status);
  expect(JSON.parse(body)).toMatchObject({ error: { status, message } });
  await eventually(() => foldersIn(temporary).length === 0);
});
