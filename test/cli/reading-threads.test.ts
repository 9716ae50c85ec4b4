// The built program under clients that come at the same time: long reads run in threads of its bundle, and all are told the
// same as one who comes alone.
import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { eventually } from '../support/eventually.ts';

const POSTS = 100;
const CLIENTS = 40;
const SIZES = [1, 7, 40, POSTS];

test('threads of the bundle', async () => {
  const folder = makeProject({
    [schemaOf('post')]: collectionType('post', {
      title: { type: 'string' },
      parts: { type: 'component', repeatable: true, component: 'post.part' },
    }),
    'src/components/post/part.json': {
      collectionName: 'components_post_parts',
      info: { displayName: 'part' },
      attributes: { name: { type: 'string' } },
    },
    'config/quoin.json': { metrics: true, threads: 2, cache: { memory: 0 } },
  });
  const made = await runQuoin(folder, 'token', 'create', '--name', 'it', '--type', 'full-access');
  const authorization = `Bearer ${made.stdout.trimEnd().split('\n').at(-1)}`;
  const server = await startQuoin(folder);
  const address = `http://127.0.0.1:${server.port}`;
  const headers = { authorization, 'content-type': 'application/json' };
  await Promise.all(
    Array.from({ length: POSTS }, async (_, i) => {
      const data = { title: `é ${i}`, parts: [{ name: 'a' }, { name: '中' }] };
      const body = JSON.stringify({ data });
      const { status } = await fetch(`${address}/api/posts`, { method: 'POST', headers, body });
      expect(status).toBe(201);
    }),
  );
  const list = async (size: number): Promise<Response> =>
    fetch(`${address}/api/posts?populate=*&sort=id&pagination[pageSize]=${size}`, { headers });
  const inThreads = async (): Promise<number> => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return Number(/^quoin_database_reads_in_threads_total (\d+)$/m.exec(text)?.[1]);
  };
  const alone = new Map<number, string>();
  for (const size of SIZES) alone.set(size, await (await list(size)).text());
  expect(JSON.parse(alone.get(POSTS) ?? '')).toMatchObject({
    meta: { pagination: { total: POSTS } },
  });
  const ask = async (i: number): Promise<void> => {
    const size = SIZES[i % SIZES.length] ?? 1;
    const answer = await list(size);
    // Memory is given back by whoever goes away, and not before a slow one has read it.
    if (i % 7 === 3) return answer.body?.cancel();
    if (i % 5 === 2) await setTimeout(20);
    expect(await answer.text()).toBe(alone.get(size));
  };
  await eventually(async () => {
    await Promise.all(Array.from({ length: CLIENTS }, (_, i) => ask(i)));
    return (await inThreads()) >= 3 * CLIENTS;
  });
  server.signal('SIGTERM');
  expect(await server.ended()).toMatchObject({ code: 0, stderr: '' });
});
