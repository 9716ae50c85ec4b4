// `quoin start --workers` with project code that blocks its process: the process is replaced.
import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { startQuoin, type RunningServer } from '../support/program.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';

const files = {
  [schemaOf('post')]: collectionType('post'),
  'config/quoin.json': { code: { blockTimeout: 5000, hookTimeout: 500 } },
  // Neither a timer nor a `destroy` that never resolves prevents a process from stopping.
  'src/index.js': `module.exports = {
    bootstrap() { setInterval(() => undefined, 1000); },
    destroy: () => new Promise(() => {}),
  };`,
  'src/api/bad/routes/bad.js': `const config = { auth: false };
    module.exports = { routes: ['block', 'exit', 'hello'].map((name) =>
      ({ method: 'GET', path: '/' + name, handler: 'bad.' + name, config })) };`,
  'src/api/bad/controllers/bad.js': `module.exports = {
    // Like an endless loop, without its CPU time.
    block() { Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); },
    exit() { process.exit(3); },
    hello: () => ({ hello: true }),
  };`,
};

const workersOf = ({ pid }: RunningServer): readonly string[] =>
  execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    .trim()
    .split(/\s+/);

const request = (server: RunningServer, name: string): Promise<Response> =>
  fetch(`http://127.0.0.1:${server.port}/api/${name}`);

/** Waits until both have printed that they are ready so many times. */
const ready = (server: RunningServer, times: number): Promise<void> =>
  eventually(() => server.output().stdout.split('2 workers are ready.').length > times);

/** Waits until a worker has been replaced, and all listen. @returns the number of workers that are the same */
const replaced = async (server: RunningServer, before: readonly string[]): Promise<number> => {
  await eventually(() => {
    const all = workersOf(server);
    return all.length === 2 && all.some((pid) => !before.includes(pid));
  });
  return workersOf(server).filter((pid) => before.includes(pid)).length;
};

test('handlers that call process.exit or never return', async () => {
  const server = await startQuoin(makeProject(files), 'start', '--workers', '2');
  await ready(server, 1);
  const first = workersOf(server);
  await expect(request(server, 'exit')).rejects.toThrow();
  expect(await replaced(server, first)).toBe(1);
  await ready(server, 2);
  expect((await request(server, 'hello')).status).toBe(200);
  expect(server.output().stderr).toContain('exited (3) and is being replaced.');

  const second = workersOf(server);
  await expect(request(server, 'block')).rejects.toThrow();
  expect(await replaced(server, second)).toBe(1);
  await ready(server, 3);
  expect((await request(server, 'hello')).status).toBe(200);
  expect(server.output().stderr).toContain('has been blocked for more than 5 s');
  server.signal('SIGTERM');
  expect((await server.ended()).code).toBe(0);
  const { stdout, stderr } = server.output();
  expect(stdout + stderr).toContain(
    'The project’s destroy functions did not finish within 500 ms.',
  );
});
