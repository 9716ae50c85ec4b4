// A primary and two replicas, which lag, fail and return: reads are complete and do not fail.
import { closeSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { attachment } from '../../src/storage/postgres/attachment.ts';
import { CommitLog, createCommitLog } from '../../src/storage/commits/commit-log.ts';
import type { Database } from '../../src/storage/database.ts';
import type { ReadSteps } from '../../src/storage/session.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { eventually } from '../support/eventually.ts';
import {
  PostgresCluster,
  portOfRead,
  portsOfReads,
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
  await a.query('CREATE TABLE t (id integer PRIMARY KEY, number integer)');
  await a.query('INSERT INTO t VALUES (1, 0)');
  database = await cluster.open(warnings);
});

beforeEach(() => readsGoTo(database, b, c));

afterAll(() => cluster.remove());

async function number(of: Database = database): Promise<number> {
  const [[row] = []] = await of.read(runStatements('SELECT number FROM t WHERE id = 1'));
  return Number(row?.[0]);
}

/** Replicas take what is written and do not show it. */
async function pause(isPaused: boolean): Promise<void> {
  const word = isPaused ? 'pause' : 'resume';
  for (const replica of [b, c]) await replica.query(`SELECT pg_wal_replay_${word}()`);
}

test('reads are distributed to the replicas; writes and the reads that follow them go to the primary', async () => {
  expect(await database.transact(runStatements('SELECT inet_server_port()'))).toEqual([[[a.port]]]);
});

describe('reads its own writes', () => {
  test('from the primary while replicas lag', async () => {
    await pause(true);
    await run(database, 'UPDATE t SET number = 1');
    expect(await number()).toBe(1);
    expect(await portsOfReads(database)).toEqual(new Set([a.port]));
    await pause(false);
    await eventually(async () => (await portOfRead(database)) !== a.port);
    expect(await number()).toBe(1);
  });

  test('in any order', async () => {
    for (let i = 0; i < 100; i += 1) {
      await run(database, `UPDATE t SET number = ${i}`);
      expect(await number()).toBe(i);
    }
  });

  test('in transactions that several writes share', async () => {
    await Promise.all(
      Array.from({ length: 50 }, async (_, i) => {
        await run(database, `INSERT INTO t VALUES (${100 + i}, 0)`);
        const [rows] = await database.read(runStatements(`SELECT id FROM t WHERE id = ${100 + i}`));
        expect(rows).toHaveLength(1);
      }),
    );
  });
});

test('reads the writes of another worker like its own', async () => {
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

test('reads the writes of another program within a few seconds while replicas lag', async () => {
  await pause(true);
  await a.query('UPDATE t SET number = 77');
  await eventually(async () => (await number()) === 77);
  await pause(false);
});

describe('with notifications of all commits', () => {
  let attached: Database;

  beforeAll(async () => {
    for (const statement of attachment.attach(['t'])) await a.query(statement);
    attached = await cluster.open();
    await eventually(() => attached.version() === attached.version());
  });

  afterAll(async () => {
    for (const statement of attachment.detach()) await a.query(statement);
  });

  test('a read at a version contains everything up to that version', async () => {
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

  test('a process that starts to listen while replicas lag reads the newest version', async () => {
    await pause(true);
    await a.query('UPDATE t SET number = 300');
    const late = await cluster.open();
    await eventually(() => late.version() === late.version());
    expect(await number(late)).toBe(300);
    await pause(false);
  });

  test('cached values are never older than their version, with many writers', async () => {
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

describe('an unavailable replica', () => {
  /** Reads all the time while something happens, which may wait for more of them; none may fail. */
  async function readsDuring(work: (more: () => Promise<void>) => Promise<void>): Promise<void> {
    let isOver = false;
    let completed = 0;
    const reader = async (): Promise<void> => {
      while (!isOver) {
        await number();
        completed += 1;
        await setTimeout(2);
      }
    };
    const more = (): Promise<void> => {
      const enough = completed + 20;
      return eventually(() => completed > enough);
    };
    const readers = Array.from({ length: 8 }, reader);
    try {
      await Promise.race([Promise.all(readers), work(more)]);
    } finally {
      isOver = true;
    }
    await Promise.all(readers);
  }

  test.each(['fast', 'immediate'] as const)('is excluded until it returns: %s', async (mode) => {
    warnings.length = 0;
    await readsDuring(async (more) => {
      await more();
      await b.stop(mode);
      await more();
    });
    await readsGoTo(database, c);
    await b.start();
    await readsGoTo(database, b, c);
    expect(warnings).toContainEqual(expect.stringMatching(`${b.port} is unreachable .*not used`));
    expect(warnings).toContainEqual(
      expect.stringMatching(`${b.port} is a replica and serves reads`),
    );
  });

  test('that is frozen is excluded within seconds, and its reads are completed elsewhere', async () => {
    await readsDuring(async (more) => {
      await more();
      b.freeze();
      await eventually(async () => (await portsOfReads(database)).has(b.port) === false);
    });
    b.thaw();
    await eventually(async () => (await portsOfReads(database)).has(b.port));
  });

  /** A read that waits between two reads of the same row: both values, and the server that it ends on. */
  function* waiting(meanwhile: () => void): ReadSteps<unknown> {
    const row = { sql: 'SELECT number FROM t WHERE id = 1', values: [] };
    const [before] = yield [row];
    meanwhile();
    const [, after, port] = yield [
      { sql: 'SELECT CASE WHEN pg_is_in_recovery() THEN pg_sleep(10) END', values: [] },
      row,
      { sql: 'SELECT inet_server_port()', values: [] },
    ];
    return [before, after, port];
  }

  const END = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE '%pg_sleep(10)%' AND pid <> pg_backend_pid()`;

  /** Ends the sessions of reads that wait. */
  async function endReads(): Promise<boolean> {
    const ended = [await b.query(END), await c.query(END)];
    return ended.some((rows) => rows.length > 0);
  }

  /** The outcome of a read whose replica is ended in its middle. A read that the primary gets is repeated. */
  async function interrupted(meanwhile: () => Promise<unknown>): Promise<unknown> {
    for (;;) {
      const state = { isOver: false, wasEnded: false };
      let ending = Promise.resolve();
      const end = async (): Promise<void> => {
        await meanwhile();
        await eventually(async () => state.isOver || (state.wasEnded = await endReads()));
      };
      const read = database.read(waiting(() => void (ending = end())));
      const outcome = await read.catch((error: unknown) => error);
      state.isOver = true;
      await ending;
      if (state.wasEnded) return outcome;
    }
  }

  const isAsleep = async (): Promise<boolean> => {
    const asleep = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep'`;
    return [await b.query(asleep), await c.query(asleep)].some((rows) => rows.length > 0);
  };

  test('during a read: the primary completes the read', async () => {
    await run(database, 'UPDATE t SET number = 5');
    await eventually(async () => (await portOfRead(database)) !== a.port);
    expect(await interrupted(async () => undefined)).toEqual([[[5]], [[5]], [[a.port]]]);
  });

  test('during a read whose rows have changed: the read fails instead of mixing versions', async () => {
    await eventually(async () => (await portOfRead(database)) !== a.port);
    const outcome = await interrupted(() => a.query('UPDATE t SET number = number + 1'));
    expect(outcome).toMatchObject({ status: 503 });
  });

  test('that cancels a read for replay: the primary completes the read', async () => {
    for (const replica of [b, c]) {
      await replica.query('ALTER SYSTEM SET max_standby_streaming_delay = 0');
      await replica.query('SELECT pg_reload_conf()');
    }
    await a.query('INSERT INTO t SELECT generate_series(1000, 3000), 0');
    await eventually(async () => {
      const [[row] = []] = await database.read(
        runStatements('SELECT count(*) FROM t WHERE id >= 1000'),
      );
      return Number(row?.[0]) === 2001 && (await portOfRead(database)) !== a.port;
    });
    const [slow] = await Promise.all([
      database.read(
        runStatements(
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

test('readsReplicas: false reads only from the primary', async () => {
  const index = await openPostgres({ ...cluster.options, readsReplicas: false });
  expect(await portsOfReads(index)).toEqual(new Set([a.port]));
  await index.close();
});
