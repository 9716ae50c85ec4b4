// The built program under long reads: they run in a process of its bundle, which ends with the server.
import BetterSqlite from 'better-sqlite3';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { makeProject, postsWithParts } from '../support/project-folder.ts';
import { runQuoin, startQuoin, type RunningServer } from '../support/program.ts';

/** Reads of many rows for each of many rows: it runs for as long as it may. */
const ENDLESS = `/api/posts?_q=${'ab'.repeat(300)}`;

/** Statement that inserts long texts. */
function insertRows(count: number): string {
  return `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})
    insert into posts (document_id, title, created_at, updated_at, published_at)
    select 'd' || i, printf('%.40000c', 'a'), 1, 1, 1 from n`;
}

interface Busy {
  readonly folder: string;
  readonly server: RunningServer;
  readonly response: Promise<Response | null>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A server with long texts in its database, and a read that is under way. */
async function busyServer(rows: number, ...options: readonly string[]): Promise<Busy> {
  const folder = makeProject({
    ...postsWithParts(),
    'config/quoin.json': { metrics: true, cache: { memory: 0 } },
    'config/database.json': {
      connection: { client: 'sqlite', connection: { filename: 'data.db' }, readTimeout: 60_000 },
    },
  });
  const made = await runQuoin(folder, 'token', 'create', '--name', 'it', '--type', 'full-access');
  const token = made.stdout.trimEnd().split('\n').at(-1) ?? '';
  const other = new BetterSqlite(path.join(folder, 'data.db'));
  other.exec(insertRows(rows));
  other.close();
  const server = await startQuoin(folder, 'start', ...options);
  const headers = { authorization: `Bearer ${token}` };
  const response = fetch(`http://127.0.0.1:${server.port}${ENDLESS}`, { headers }).catch(
    () => null,
  );
  await eventually(() => readersOf(folder).length > 0);
  return { folder, server, response, headers };
}

/** Processes that run long reads for a project. */
function readersOf(folder: string): readonly string[] {
  const lines = execFileSync('ps', ['-eo', 'args'], { encoding: 'utf8' }).split('\n');
  return lines.filter((line) => line.includes('read-process.cjs') && line.includes(folder));
}

test.each([[[]], [['--workers', '1']]])(
  'serves other requests during a long read, and leaves no process after a kill: %j',
  { timeout: 120_000 },
  async (options) => {
    const { folder, server, response, headers } = await busyServer(3000, ...options);
    const url = `http://127.0.0.1:${server.port}`;
    expect((await fetch(`${url}/_health`)).status).toBe(204);
    const list = await fetch(`${url}/api/posts?fields=id&pagination[pageSize]=1`, { headers });
    expect(list.status).toBe(200);
    await list.arrayBuffer();
    expect(readersOf(folder)).toHaveLength(1);
    server.signal('SIGKILL');
    await eventually(() => readersOf(folder).length === 0);
    expect(await response).toBeNull();
    await server.ended();
  },
);

test('leaves no process after a shutdown', { timeout: 120_000 }, async () => {
  const { folder, server, response } = await busyServer(1000);
  server.signal('SIGTERM');
  await server.ended();
  expect(readersOf(folder)).toEqual([]);
  await response;
});
