// `quoin start --workers` with `metrics`: each process returns the metrics of all.
import { execFileSync } from 'node:child_process';
import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { startQuoin, type RunningServer } from '../support/program.ts';
import { share } from '../support/shared.ts';
import { openConnection } from '../support/socket.ts';

const WORKERS = 2;

async function started(): Promise<RunningServer> {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post'),
    'config/quoin.json': { metrics: true },
  });
  const server = await startQuoin(folder, 'start', '--workers', String(WORKERS));
  await eventually(() => server.output().stdout.includes(`${WORKERS} workers are ready.`));
  return server;
}

async function metricsOf({ port }: RunningServer): Promise<string> {
  const response = await fetch(`http://127.0.0.1:${port}/metrics`, {
    headers: { connection: 'close' },
  });
  return await response.text();
}

/** The workers that a number is of. */
function workersOf(text: string, number: string): readonly string[] {
  const found = text.matchAll(/^(\w+)\{(?:(.*),)?worker="(\d)"\} \d+$/gm);
  return [...found]
    .filter(([, name, labels]) => [name, labels].filter(Boolean).join(' ') === number)
    .map(([, , , worker = '']) => worker)
    .toSorted();
}

const shared = share(started);

test('serves the metrics of each worker', async () => {
  const server = shared();
  const health = 'quoin_http_requests_total method="GET",route="/_health",status="204"';
  let text = '';
  // A worker that responds late is left out.
  await eventually(async () => {
    // Connections are distributed to the processes in turn.
    for (let i = 0; i < WORKERS; i += 1) {
      await using connection = await openConnection(server.port);
      connection.send('GET /_health HTTP/1.1\r\nhost: x\r\n\r\n');
      expect((await connection.response()).status).toBe(204);
    }
    text = await metricsOf(server);
    return workersOf(text, health).join() === '0,1';
  });
  expect(text.match(/^# TYPE quoin_database_reads_total/gm)).toHaveLength(1);
});

test('leaves out a worker that does not respond', async () => {
  const server = shared();
  const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(server.pid)]).toString();
  const stopped = Number(children.trim().split(/\s+/).at(-1));
  onTestFinished(() => void process.kill(stopped, 'SIGKILL'));
  process.kill(stopped, 'SIGSTOP');
  await eventually(async () => {
    // One of them goes to the process that does not respond.
    const text = await Promise.any(Array.from({ length: WORKERS }, () => metricsOf(server)));
    return workersOf(text, 'quoin_database_reads_total').length === WORKERS - 1;
  });
});
