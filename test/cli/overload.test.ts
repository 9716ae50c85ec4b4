// An overloaded server: it rejects requests beyond its limits, responds to accepted ones, and reports metrics meanwhile.
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { lockDatabase, readValue } from '../support/other-connection.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { openConnection } from '../support/socket.ts';

const QUEUE = 5;

test('rejects writes that exceed the queue', async () => {
  const project = makeProject({
    [schemaOf('note')]: collectionType('note', { title: { type: 'string' } }),
    'config/quoin.json': { metrics: true, overload: { queue: QUEUE, timeout: 60_000 } },
  });
  const made = await runQuoin(project, 'token', 'create', '--name', 'me', '--type', 'full-access');
  const authorization = `Bearer ${made.stdout.trim().split('\n').at(-1)}`;
  const server = await startQuoin(project);
  const url = `http://127.0.0.1:${server.port}`;
  const headers = { authorization, 'content-type': 'application/json', origin: 'http://a.example' };
  const write = (title: string): Promise<Response> =>
    fetch(`${url}/api/notes`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { title } }),
    });
  const waiting = async (): Promise<number> => {
    const text = await (await fetch(`${url}/metrics`)).text();
    return Number(/^quoin_database_writes_waiting (\d+)$/m.exec(text)?.[1]);
  };

  expect((await write('first')).status).toBe(201);
  const release = lockDatabase(project);
  const accepted = Array.from({ length: QUEUE }, (_, i) => write(`accepted ${i}`));
  await eventually(async () => (await waiting()) === QUEUE);
  const rejected = await Promise.all(Array.from({ length: 10 }, (_, i) => write(`rejected ${i}`)));
  for (const response of rejected) {
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
    expect(response.headers.get('access-control-allow-origin')).toBe('http://a.example');
    expect(await response.json()).toEqual({
      data: null,
      error: {
        status: 503,
        name: 'ServiceUnavailableError',
        message: 'The server is overloaded. Try again later.',
        details: {},
      },
    });
  }
  expect((await fetch(`${url}/_health`)).status).toBe(204);
  expect((await fetch(`${url}/api/notes`, { headers })).status).toBe(200);
  release();
  expect((await Promise.all(accepted)).map(({ status }) => status)).toEqual(Array(QUEUE).fill(201));
  expect((await write('last')).status).toBe(201);
  expect(readValue(project, "select count(*) from notes where title like 'rejected%'")).toBe(0);
  // Drafts and their published versions.
  expect(readValue(project, 'select count(distinct document_id) from notes')).toBe(QUEUE + 2);
  server.signal('SIGTERM');
  const { code, stdout } = await server.ended();
  expect(code).toBe(0);
  const logged = stdout.split('\n').filter((line) => line.includes('overloaded'));
  expect(logged.length).toBe(1);
});

test('closes connections beyond the limit, and serves the others', async () => {
  const project = makeProject({
    [schemaOf('note')]: collectionType('note'),
    'config/quoin.json': { overload: { connections: 2 } },
  });
  const { port } = await startQuoin(project);
  const request = 'GET /_health HTTP/1.1\r\nhost: a\r\n\r\n';
  await using first = await openConnection(port);
  first.send(request);
  expect((await first.response()).status).toBe(204);
  const second = await openConnection(port);
  second.send(request);
  expect((await second.response()).status).toBe(204);
  await using third = await openConnection(port);
  expect(await third.rest()).toBe('');
  await second[Symbol.asyncDispose]();
  first.send(request);
  expect((await first.response()).status).toBe(204);
});
