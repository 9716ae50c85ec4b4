// The built program under clients that come at the same time: long reads run in threads of its bundle, and all are told the
// same as one who comes alone.
import { expect, test } from 'vitest';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';
import { eventually } from '../support/eventually.ts';

const POSTS = 100;
const CLIENTS = 8;

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
  const list = async (): Promise<string> => {
    const answer = await fetch(`${address}/api/posts?populate=*&pagination[pageSize]=100`, {
      headers,
    });
    return await answer.text();
  };
  const inThreads = async (): Promise<number> => {
    const text = await (await fetch(`${address}/metrics`)).text();
    return Number(/^quoin_database_reads_in_threads_total (\d+)$/m.exec(text)?.[1]);
  };
  const alone = await list();
  expect(JSON.parse(alone)).toMatchObject({ meta: { pagination: { total: POSTS } } });
  await eventually(async () => {
    const answers = await Promise.all(Array.from({ length: CLIENTS }, list));
    expect(new Set(answers)).toEqual(new Set([alone]));
    return (await inThreads()) >= CLIENTS;
  });
  server.signal('SIGTERM');
  expect(await server.ended()).toMatchObject({ code: 0, stderr: '' });
});
