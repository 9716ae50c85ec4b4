// The primary fails, a replica is promoted, and the old primary returns, without a restart of Quoin.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database } from '../../src/storage/database.ts';
import { attachment } from '../../src/storage/postgres/attachment.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { eventually } from '../support/eventually.ts';
import {
  PostgresCluster,
  portOfRead,
  readsGoTo,
  run,
  runStatements,
} from '../support/postgres-cluster.ts';
import type { PostgresInstance } from '../support/postgres-instance.mjs';

let cluster: PostgresCluster;
let database: Database;
let a: PostgresInstance;
let b: PostgresInstance;
let c: PostgresInstance;
const warnings: string[] = [];

beforeAll(async () => {
  cluster = await PostgresCluster.make(2);
  [a, [b, c]] = [cluster.primary, cluster.replicas as [PostgresInstance, PostgresInstance]];
  await a.query('CREATE TABLE t (id serial PRIMARY KEY)');
  for (const statement of attachment.attach(['t'])) await a.query(statement);
  database = await cluster.open(warnings);
});

afterAll(() => cluster.remove());

const insert = (): Promise<void> => run(database, 'INSERT INTO t DEFAULT VALUES');

async function count(): Promise<number> {
  const [[row] = []] = await database.read(runStatements('SELECT count(*) FROM t'));
  return Number(row?.[0]);
}

const isStill = (): boolean => database.version() === database.version();

test('without a primary, writes are rejected and replicas serve reads', async () => {
  await eventually(isStill);
  await insert();
  // Both have what was written, or one of them could be ahead of the other.
  await readsGoTo(database, b, c);
  await a.stop('immediate');
  await expect(insert()).rejects.toMatchObject({ status: 503 });
  await eventually(() => warnings.some((line) => line.includes(`${a.port} is unreachable`)));
  await expect(insert()).rejects.toMatchObject({ status: 503 });
  expect(await count()).toBe(1);
  expect(isStill()).toBe(false);
});

test('a promoted replica accepts writes, and its notifications are received', async () => {
  await b.promote();
  await eventually(async () => {
    await insert();
    return true;
  });
  expect(await count()).toBe(2);
  expect(warnings).toContainEqual(expect.stringContaining(`${b.port} accepts writes now`));
  await eventually(isStill);
  const before = database.version();
  await b.query('INSERT INTO t DEFAULT VALUES');
  await eventually(() => database.version() !== before);
  expect(await count()).toBe(3);
});

test('a replica of the old primary is excluded until it follows the new one', async () => {
  expect(warnings).toContainEqual(
    expect.stringMatching(`${c.port} is not used: it is on timeline 1`),
  );
  for (let i = 0; i < 4; i += 1) expect(await portOfRead(database)).toBe(b.port);
  await c.stop();
  c.follow(b);
  await c.start();
  await eventually(async () => (await portOfRead(database)) === c.port);
  await insert();
  expect(await count()).toBe(4);
});

test('the old primary is excluded when it returns', async () => {
  await a.start();
  await a.query('INSERT INTO t SELECT generate_series(1000, 2000)');
  await eventually(() => warnings.some((line) => line.includes(`${a.port} is not used: it is on`)));
  await insert();
  expect(await count()).toBe(5);
  expect(await a.query('SELECT count(*)::integer AS n FROM t')).toEqual([{ n: 1002 }]);
});

test('the old primary gets no writes while the new one is unreachable', async () => {
  await eventually(async () => (await portOfRead(database)) === c.port);
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

test('a user without cluster privileges can be used', async () => {
  await b.query(`CREATE ROLE plain LOGIN; GRANT ALL ON t, t_id_seq TO plain`);
  const { replicas = [], ...options } = cluster.options;
  const own = { ...options, user: 'plain' };
  const plain = await openPostgres({
    ...own,
    replicas: replicas.map((each) => ({ ...each, user: 'plain' })),
  });
  await run(plain, 'INSERT INTO t DEFAULT VALUES');
  const [[row] = []] = await plain.read(runStatements('SELECT count(*) FROM t'));
  expect(row).toEqual([7]);
  await plain.close();
});

test('a replica that is promoted while the primary runs takes over', async () => {
  await eventually(isStill);
  await c.promote();
  await eventually(() => warnings.some((line) => line.includes(`${c.port} accepts writes now`)));
  await insert();
  await eventually(isStill);
  // Both send notifications: commits on the former one are not received any more.
  const before = database.version();
  await c.query('INSERT INTO t DEFAULT VALUES');
  await eventually(() => database.version() !== before);
  expect(warnings).toContainEqual(expect.stringMatching(`${b.port} is not used`));
  expect(await c.query('SELECT count(*)::integer AS n FROM t')).toEqual([{ n: await count() }]);
});
