// Failed uploads leave no file and no row (docs/strapi/media.md).
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { machineName } from '../../src/media/staging.ts';
import { openTestApp, type TestApp } from '../support/app.ts';
import { multipartBody } from '../support/multipart.ts';
import { readValue, rejectChanges } from '../support/app-database.ts';
import { openConnection } from '../support/socket.ts';
import {
  incomingNames,
  bytesAt,
  NOTE,
  PICTURE,
  storedNames,
  upload,
  uploaded,
  type Parts,
} from '../support/uploads.ts';

const BROKEN: Parts[number] = ['files', { file: 'broken.png' }];

let app: TestApp;

beforeAll(async () => {
  app = await openTestApp();
});

afterAll(() => app.close());

describe('a failed request leaves no files', () => {
  let rows: unknown;
  let files: readonly string[];

  beforeEach(async () => {
    rows = await readValue(app, 'select count(*) from files');
    files = storedNames(app);
  });

  const assertNothingLeft = async (): Promise<void> => {
    expect(await readValue(app, 'select count(*) from files')).toBe(rows);
    expect(storedNames(app)).toEqual(files);
    expect(incomingNames(app)).toEqual([]);
  };

  test.each<readonly [string, Parts]>([
    ['a broken image', [BROKEN]],
    ['a good file next to a broken image', [NOTE, BROKEN]],
    ['a good file next to one with a bad name', [NOTE, ['files', { file: 'note.txt', as: 'con' }]]],
    ['a file with an invalid fileInfo', [NOTE, ['fileInfo', '{bad']]],
    ['files with an invalid fileInfo', [NOTE, NOTE, ['fileInfo', '{bad'], ['fileInfo', '{}']]],
    ['an unknown ref', [NOTE, ['ref', 'api::no.no'], ['refId', '1'], ['field', 'avatar']]],
    ['an unknown field', [NOTE, ['ref', 'api::author.author'], ['refId', '1'], ['field', 'no']]],
    ['a field of text', [NOTE, ['ref', 'api::author.author'], ['refId', '1'], ['field', 'name']]],
    [
      'a documentId as refId',
      [NOTE, ['ref', 'api::author.author'], ['refId', 'a1b2'], ['field', 'avatar']],
    ],
    ['ref twice', [NOTE, ['ref', 'a'], ['ref', 'b'], ['refId', '1'], ['field', 'avatar']]],
    ['NUL in its name', [NOTE, ['fileInfo', { name: 'a\0b' }]]],
    ['no name at all', [['files', { file: 'note.txt', as: '' }]]],
    ['too many files', Array.from({ length: 1001 }, () => NOTE)],
  ])('for %s', async (_what, parts) => {
    const response = await upload(app, parts);
    expect(response.status, response.text).toBe(400);
    await assertNothingLeft();
  });

  test.each([
    ['a forbidden caller', null, 403],
    ['an unknown token', 'Bearer unknown', 401],
  ])('for %s', async (_who, authorization, status) => {
    expect((await upload(app, [NOTE], { authorization })).status).toBe(status);
    expect((await upload(app, [NOTE], { query: '?id=1', authorization })).status).toBe(status);
    await assertNothingLeft();
  });

  test('after a truncated body', async () => {
    const { body, contentType } = multipartBody([NOTE, PICTURE]);
    const response = await app.request('/api/upload', {
      method: 'POST',
      headers: { 'content-type': contentType },
      body: body.subarray(0, body.length - 200),
    });
    expect(response.status).toBe(400);
    await assertNothingLeft();
  });

  test('after a client disconnects', async () => {
    const port = await app.listen();
    const { body, contentType } = multipartBody([NOTE, PICTURE]);
    const connection = await openConnection(port);
    connection.send(
      `POST /api/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${app.token}\r\n` +
        `content-type: ${contentType}\r\ncontent-length: ${body.length}\r\n\r\n` +
        body.subarray(0, 3000).toString('latin1'),
    );
    await expect.poll(() => incomingNames(app)).toHaveLength(1);
    await connection[Symbol.asyncDispose]();
    await expect.poll(() => incomingNames(app)).toEqual([]);
    await assertNothingLeft();
  });

  test('if the database rejects the row', async () => {
    const allow = await rejectChanges(app, { before: 'insert', table: 'files' });
    const response = await upload(app, [NOTE, ['files', { file: 'small.png' }]]);
    expect(response.status).toBeGreaterThanOrEqual(400);
    await assertNothingLeft();
    await allow();
  });

  test('if the database rejects the row of a replacement, whose previous file remains', async () => {
    const { id, url, formats } = await uploaded(app, ['files', { file: 'small.png' }]);
    const before = bytesAt(app, url);
    files = storedNames(app);
    const allow = await rejectChanges(app, { before: 'update', table: 'files' });
    const response = await upload(app, [PICTURE], { query: `?id=${id}` });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(storedNames(app)).toEqual(files);
    expect(incomingNames(app)).toEqual([]);
    expect(bytesAt(app, url)).toEqual(before);
    expect(bytesAt(app, formats?.['small']?.url ?? '').length).toBe(
      formats?.['small']?.sizeInBytes,
    );
    await allow();
  });

  test('and removes no bytes if a deletion is rejected', async () => {
    const { id } = await uploaded(app, ['files', { file: 'small.png' }]);
    files = storedNames(app);
    const allow = await rejectChanges(app, { before: 'delete', table: 'files' });
    const response = await app.request(`/api/upload/files/${id}`, { method: 'DELETE' });
    expect(response.status).toBeGreaterThanOrEqual(400);
    expect(storedNames(app)).toEqual(files);
    expect(incomingNames(app)).toEqual([]);
    await allow();
  });
});

test('logs why the bytes of a deleted file could not be removed', async () => {
  const { log } = app.server;
  const logged: unknown[] = [];
  const { error } = log;
  log.error = (...details: unknown[]) => void logged.push(details);
  const { id, url } = await uploaded(app, NOTE);
  const file = path.join(app.folder, 'public', url);
  rmSync(file);
  mkdirSync(file);
  const response = await app.request(`/api/upload/files/${id}`, { method: 'DELETE' });
  log.error = error;
  expect(response.status).toBe(200);
  expect(logged).toEqual([
    [
      { err: expect.objectContaining({ code: 'ERR_FS_EISDIR' }) },
      'Files were left in the store after this error; they are deleted at the next start.',
    ],
  ]);
  const [kept = '', ...others] = incomingNames(app);
  expect(others).toEqual([]);
  rmSync(path.join(app.folder, 'public', 'uploads', '.incoming', kept), { recursive: true });
  rmSync(file, { recursive: true });
});

test('the next start removes only what a crash has left', async () => {
  const uploads = path.join(app.folder, 'public', 'uploads');
  const { hash } = await uploaded(app, NOTE);
  const left = path.join(uploads, '.incoming', `${machineName}-999999-abcdefabcdef-1`);
  mkdirSync(left, { recursive: true });
  writeFileSync(path.join(left, '1'), 'half a file');
  writeFileSync(
    path.join(left, 'unsettled.json'),
    JSON.stringify([
      { hash, name: `${hash}.txt` },
      { hash: 'gone_0123456789', name: 'gone_0123456789.txt' },
    ]),
  );
  writeFileSync(path.join(uploads, 'gone_0123456789.txt'), 'without a row');
  const busy = path.join(uploads, '.incoming', `${machineName}-${process.ppid}-abcdefabcdef-1`);
  const elsewhere = path.join(uploads, '.incoming', '00000000-1-abcdefabcdef-1');
  mkdirSync(busy);
  mkdirSync(elsewhere);
  await using next = await openTestApp({ project: app.folder, beside: app });
  const inNext = path.join(next.folder, 'public', 'uploads');
  await expect
    .poll(() => readdirSync(path.join(inNext, '.incoming')).toSorted())
    .toEqual([path.basename(elsewhere), path.basename(busy)].toSorted());
  expect(existsSync(path.join(inNext, 'gone_0123456789.txt'))).toBe(false);
  expect(existsSync(path.join(inNext, `${hash}.txt`))).toBe(true);
});
