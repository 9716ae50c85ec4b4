// The S3 store with an S3 server in this process.
import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { openBucket, type Bucket } from '../../test/support/bucket.ts';
import { makeProject } from '../../test/support/project-folder.ts';
import { uploadStore } from '../project/upload-store.ts';
import { S3Store } from './s3-store.ts';
import type { StagedObject } from './store.ts';

function storeOf(bucket: Bucket, options: object = {}, provider: string = 'aws-s3'): S3Store {
  const config = uploadStore(provider, { s3Options: bucket.options, ...options }, {});
  if (config.kind !== 's3') throw new Error('no bucket');
  return new S3Store(config);
}

function staged(content: string | Buffer, name: string = 'a_0123456789.txt'): StagedObject {
  const file = path.join(makeProject({}), 'file');
  writeFileSync(file, content);
  return { name, path: file, mime: 'text/plain', replaces: false };
}

test('an object is stored with its type, served at its url, and removed', async () => {
  const bucket = await openBucket();
  const store = storeOf(bucket);
  const { url } = await store.put(staged('plain text'));
  expect(url).toBe(`${bucket.address}/a_0123456789.txt`);
  const response = await fetch(url);
  expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
    200,
    'text/plain',
    'plain text',
  ]);
  await store.remove('a_0123456789.txt');
  expect(bucket.keys()).toEqual([]);
  await store.remove('a_0123456789.txt');
});

test('uploads a large object in parts, byte for byte', async () => {
  const bucket = await openBucket();
  const bytes = randomBytes(12_000_000);
  const { url } = await storeOf(bucket).put(staged(bytes));
  expect(Buffer.compare(bucket.bytes('a_0123456789.txt'), bytes)).toBe(0);
  expect(url).toBe(`${bucket.address}/a_0123456789.txt`);
});

test('responds 503 if the bucket is unreachable', async () => {
  const bucket = await openBucket();
  const away = { ...bucket.options, endpoint: 'http://127.0.0.1:1', maxAttempts: 1 };
  const put = storeOf(bucket, { s3Options: away }).put(staged('x'));
  await expect(put).rejects.toMatchObject({ name: 'ServiceUnavailableError', status: 503 });
});

test('stores objects in a folder of the bucket, under a base URL', async () => {
  const bucket = await openBucket();
  const store = storeOf(bucket, { rootPath: '/sites/one/', baseUrl: 'https://cdn.example/' });
  const { url, undo } = await store.put(staged('x'));
  expect(url).toBe('https://cdn.example/sites/one/a_0123456789.txt');
  expect(bucket.keys()).toEqual(['sites/one/a_0123456789.txt']);
  await undo();
  expect(bucket.keys()).toEqual([]);
});

test('undo keeps an object that replaced another', async () => {
  const bucket = await openBucket();
  const store = storeOf(bucket);
  await store.put(staged('before'));
  const { undo } = await store.put({ ...staged('after'), replaces: true });
  await undo();
  expect(bucket.bytes('a_0123456789.txt').toString()).toBe('after');
});

test('fails if the bucket does not respond', async () => {
  const bucket = await openBucket();
  await bucket.close();
  const s3Options = { ...bucket.options, maxAttempts: 1 };
  await expect(storeOf(bucket, { s3Options }).put(staged('x'))).rejects.toThrow();
});

test('reads an object, and returns null for a missing one', async () => {
  const bucket = await openBucket();
  const store = storeOf(bucket, { rootPath: 'sites/one' });
  await store.put(staged('some bytes'));
  const found = await store.open('a_0123456789.txt');
  expect([found?.size, found && (await text(found.stream))]).toEqual([10, 'some bytes']);
  expect(await store.open('missing.txt')).toBe(null);
  await bucket.close();
  const away = storeOf(bucket, { s3Options: { ...bucket.options, maxAttempts: 1 } });
  await expect(away.open('a_0123456789.txt')).rejects.toMatchObject({ status: 503 });
});
