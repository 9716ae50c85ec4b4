// A primary and two replicas, which lag, go and come back: whoever reads misses nothing and notices nothing.
import { closeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachment } from '../../src/storage/postgres/attachment.ts';
import { CommitLog, createCommitLog } from '../../src/storage/commit-log.ts';
import type { Database, ReadSteps } from '../../src/storage/database.ts';
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
  await a.query('CREATE TABLE t (id integer PRIMARY KEY, number integer)');
  await a.query('INSERT INTO t VALUES (1, 0)');
  database = await cluster.open(told);
}, 60_000);

beforeEach(() => readsGoTo(b, c));

afterAll(() => cluster.remove(), 60_000);

/** Where a few reads go. */
async function portsOfReads(of: Database = database): Promise<ReadonlySet<number>> {
  const ports = new Set<number>();
  for (let i = 0; i < 4; i += 1) ports.add(await portOfRead(of));
  return ports;
}

/** Waits until reads go to just these. */
function readsGoTo(...servers: readonly PostgresInstance[]): Promise<void> {
  const ports = new Set(servers.map(({ port }) => port));
  return eventually(async () => isDeepStrictEqual(await portsOfReads(), ports));
}

async function number(of: Database = database): Promise<number> {
  const [[row] = []] = await of.read(ask('SELECT number FROM t WHERE id = 1'));
  return Number(row?.[0]);
}

/** Replicas take what is written and do not show it. */
async function pause(isPaused: boolean): Promise<void> {
  const word = isPaused ? 'pause' : 'resume';
  for (const replica of [b, c]) await replica.query(`SELECT pg_wal_replay_${word}()`);
}

test('reads go to the replicas in turn, writes and what they read to the primary', async () => {
  expect(await database.transact(ask('SELECT inet_server_port()'))).toEqual([[[a.port]]]);
});

describe('whoever wrote reads what was written', () => {
  test('while replicas lag, from the primary', async () => {
    await pause(true);
    await run(database, 'UPDATE t SET number = 1');
    expect(await number()).toBe(1);
    expect(await portsOfReads()).toEqual(new Set([a.port]));
    await pause(false);
    await eventually(async () => (await portOfRead(database)) !== a.port);
    expect(await number()).toBe(1);
  });

  test('whatever comes between', async () => {
    for (let i = 0; i < 100; i += 1) {
      await run(database, `UPDATE t SET number = ${i}`);
      expect(await number()).toBe(i);
    }
  });

  test('in transactions that several writings share', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        await run(database, `INSERT INTO t VALUES (${100 + i}, 0)`);
        const [rows] = await database.read(ask(`SELECT id FROM t WHERE id = ${100 + i}`));
        expect(rows).toHaveLength(1);
      }),
    );
  });
});

test('what another process of those that answer as one wrote is read as what was written here', async () => {
  const file = createCommitLog(2);
  const [one, two] = await Promise.all(
    [0, 1].map((index) => cluster.open([], new CommitLog(file, { index, count: 2 }))),
  );
  if (!one || !two) throw new Error('there are two');
  await eventually(async () => !(await portsOfReads(two)).has(a.port));
  await pause(true);
  await run(one, 'UPDATE t SET number = 88');
  expect(await number(two)).toBe(88);
  await pause(false);
  await Promise.all([one.close(), two.close()]);
  closeSync(file);
});

test('what another program wrote is read when replicas are behind, after a few seconds', async () => {
  await pause(true);
  await a.query('UPDATE t SET number = 77');
  expect(await number()).not.toBe(77);
  await eventually(async () => (await number()) === 77);
  await pause(false);
});

describe('where the database tells of every commit', () => {
  let attached: Database;

  beforeAll(async () => {
    for (const statement of attachment.attach(['t'])) await a.query(statement);
    attached = await cluster.open();
    await eventually(() => attached.version() === attached.version());
  });

  afterAll(async () => {
    for (const statement of attachment.detach()) await a.query(statement);
  });

  test('a read under a version lacks nothing that the version counts', async () => {
    await pause(true);
    for (let i = 200; i < 220; i += 1) {
      const before = attached.version();
      await a.query(`UPDATE t SET number = ${i}`);
      await eventually(() => attached.version() !== before);
      expect(await number(attached)).toBe(i);
    }
    await pause(false);
    await eventually(async () => (await portOfRead(attached)) !== a.port);
    expect(await number(attached)).toBe(219);
  });

  test('nor do those of a process that begins to listen while replicas are behind', async () => {
    await pause(true);
    await a.query('UPDATE t SET number = 300');
    const late = await cluster.open();
    await eventually(() => late.version() === late.version());
    expect(await number(late)).toBe(300);
    await pause(false);
  });

  test('nor does a cache that many writers race with', async () => {
    let committed = 300;
    let isOver = false;
    const writer = async (): Promise<void> => {
      for (let i = 301; i <= 400; i += 1) {
        // By turns another program, and this process.
        if (i % 2 === 0) await a.query(`UPDATE t SET number = ${i}`);
        else await run(attached, `UPDATE t SET number = ${i}`);
        if (i % 2 === 1) committed = i;
      }
      isOver = true;
    };
    const kept = { version: -1, number: 0 };
    const reader = async (): Promise<void> => {
      while (!isOver) {
        const [version, least] = [attached.version(), committed];
        if (version !== kept.version)
          Object.assign(kept, { version, number: await number(attached) });
        else await setTimeout(1);
        expect(kept.number).toBeGreaterThanOrEqual(least);
      }
    };
    await Promise.all([writer(), reader()]);
    await eventually(async () => {
      const version = attached.version();
      if (version !== kept.version)
        Object.assign(kept, { version, number: await number(attached) });
      return kept.number === 400;
    });
  });
});

describe('a replica that goes', () => {
  /** Reads without a pause while something happens, which may wait for more of them; none may fail. */
  async function readsDuring(work: (more: () => Promise<void>) => Promise<void>): Promise<void> {
    let isOver = false;
    let answered = 0;
    const reader = async (): Promise<void> => {
      while (!isOver) {
        await number();
        answered += 1;
      }
    };
    const more = (): Promise<void> => {
      const enough = answered + 20;
      return eventually(() => answered > enough);
    };
    const readers = Array.from({ length: 8 }, reader);
    try {
      await Promise.race([Promise.all(readers), work(more)]);
    } finally {
      isOver = true;
    }
    await Promise.all(readers);
  }

  test.each(['fast', 'immediate'] as const)('is left out, until it is back: %s', async (mode) => {
    told.length = 0;
    await readsDuring(async (more) => {
      await more();
      await b.stop(mode);
      await more();
    });
    await readsGoTo(c);
    await b.start();
    await readsGoTo(b, c);
    expect(told).toContainEqual(expect.stringMatching(`${b.port} is away .*left out`));
    expect(told).toContainEqual(expect.stringMatching(`${b.port} is a replica, and is read from`));
  });

  test('without a sign is left out within seconds, and its reads are answered', async () => {
    await readsDuring(async (more) => {
      await more();
      b.freeze();
      await eventually(async () => (await portsOfReads()).has(b.port) === false);
    });
    b.thaw();
    await eventually(async () => (await portsOfReads()).has(b.port));
  });

  /** What a reading finds that waits between two looks at the same row, and where it ends. */
  function* waiting(meanwhile: () => void): ReadSteps<unknown> {
    const look = { sql: 'SELECT number FROM t WHERE id = 1', values: [] };
    const [before] = yield [look];
    meanwhile();
    const [, after, port] = yield [
      { sql: 'SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(10) END', values: [] },
      look,
      { sql: 'SELECT inet_server_port()', values: [] },
    ];
    return [before, after, port];
  }

  const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(10)%' AND pid <> pg_backend_pid()`;

  /** Ends the reading that waits, once it does. */
  const end = (): Promise<void> =>
    eventually(async () => {
      const ended = [await b.query(END), await c.query(END)];
      return ended.some((rows) => rows.length > 0);
    });

  const isAsleep = async (): Promise<boolean> => {
    const asleep = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    return [await b.query(asleep), await c.query(asleep)].some((rows) => rows.length > 0);
  };

  test('in the middle of a reading: the primary goes on with it', async () => {
    await run(database, 'UPDATE t SET number = 5');
    await eventually(async () => (await portOfRead(database)) !== a.port);
    expect(await database.read(waiting(() => void end()))).toEqual([[[5]], [[5]], [[a.port]]]);
  });

  test('in the middle of a reading, when what was read has changed: no answer that is half old', async () => {
    await eventually(async () => (await portOfRead(database)) !== a.port);
    const reading = database.read(
      waiting(() => void a.query('UPDATE t SET number = number + 1').then(end)),
    );
    await expect(reading).rejects.toMatchObject({ status: 503 });
  });

  test('and a read that stands in the way of what it must replay is answered by the primary', async () => {
    for (const replica of [b, c]) {
      await replica.query('ALTER SYSTEM SET max_standby_streaming_delay = 0');
      await replica.query('SELECT pg_reload_conf()');
    }
    await a.query('INSERT INTO t SELECT generate_series(1000, 3000), 0');
    await eventually(async () => {
      const [[row] = []] = await database.read(ask('SELECT count(*) FROM t WHERE id >= 1000'));
      return Number(row?.[0]) === 2001 && (await portOfRead(database)) !== a.port;
    });
    const [slow] = await Promise.all([
      database.read(
        ask(
          'SELECT number FROM t WHERE id = 1',
          'SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(30) END, inet_server_port()',
        ),
      ),
      eventually(isAsleep).then(async () => {
        await a.query('DELETE FROM t WHERE id >= 1000');
        await a.query('VACUUM t');
      }),
    ]);
    expect(slow[1]?.[0]?.[1]).toBe(a.port);
  });
});

test('who does not want to read from them does not', async () => {
  const index = await openPostgres({ ...cluster.options, readsReplicas: false });
  expect(await portsOfReads(index)).toEqual(new Set([a.port]));
  await index.close();
});
