// Large uploads to a server in a separate process: they use little memory, and a killed one leaves nothing.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { readValue } from '../support/other-connection.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';
import { vendored } from '../support/vendored-projects.ts';

const MB = 1_000_000;
const BOUNDARY = 'large-upload';
/** Less than one of the uploads; how much a server needs depends on when its garbage is collected. */
const ROOM = 150 * MB;

interface Site {
  readonly folder: string;
  readonly token: string;
}

async function makeSite(): Promise<Site> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-upload-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(path.join(vendored('conformance', 'projects'), 'kitchen'), folder, { recursive: true });
  const words = ['--name', 'upload', '--type', 'full-access'];
  const { stdout } = await runQuoin(folder, 'token', 'create', ...words);
  return { folder, token: stdout.trim().split('\n').at(-1) ?? '' };
}

/** A form with one file of so many bytes, made while it is sent. */
async function* formOf(size: number, pause: number): AsyncGenerator<Buffer> {
  yield Buffer.from(
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="files"; filename="large.bin"\r\n\r\n`,
  );
  for (let sent = 0; sent < size; sent += MB) {
    yield Buffer.alloc(Math.min(MB, size - sent), sent / MB);
    if (pause > 0) await setTimeout(pause);
  }
  yield Buffer.from(`\r\n--${BOUNDARY}--\r\n`);
}

function send(
  { port }: RunningServer,
  token: string,
  form: AsyncGenerator<Buffer>,
): Promise<Response> {
  return fetch(`http://127.0.0.1:${port}/api/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
    },
    body: form,
    duplex: 'half',
  });
}

/** Memory of a process, in bytes. */
function memoryOf({ pid }: RunningServer): number {
  return Number(execFileSync('ps', ['-o', 'rss=', '-p', String(pid)]).toString()) * 1024;
}

test('two concurrent uploads of 200 MB use little memory', { timeout: 120_000 }, async () => {
  const { folder, token } = await makeSite();
  const server = await startQuoin(folder);
  await send(server, token, formOf(2 * MB, 0));
  const before = memoryOf(server);
  let most = before;
  const watch = setInterval(() => (most = Math.max(most, memoryOf(server))), 50);
  const responses = await Promise.all(
    Array.from({ length: 2 }, () => send(server, token, formOf(200 * MB, 0))),
  );
  clearInterval(watch);
  expect(responses.map(({ status }) => status)).toEqual([201, 201]);
  for (const response of responses) {
    expect(((await response.json()) as [{ readonly size: number }])[0].size).toBe(200_000);
  }
  expect(most - before).toBeLessThan(ROOM);
});

test('a killed upload leaves nothing after the next start', async () => {
  const { folder, token } = await makeSite();
  const server = await startQuoin(folder);
  const sent = send(server, token, formOf(200 * MB, 5)).catch(() => null);
  const uploads = path.join(folder, 'public', 'uploads');
  await expect.poll(() => sizeIn(uploads)).toBeGreaterThan(10 * MB);
  server.signal('SIGKILL');
  await Promise.all([sent, server.ended()]);
  expect(sizeIn(uploads)).toBeGreaterThan(0);
  await startQuoin(folder);
  await expect.poll(() => sizeIn(uploads)).toBe(0);
  expect(readValue(folder, 'select count(*) from files')).toBe(0);
});

/** Bytes of all files in a folder. */
function sizeIn(folder: string): number {
  try {
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => statSync(path.join(folder, name)))
      .filter((each) => each.isFile());
    return files.reduce((sum, { size }) => sum + size, 0);
  } catch {
    // It does not exist yet, or a file has just been removed.
    return 0;
  }
}
