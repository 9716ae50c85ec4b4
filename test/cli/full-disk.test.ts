// A full disk: writes and uploads are rejected with 507 and one line in the log, and work again once there is space.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startFillable, type Limit } from '../support/full-disk.ts';
import { runQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const LONG = 'x'.repeat(20_000);

test.each<Limit>(['file system', 'file size'])('%s', { timeout: 120_000 }, async (limit) => {
  const attributes = { title: { type: 'string' }, body: { type: 'text' } };
  const project = makeProject({ [schemaOf('post')]: collectionType('post', attributes) });
  const mount = mkdtempSync(path.join(tmpdir(), 'quoin-mount-'));
  onTestFinished(() => rmSync(mount, { recursive: true, force: true }));
  const made = await runQuoin(project, 'token', 'create', '--name', 'me', '--type', 'full-access');
  const authorization = `Bearer ${made.stdout.trim().split('\n').at(-1)}`;
  const { server, fill, free } = await startFillable(project, mount, limit);
  const url = `http://127.0.0.1:${server.port}/api`;

  const write = async (): Promise<Reply> => {
    const body = JSON.stringify({ data: { title: 'a', body: LONG } });
    const headers = { authorization, 'content-type': 'application/json' };
    return responseOf(await fetch(`${url}/posts`, { method: 'POST', headers, body }));
  };
  const upload = async (): Promise<Reply> => {
    const body = new FormData();
    body.append('files', new Blob([Buffer.alloc(500_000, 'x')]), 'note.txt');
    return responseOf(
      await fetch(`${url}/upload`, { method: 'POST', headers: { authorization }, body }),
    );
  };
  const total = async (): Promise<unknown> => {
    const response = await fetch(`${url}/posts?pagination[pageSize]=1&status=draft`, {
      headers: { authorization },
    });
    const { meta } = (await response.json()) as { meta: { pagination: { total: number } } };
    return [response.status, meta.pagination.total];
  };

  expect((await write()).status).toBe(201);
  fill();
  const responses: Reply[] = [];
  // Some still fit into what SQLite has allocated.
  for (let i = 0; i < 200 && responses.length === 0; i += 1) {
    responses.push(...[await write()].filter(({ status }) => status !== 201));
  }
  const kept = await total();
  responses.push(...(await Promise.all(Array.from({ length: 30 }, write))));
  for (let i = 0; i < 5; i += 1) responses.push(await upload());
  expect(responses.filter(({ status }) => status !== 507)).toEqual([]);
  expect(responses[0]?.error).toEqual({
    status: 507,
    name: 'InsufficientStorageError',
    message: 'The server is out of storage space. Nothing was saved.',
    details: {},
  });
  expect(await total()).toEqual(kept);

  free();
  expect((await write()).status).toBe(201);
  expect((await upload()).status).toBe(201);
  server.signal('SIGTERM');
  const { code, stdout, stderr } = await server.ended();
  expect([code, stderr]).toEqual([0, '']);
  const logged = stdout.split('\n').filter((line) => line.startsWith('{'));
  const lines = logged.map((line) => JSON.parse(line) as Line);
  expect(lines.every(({ status, stack }) => status === 507 && stack === undefined)).toBe(true);
  // One for the database, one for the disk of the uploads.
  expect(new Set(lines.map((line) => line.code)).size).toBe(lines.length);
  expect(lines.length).toBeGreaterThan(0);
});

interface Reply {
  readonly status: number;
  readonly error?: unknown;
}

interface Line {
  readonly status: number;
  readonly code: string;
  readonly stack?: string;
}

async function responseOf(response: Response): Promise<Reply> {
  return { status: response.status, ...((await response.json()) as object) };
}
