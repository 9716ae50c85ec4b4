// Uploads from URLs over the admin API (docs/strapi/media.md, "Uploads from URLs"), from a server on this machine.
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call, registerAdmin } from '../support/admin.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { writeFiles } from '../support/project-folder.ts';
import { incomingNames, storedNames } from '../support/uploads.ts';
import { vendored } from '../support/vendored-projects.ts';

const PICTURE = readFileSync(path.join(vendored('conformance', 'files'), 'tiny.png'));

let app: TestApp;
let token: string;
let origin: string;
let opened = 0;
let closed = 0;

function serve({ url }: IncomingMessage, response: ServerResponse): void {
  response.once('close', () => (closed += 1));
  opened += 1;
  if (url === '/page.html') {
    response.setHeader('content-type', 'text/html');
    response.end('<p>hello</p>');
  } else if (url === '/slow.png') {
    response.write(PICTURE.subarray(0, 10));
  } else {
    response.setHeader('content-type', 'image/png');
    response.end(PICTURE);
  }
}

const server = http.createServer(serve);
const project = mkdtempSync(path.join(tmpdir(), 'quoin-urls-'));

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const kitchen = path.join(vendored('conformance', 'projects'), 'kitchen');
  const quoin = { media: { privateHosts: ['127.0.0.1'] } };
  const files = { 'config/quoin.js': `module.exports = ${JSON.stringify(quoin)};` };
  cpSync(kitchen, project, { recursive: true });
  writeFiles(project, files);
  app = await openTestApp({ project });
  token = await registerAdmin(app);
});

afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await app.close();
  rmSync(project, { recursive: true, force: true });
});

interface Event {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

async function upload(body: object): Promise<readonly Event[]> {
  const response = await call(app, '/upload/actions/upload-from-urls', {
    method: 'POST',
    token,
    body,
  });
  expect(response.status, response.text).toBe(200);
  expect(response.headers).toMatchObject({
    'content-type': 'text/event-stream',
    'cache-control': 'no-cache',
  });
  return response.text.split('\n\n').flatMap((text) => {
    const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(text) ?? [];
    return event === '' ? [] : [{ event, data: JSON.parse(data) as Event['data'] }];
  });
}

test('stores one file after another, and reports it', async () => {
  const folder = await call(app, '/upload/folders', {
    method: 'POST',
    token,
    body: { name: 'web' },
  });
  const { id: folderId } = folder.json<{ data: { id: number } }>().data;
  const urls = [`${origin}/a.png`, 'http://10.0.0.1/b.png', `${origin}/c%20d.png`];
  const events = await upload({ urls, folderId });
  const [name, message] = [urls[1], `URL resolves to a blocked address: ${urls[1]}`];
  const size = PICTURE.length;
  const progress = { loadedBytes: size, totalBytes: size, phase: 'fetch' };
  const shown = events.filter(
    ({ event, data }) => event !== 'file:progress' || data['loadedBytes'] === 0,
  );
  expect(shown).toMatchObject([
    { event: 'file:fetching', data: { url: urls[0], index: 0, total: 3 } },
    { event: 'file:progress', data: { ...progress, index: 0, loadedBytes: 0 } },
    { event: 'file:uploading', data: { name: 'a.png', index: 0, total: 3, size } },
    { event: 'file:complete', data: { name: 'a.png', index: 0, file: { name: 'a.png' } } },
    { event: 'file:fetching', data: { url: name, index: 1, total: 3 } },
    { event: 'file:error', data: { url: name, index: 1, message } },
    { event: 'file:fetching', data: { url: urls[2], index: 2, total: 3 } },
    { event: 'file:progress', data: { index: 2, loadedBytes: 0 } },
    { event: 'file:uploading', data: { name: 'c d.png' } },
    { event: 'file:complete', data: { index: 2, file: { mime: 'image/png', isUrlSigned: false } } },
    {
      event: 'stream:complete',
      data: { data: [{ name: 'a.png' }, { name: 'c d.png' }], errors: [{ name, message }] },
    },
  ]);
  const listed = await call(app, `/upload/files?filters[folder][id]=${folderId}`, { token });
  expect(listed.json()).toMatchObject({ pagination: { total: 2 } });
});

test.each([
  [{ folderId: 9999 }, 'the folder does not exist'],
  [{ folderId: {} }, /fileInfo.folder must be a/],
])('an invalid folder (%j) is reported for each file', async (rest, message) => {
  const before = storedNames(app);
  const events = await upload({ urls: [`${origin}/a.png`], ...rest });
  const error = events.find(({ event }) => event === 'file:error');
  expect(error?.data['message']).toEqual(
    typeof message === 'string' ? message : expect.stringMatching(message),
  );
  expect(storedNames(app)).toEqual(before);
});

test.each([
  [{}, 'URLs are required'],
  [{ urls: [] }, 'URLs are required'],
  [{ urls: 'http://a.example/' }, 'URLs are required'],
  [{ urls: Array.from({ length: 21 }, () => 'x') }, 'Maximum 20 URLs allowed per request'],
])('%j is rejected', async (body, message) => {
  const response = await call(app, '/upload/actions/upload-from-urls', {
    method: 'POST',
    token,
    body,
  });
  expect(response.json()).toMatchObject({
    error: { status: 400, name: 'ApplicationError', message },
  });
});

test('a client that disconnects ends the transfer', async () => {
  const url = `http://127.0.0.1:${await app.listen()}`;
  const controller = new AbortController();
  const [before, wasOpened] = [closed, opened];
  const response = await fetch(`${url}/upload/actions/upload-from-urls`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ urls: [`${origin}/slow.png`, `${origin}/a.png`] }),
    signal: controller.signal,
  });
  await expect.poll(() => opened).toBe(wasOpened + 1);
  controller.abort();
  await expect(response.text()).rejects.toThrow();
  await expect.poll(() => closed).toBe(before + 1);
  await expect.poll(() => incomingNames(app)).toEqual([]);
  expect(opened).toBe(wasOpened + 1);
});
