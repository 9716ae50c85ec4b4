import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import http, { type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Resolve } from '../base/public-address.ts';
import { RemoteFiles, type FetchProgress } from './remote-files.ts';

const FILE = 'x'.repeat(3000);

let listener: RequestListener = () => undefined;
const server = http.createServer((request, response) => listener(request, response));
const folder = mkdtempSync(path.join(tmpdir(), 'quoin-remote-'));
let port = 0;
let files = 0;

beforeAll(async () => {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => server.closeAllConnections());

afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const ADDRESSES: Readonly<Record<string, string>> = {
  'files.example': '127.0.0.1',
  'other.example': '127.0.0.1',
  'inside.example': '10.0.0.7',
};

const resolve: Resolve = (hostname) => {
  const address = ADDRESSES[hostname] ?? (/^\d/.test(hostname) ? hostname : null);
  return address === null
    ? Promise.reject(new Error(`ENOTFOUND ${hostname}`))
    : Promise.resolve([{ address, family: 4 }]);
};

interface Fetched {
  readonly options?: Partial<ConstructorParameters<typeof RemoteFiles>[0]>;
  readonly signal?: AbortSignal;
  readonly progress?: FetchProgress[];
}

function fetchFile(url: unknown, { options, signal, progress }: Fetched = {}) {
  const remote = new RemoteFiles({
    sizeLimit: 5000,
    privateHosts: ['files.example'],
    resolve,
    ...options,
  });
  files += 1;
  return remote.fetch(url, {
    path: path.join(folder, String(files)),
    signal: signal ?? new AbortController().signal,
    onProgress: async (each) => void progress?.push(each),
  });
}

function at(pathname: string, host: string = 'files.example'): string {
  return `http://${host}:${port}${pathname}`;
}

test('writes the file and reports its progress', async () => {
  listener = (_, response) => {
    response.writeHead(200, {
      'content-type': 'text/plain; charset=utf-8',
      'content-length': 3000,
    });
    response.end(FILE);
  };
  const progress: FetchProgress[] = [];
  const received = await fetchFile(at('/a/note%20one.txt?x=1'), { progress });
  expect(received).toMatchObject({ name: 'note one.txt', type: 'text/plain', size: 3000 });
  expect(readFileSync(received.path, 'utf8')).toBe(FILE);
  expect(progress[0]).toEqual({ loadedBytes: 0, totalBytes: 3000 });
  expect(progress.at(-1)).toEqual({ loadedBytes: 3000, totalBytes: 3000 });
});

test.each([
  ['attachment; filename="note one.txt"', 'note one.txt'],
  ["attachment; filename=a.txt; filename*=UTF-8''%C3%A9.txt", 'é.txt'],
  ['attachment; filename="../../etc/passwd"', 'passwd'],
  ['attachment; filename="%E0%A4%A.txt"', '%E0%A4%A.txt'],
  ['inline', 'a.png'],
])('%s is named %s', async (disposition, name) => {
  listener = (_, response) => {
    response.writeHead(200, { 'content-disposition': disposition });
    response.end(FILE);
  };
  expect((await fetchFile(at('/a.png'))).name).toBe(name);
});

test('a URL without a name gets the time', async () => {
  listener = (_, response) => response.end(FILE);
  expect((await fetchFile(at('/'))).name).toMatch(/^untitled_\d{4}-\d\d-\d\d_\d{6}$/);
});

test.each([
  ['nope', 'Invalid URL: nope'],
  [
    'ftp://files.example/a',
    'Invalid URL protocol. Only http and https are allowed: ftp://files.example/a',
  ],
  ['http://a:b@files.example/', /includes credentials/],
  ['http://unknown.example/', 'Could not resolve hostname: unknown.example'],
  ['http://inside.example/', 'URL resolves to a blocked address: http://inside.example/'],
  ['http://other.example/', 'URL resolves to a blocked address: http://other.example/'],
  ['http://127.1/', 'URL resolves to a blocked address: http://127.1/'],
  ['http://files.example:1/', 'fetch failed'],
])('%s: %s', async (url, message) => {
  await expect(fetchFile(url)).rejects.toThrow(message);
});

test('redirects are followed, and checked', async () => {
  listener = (request, response) => {
    const targets: Readonly<Record<string, string>> = {
      '/here': '/file.txt',
      '/inside': 'http://inside.example/file.txt',
      '/local': at('/file.txt', '127.0.0.1'),
      '/loop': '/loop',
      '/scheme': 'file:///etc/passwd',
    };
    const location = targets[request.url ?? ''];
    if (location !== undefined) response.writeHead(302, { location });
    response.end(FILE);
  };
  expect((await fetchFile(at('/here'))).name).toBe('file.txt');
  await expect(fetchFile(at('/inside'))).rejects.toThrow('URL resolves to a blocked address');
  await expect(fetchFile(at('/local'))).rejects.toThrow('URL resolves to a blocked address');
  await expect(fetchFile(at('/scheme'))).rejects.toThrow('Invalid URL protocol');
  await expect(fetchFile(at('/loop'))).rejects.toThrow('fetch failed');
});

test('other statuses and encoded responses are rejected', async () => {
  listener = (request, response) => {
    if (request.url === '/encoded') response.setHeader('content-encoding', 'gzip');
    else response.statusCode = 404;
    response.end(FILE);
  };
  const missing = `Failed to fetch URL: ${at('/a')} (404 Not Found)`;
  await expect(fetchFile(at('/a'))).rejects.toThrow(missing);
  await expect(fetchFile(at('/encoded'))).rejects.toThrow('the response is encoded as gzip');
});

test.each([true, false])(
  'a file above the limit is rejected (length known: %s)',
  async (isKnown) => {
    listener = (_, response) => {
      response.writeHead(200, isKnown ? { 'content-length': 3000 } : {});
      response.write(FILE.slice(0, 1500));
      response.end(FILE.slice(1500));
    };
    const small = fetchFile(at('/a'), { options: { sizeLimit: 2000 } });
    await expect(small).rejects.toThrow('File too large: maximum allowed size is 2 KB');
  },
);

test('a transfer that exceeds the timeout is rejected', async () => {
  listener = (_, response) => void response.write(FILE);
  const slow = fetchFile(at('/a'), { options: { timeout: 50 } });
  await expect(slow).rejects.toThrow(`Request timed out while fetching URL: ${at('/a')}`);
});

test('a URL that is not a string is rejected', async () => {
  await expect(fetchFile({ toString: 1 })).rejects.toThrow('Invalid URL: [object Object]');
  const late = fetchFile({ toString: 1 }, { options: { timeout: 0 } });
  await expect(late).rejects.toThrow('Invalid URL: [object Object]');
});

test('a transfer ends with its signal, and when the server disconnects', async () => {
  const controller = new AbortController();
  listener = (_, response) => {
    response.write(FILE);
    response.once('close', () => undefined);
    setImmediate(() => controller.abort());
  };
  await expect(fetchFile(at('/a'), { signal: controller.signal })).rejects.toThrow('fetch failed');
  listener = (_, response) => {
    response.writeHead(200, { 'content-length': 3000 });
    response.write('x');
    setImmediate(() => response.destroy());
  };
  await expect(fetchFile(at('/a'))).rejects.toThrow('fetch failed');
});
