// The primary goes, a replica is promoted, and the old primary comes back: all without a restart of ours.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { attachment } from '../../src/storage/postgres/attachment.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { eventually } from '../support/eventually.ts';
import { ask, portOfRead, PostgresCluster, run } from '../support/postgres-cluster.ts';
import type { PostgresInstance } from '../support/postgres-instance.mjs';

let cluster: PostgresCluster;
let database: Database;
let a: PostgresInstance;
let b: PostgresInstance;
let c: PostgresInstance;
const told: string[] = [];

beforeAll(async () => {
  cluster = await PostgresCluster.make(2);
  [a, [b, c]] = [cluster.primary, cluster.replicas as [PostgresInstance, PostgresInstance]];
  await a.query('CREATE TABLE t (id serial PRIMARY KEY)');
  for (const statement of attachment.attach(['t'])) await a.query(statement);
  database = await cluster.open(told);
}, 60_000);

afterAll(() => cluster.remove(), 60_000);

const insert = (): Promise<void> => run(database, 'INSERT INTO t DEFAULT VALUES');

async function count(): Promise<number> {
  const [[row] = []] = await database.read(ask('SELECT count(*) FROM t'));
  return Number(row?.[0]);
}

const isStill = (): boolean => database.version() === database.version();

test('while no server takes writes they are refused, and replicas are read from', async () => {
  await eventually(isStill);
  await insert();
  await eventually(async () => (await portOfRead(database)) !== a.port);
  await a.stop('immediate');
  await expect(insert()).rejects.toMatchObject({ status: 503 });
  await eventually(() => told.some((line) => line.includes(`${a.port} is away`)));
  await expect(insert()).rejects.toMatchObject({ status: 503 });
  expect(await count()).toBe(1);
  expect(isStill()).toBe(false);
});

test('a replica that was promoted takes them, and is listened to', async () => {
  await b.promote();
  await eventually(async () => {
    await insert();
    return true;
  });
  expect(await count()).toBe(2);
  expect(told).toContainEqual(expect.stringContaining(`${b.port} takes the writes now`));
  await eventually(isStill);
  const before = database.version();
  await b.query('INSERT INTO t DEFAULT VALUES');
  await eventually(() => database.version() !== before);
  expect(await count()).toBe(3);
});

test('a replica of the old one is left out until it follows the new one', async () => {
  expect(told).toContainEqual(
    expect.stringMatching(`${c.port} is left out: it stayed on timeline 1`),
  );
  for (let i = 0; i < 4; i += 1) expect(await portOfRead(database)).toBe(b.port);
  await c.stop();
  c.follow(b);
  await c.start();
  await eventually(async () => (await portOfRead(database)) === c.port);
  await insert();
  expect(await count()).toBe(4);
});

test('the old primary is left out when it comes back', async () => {
  await a.start();
  await a.query('INSERT INTO t SELECT generate_series(1000, 2000)');
  await eventually(() => told.some((line) => line.includes(`${a.port} is left out: it stayed on`)));
  await insert();
  expect(await count()).toBe(5);
  expect(await a.query('SELECT count(*)::integer AS n FROM t')).toEqual([{ n: 1002 }]);
});

test('nor does it take writes when the new one is away', async () => {
  await b.stop('immediate');
  await expect(insert()).rejects.toMatchObject({ status: 503 });
  expect(await count()).toBe(5);
  expect(await a.query('SELECT count(*)::integer AS n FROM t')).toEqual([{ n: 1002 }]);
  await b.start();
  await eventually(async () => {
    await insert();
    return true;
  });
  expect(await count()).toBe(6);
});

test('a user without rights in the cluster can be served', async () => {
  await b.query(`CREATE ROLE plain LOGIN; GRANT ALL ON t, t_id_seq TO plain`);
  const { replicas = [], ...options } = cluster.options;
  const own = { ...options, user: 'plain' };
  const plain = await openPostgres({
    ...own,
    replicas: replicas.map((each) => ({ ...each, user: 'plain' })),
  });
  await run(plain, 'INSERT INTO t DEFAULT VALUES');
  const [[row] = []] = await plain.read(ask('SELECT count(*) FROM t'));
  expect(row).toEqual([7]);
  await plain.close();
});

test('one that is promoted while the primary is there takes over all the same', async () => {
  await eventually(isStill);
  await c.promote();
  await eventually(() => told.some((line) => line.includes(`${c.port} takes the writes now`)));
  await insert();
  await eventually(isStill);
  // Both tell of commits: who wrote to the former one is not heard any more.
  const before = database.version();
  await c.query('INSERT INTO t DEFAULT VALUES');
  await eventually(() => database.version() !== before);
  expect(told).toContainEqual(expect.stringMatching(`${b.port} is left out`));
  expect(await c.query('SELECT count(*)::integer AS n FROM t')).toEqual([{ n: await count() }]);
});
