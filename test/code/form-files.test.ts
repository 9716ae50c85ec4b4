// Files of multipart forms that project code reads: temporary files never outlive their request.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openTestApp } from '../support/app.ts';
import { eventually } from '../support/eventually.ts';
import { withMaxFileSize } from '../support/max-file-size.ts';
import { makeProject } from '../support/project-folder.ts';
import { openConnection, sendBytes } from '../support/socket.ts';

const PROJECT = {
  'src/api/form/controllers/form.js': `module.exports = {
    send(ctx) {
      ctx.body = { sizes: Object.values(ctx.request.files).flat().map(({ size }) => size) };
    },
  };`,
  'src/api/form/routes/form.js': `module.exports = { routes: [
    { method: 'POST', path: '/form', handler: 'form.send', config: { auth: false } },
  ] };`,
  'config/middlewares.js': `module.exports = [
    'strapi::errors', 'strapi::security', 'strapi::cors', 'strapi::query',
    { name: 'strapi::body', config: { formidable: { maxFileSize: 200000 } } },
    'strapi::public', 'strapi::favicon',
  ];`,
};

/** Starts a server. @returns its port, and the folder for temporary files */
async function serve(): Promise<{ readonly port: number; readonly temporary: string }> {
  const app = await openTestApp({ project: makeProject(PROJECT) });
  const temporary = mkdtempSync(path.join(tmpdir(), 'quoin-test-'));
  vi.stubEnv('TMPDIR', temporary);
  onTestFinished(async () => {
    vi.unstubAllEnvs();
    await app.close();
    rmSync(temporary, { recursive: true });
  });
  return { port: await app.listen(), temporary };
}

/** A part of a form. @param headers More headers of the part */
function part(content: string, headers: string = ''): string {
  return `--b\r\ncontent-disposition: form-data; name="files"; filename="a.txt"\r\n${headers}\r\n${content}\r\n`;
}

function post(body: string, length: number = Buffer.byteLength(body)): string {
  return [
    'POST /api/form HTTP/1.1\r\nhost: a\r\n',
    'content-type: multipart/form-data; boundary=b\r\n',
    `content-length: ${length}\r\n\r\n${body}`,
  ].join('');
}

test('files are removed after the response', async () => {
  const { port, temporary } = await serve();
  const response = await sendBytes(port, post(`${part('one')}${part('three')}--b--\r\n`));
  expect(response).toMatchObject({ status: 200, body: '{"sizes":[3,5]}' });
  await eventually(() => readdirSync(temporary).length === 0);
});

test('a client that leaves in the middle of a file leaves none behind', async () => {
  const { port, temporary } = await serve();
  const connection = await openConnection(port);
  connection.send(post(`${part('x'.repeat(1000))}${part('y'.repeat(100_000))}`, 500_000));
  await eventually(() => readdirSync(temporary).length > 0);
  await connection[Symbol.asyncDispose]();
  await eventually(() => readdirSync(temporary).length === 0);
});

test('a full disk is answered 507', async () => {
  const { port, temporary } = await serve();
  const body = post(`${part('x'.repeat(100_000))}--b--\r\n`);
  const full = await withMaxFileSize(5000, () => sendBytes(port, body));
  expect(full.status).toBe(507);
  expect(JSON.parse(full.body)).toMatchObject({
    error: { status: 507, name: 'InsufficientStorageError' },
  });
  await eventually(() => readdirSync(temporary).length === 0);
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
  await eventually(() => readdirSync(temporary).length === 0);
});
