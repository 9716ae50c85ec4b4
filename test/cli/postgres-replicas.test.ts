// Quoin on a primary and a replica: reads are distributed, a client reads its own writes, and a promoted replica takes
// over without a restart.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../support/eventually.ts';
import { JsonClient } from '../support/json-client.ts';
import { PostgresInstance } from '../support/postgres-instance.mjs';
import { createToken } from '../support/post-site.ts';
import { collectionType, makeProject, schemaOf } from '../support/project-folder.ts';
import { runQuoin, startQuoin } from '../support/program.ts';

let primary: PostgresInstance;
let replica: PostgresInstance;

beforeAll(async () => {
  primary = await PostgresInstance.make();
  await primary.query('CREATE DATABASE site');
  replica = await primary.makeReplica();
});

afterAll(() => Promise.all([primary.remove(), replica.remove()]));

test.each([false, true])(
  'works from the first write to a promotion; attached: %s',
  async (isAttached) => {
    if (isAttached) await swap();
    const folder = makeProject({
      [schemaOf('post')]: collectionType('post'),
      'config/database.json': {
        connection: {
          client: 'postgres',
          connection: { host: '127.0.0.1', port: primary.port, user: 'quoin', database: 'site' },
          replicas: [`postgres://127.0.0.1:${replica.port}`],
        },
      },
    });
    const token = await createToken(folder);
    if (isAttached) expect((await runQuoin(folder, 'attach')).code).toBe(0);
    const server = await startQuoin(folder);
    const client = new JsonClient(server, token);

    const written: string[] = [];
    const write = async (): Promise<number> => {
      const title = `${isAttached} ${written.length}`;
      const { status } = await client.send('POST', '/api/posts', { data: { title } });
      if (status === 201) written.push(title);
      return status;
    };
    const assertThere = async (): Promise<void> => {
      const { status, body } = await client.send(
        'GET',
        '/api/posts?sort=id:desc&pagination[limit]=1',
      );
      expect(status).toBe(200);
      expect(body).toMatchObject({ data: [{ title: written.at(-1) }] });
    };
    for (let i = 0; i < 30; i += 1) {
      expect(await write()).toBe(201);
      await assertThere();
    }
    // What was written last is not read there at first.
    const [position] = (await primary.query('SELECT pg_current_wal_lsn() AS lsn')) as [
      { readonly lsn: string },
    ];
    await eventually(async () => {
      const replayed = `SELECT 1 WHERE pg_last_wal_replay_lsn() >= '${position.lsn}'`;
      return (await replica.query(replayed)).length > 0;
    });
    await eventually(async () => {
      await assertThere();
      const reads = await replica.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = 'site' AND query = 'COMMIT'`,
      );
      return reads.length > 0;
    });

    await primary.stop('immediate');
    expect(await write()).toBe(503);
    await eventually(async () => {
      await assertThere();
      return true;
    });
    await replica.promote();
    await eventually(async () => (await write()) === 201);
    await assertThere();
    for (let i = 0; i < 10; i += 1) {
      expect(await write()).toBe(201);
      await assertThere();
    }
    expect(server.output().stderr).toContain(`127.0.0.1:${replica.port} accepts writes now.`);
    server.signal('SIGTERM');
    expect((await server.ended()).code).toBe(0);
  },
  120_000,
);

/** The one that was promoted is the primary now, and gets a new replica. */
async function swap(): Promise<void> {
  await primary.remove();
  primary = replica;
  replica = await primary.makeReplica();
}
