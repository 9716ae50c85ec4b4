// The bytes of exported files: from the disk, a bucket and the URL of another provider.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, onTestFinished, test } from 'vitest';
import { openBucket } from '../../test/support/bucket.ts';
import { makeProject } from '../../test/support/project-folder.ts';
import type { OpenAsset } from '../transfer/export/write-assets.ts';
import { assetBytes } from './asset-bytes.ts';
import { openProject } from './project.ts';

const LOCAL = { metadata: {}, provider: 'local' };

async function opener(upload: object, files: Record<string, string> = {}): Promise<OpenAsset> {
  const folder = makeProject({ 'config/plugins.json': { upload: { config: upload } }, ...files });
  return assetBytes(await openProject(folder, { environment: {}, writeSecrets: false }));
}

async function read(asset: ReturnType<OpenAsset>): Promise<unknown> {
  const bytes = await asset;
  return bytes && [bytes.size, await text(bytes.stream)];
}

test('finds a local file by its URL, or by its name if the URL is outside of the uploads folder', async () => {
  const open = await opener({}, { 'public/uploads/a.txt': 'A', 'public/uploads/b.txt': 'B' });
  expect(await read(open({ ...LOCAL, name: 'b.txt', url: '/uploads/a.txt' }))).toEqual([1, 'A']);
  for (const url of ['', '/uploads/../../.env', '/uploads/', '/uploads/in/a.txt', '/a.txt']) {
    expect(await read(open({ ...LOCAL, name: 'b.txt', url }))).toEqual([1, 'B']);
  }
  expect(await read(open({ ...LOCAL, name: 'c.txt', url: '/uploads/c.txt' }))).toBe(null);
});

test('reads a file of a bucket from the bucket, and a local one from the disk', async () => {
  const bucket = await openBucket();
  const providerOptions = { s3Options: bucket.options };
  const open = await opener(
    { provider: 'aws-s3', providerOptions },
    { 'public/uploads/a.txt': 'on the disk' },
  );
  const put = path.join(makeProject({ 'a.txt': 'in the bucket' }), 'a.txt');
  const { S3Store } = await import('../media/s3-store.ts');
  const { uploadStore } = await import('../project/upload-store.ts');
  const config = uploadStore('aws-s3', providerOptions, {});
  if (config.kind !== 's3') throw new Error('no bucket');
  const staged = { name: 'a.txt', path: put, mime: 'text/plain', replaces: false };
  const { url } = await new S3Store(config).put(staged);
  const asset = { name: 'a.txt', metadata: {}, url };
  expect(await read(open({ ...asset, provider: 'aws-s3' }))).toEqual([13, 'in the bucket']);
  expect(await read(open({ ...asset, provider: 'local' }))).toEqual([11, 'on the disk']);
  expect(await read(open({ ...asset, name: 'missing.txt', provider: 'aws-s3' }))).toBe(null);
});

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('fetches a file of another provider from its URL', async () => {
  const address = await serve((request, response) => {
    if (request.url === '/sized') response.end('some bytes');
    if (request.url === '/piece') {
      response.write('some ');
      response.end('bytes');
    }
    if (request.url === '/missing') response.writeHead(404).end('no');
    else if (request.url === '/broken') response.writeHead(500).end('no');
  });
  const open = await opener({ provider: 'cloudinary' });
  const at = (url: string) => ({ name: 'a.txt', metadata: {}, provider: 'cloudinary', url });
  expect(await read(open(at(`${address}/sized`)))).toEqual([10, 'some bytes']);
  expect(await read(open(at(`${address}/piece`)))).toEqual([10, 'some bytes']);
  expect(await read(open(at(`${address}/missing`)))).toBe(null);
  await expect(open(at(`${address}/broken`))).rejects.toThrow('returned status 500');
  for (const url of ['', '/uploads/a.txt', 'file:///etc/passwd', 'ftp://nowhere']) {
    expect(await open(at(url))).toBe(null);
  }
});

test('rejects names outside of the uploads folder', async () => {
  const open = await opener({});
  await expect(open({ ...LOCAL, name: '../../.env', url: '' })).rejects.toThrow(
    'is not a valid file name',
  );
});
