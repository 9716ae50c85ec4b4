// PostgreSQL driver: snapshot reads, atomic writes and typed errors.
import { connect, createServer, type Socket } from 'node:net';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { ConstraintError } from '../errors.ts';
import type { Database } from '../database.ts';
import type { Query, ReadSteps, Row, SqlValue, WriteSteps } from '../session.ts';
import { openPostgres } from './driver.ts';

let server: PostgresDatabase;
let database: Database;
let other: Client;

beforeAll(async () => {
  server = await makePostgresDatabase();
  database = await openPostgres(server.config);
  other = new Client({ ...server.config, ssl: false });
  await other.connect();
  await other.query(
    'CREATE TABLE t (id serial PRIMARY KEY, name varchar(5) UNIQUE, number integer, at timestamp, flag boolean, data jsonb, big bigint)',
  );
});

beforeEach(() => other.query('TRUNCATE t RESTART IDENTITY'));

afterAll(async () => {
  await database.close();
  await other.end();
  await server.drop();
});

function query(sql: string, ...values: readonly SqlValue[]): Query {
  return { sql, values };
}

function* runStatements(...queries: readonly Query[]): ReadSteps<readonly (readonly Row[])[]> {
  return yield queries;
}

const insert = (name: string | null): Query => query('INSERT INTO t (name) VALUES ($1)', name);
const names = (): Promise<readonly (readonly Row[])[]> =>
  database.read(runStatements(query('SELECT name FROM t ORDER BY id')));

test('converts values to the types of the program', async () => {
  await other.query(
    `INSERT INTO t (name, number, at, flag, data, big) VALUES ('a', 7, '2024-02-29 12:00:00.5', true, '{"b": 1}', 9007199254740993)`,
  );
  const columns = query('SELECT name, number, at, flag, data, big::text, count(*) OVER () FROM t');
  const time = new Date('2024-02-29T12:00:00.500').getTime();
  expect(await database.read(runStatements(columns))).toEqual([
    [['a', 7, time, 1, '{"b": 1}', '9007199254740993', 1]],
  ]);
});

test('isCommitting is true from the commit until its changes are reported', async () => {
  const held = 4711;
  await other.query(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    $$ BEGIN PERFORM pg_advisory_xact_lock(${held}); RETURN NULL; END $$;
    CREATE CONSTRAINT TRIGGER wait AFTER INSERT ON t DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait()`);
  const reported: boolean[] = [];
  const end = database.onChange(() => reported.push(database.isCommitting));
  const before = database.isCommitting;
  await other.query(`SELECT pg_advisory_lock(${held})`);
  const written = database.transact(runStatements(insert('slow')));
  await eventually(() => database.isCommitting);
  expect([before, reported]).toEqual([false, []]);
  await other.query(`SELECT pg_advisory_unlock(${held})`);
  await written;
  expect([reported, database.isCommitting]).toEqual([[true], false]);
  end();
  await other.query('DROP FUNCTION wait CASCADE');
});

test('a read sees one snapshot from its first to its last statement', async () => {
  const count = query('SELECT count(*) FROM t');
  function* twice(): ReadSteps<unknown> {
    const [before] = yield [count];
    const [, after] = yield [query('SELECT pg_sleep(0.2)'), count];
    return [before, after];
  }
  const steps = database.read(twice());
  await other.query(`INSERT INTO t (name) VALUES ('new')`);
  const [before, after] = (await steps) as readonly unknown[];
  expect(after).toEqual(before);
});

test('a read can catch an error and continue', async () => {
  function* careful(): ReadSteps<string> {
    try {
      yield [query('SELECT 1/0')];
      return 'not rejected';
    } catch {
      return 'caught';
    }
  }
  expect(await database.read(careful())).toBe('caught');
});

describe('writes', () => {
  test('in one transaction succeed or fail independently', async () => {
    const results = await Promise.allSettled(
      ['a', 'b', 'a', 'longer', 'c'].map((name) => database.transact(runStatements(insert(name)))),
    );
    expect(results.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await names()).toEqual([[['a'], ['b'], ['c']]]);
  });

  test('that throw are rolled back', async () => {
    function* broken(): WriteSteps<void> {
      yield [insert('a')];
      throw new Error('changed my mind');
    }
    await expect(database.transact(broken())).rejects.toThrow('changed my mind');
    expect(await names()).toEqual([[]]);
  });

  test('run one after another, so that none reads rows that another is changing', async () => {
    function* next(): WriteSteps<void> {
      const [rows] = yield [query('SELECT coalesce(max(number), 0) FROM t')];
      yield [query('INSERT INTO t (number) VALUES ($1)', Number(rows?.[0]?.[0]) + 1)];
    }
    const second = await openPostgres(server.config);
    await Promise.all(
      Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? database : second).transact(next())),
    );
    await second.close();
    const [rows = []] = await database.read(
      runStatements(query('SELECT number FROM t ORDER BY number')),
    );
    expect(rows.map(([number]) => number)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
  });

  test('in a session form one transaction', async () => {
    const work = database.runInTransaction(async (session) => {
      await session.run(insert('a'));
      await session.script(`INSERT INTO t (name) VALUES ('b'); INSERT INTO t (name) VALUES ('a')`);
    });
    await expect(work).rejects.toThrow();
    expect(await names()).toEqual([[]]);
  });

  test('in a session that continues after a failed statement are reported as rolled back', async () => {
    const work = database.runInTransaction(async (session) => {
      await session.run(insert('a'));
      await session.run(insert('too long')).catch(() => undefined);
    });
    await expect(work).rejects.toThrow('rolled back');
    expect(await names()).toEqual([[]]);
  });

  test('that cause a deadlock fail alone: others in the same transaction are committed', async () => {
    await database.transact(runStatements(insert('a'), insert('b')));
    const touch = (name: string): string => `UPDATE t SET number = 1 WHERE name = '${name}'`;
    const held = 4711;
    await using third = await connectToServer();
    await third.query(`SELECT pg_advisory_lock(${held})`);
    await other.query('BEGIN');
    await other.query("SET LOCAL deadlock_timeout = '60s'");
    await other.query(touch('a'));
    const beside = database.transact(runStatements(insert('c')));
    function* crossing(): WriteSteps<void> {
      yield [query("SET LOCAL deadlock_timeout = '50ms'"), query(touch('b'))];
      yield [query(`SELECT pg_advisory_xact_lock(${held})`), query(touch('a'))];
    }
    const crossed = database.transact(crossing());
    const results = Promise.allSettled([beside, crossed]);
    const waiting = async (count: number): Promise<void> =>
      eventually(async () => (await third.waiting()) === count);
    await waiting(1);
    const touched = other.query(touch('b'));
    await waiting(2);
    // Now both wait for each other, and the one that detects the deadlock first is aborted.
    await third.query(`SELECT pg_advisory_unlock(${held})`);
    await touched;
    await other.query('COMMIT');
    expect(await results).toMatchObject([
      { status: 'fulfilled' },
      { status: 'rejected', reason: { status: 503 } },
    ]);
    expect(await names()).toEqual([[['a'], ['b'], ['c']]]);
  });

  test('fail if their session is used after its transaction', async () => {
    const session = await database.runInTransaction(async (own) => own);
    await expect(async () => session.rows(query('SELECT 1'))).rejects.toThrow('has ended');
  });
});

describe('errors', () => {
  test('of constraints have the kind, table and columns', async () => {
    await database.transact(runStatements(insert('a')));
    const rejected = await database
      .transact(runStatements(insert('a')))
      .catch((error: unknown) => error);
    expect(rejected).toBeInstanceOf(ConstraintError);
    expect(rejected).toMatchObject({ kind: 'unique', table: 't', columns: ['name'] });
  });

  test.each([
    ['SELECT * FROM t WHERE number = $1', 'many'],
    ['SELECT * FROM t WHERE number = $1', 1e12],
    ['INSERT INTO t (name) VALUES ($1)', 'too long'],
    ['INSERT INTO t (name) VALUES ($1)', 'a\0b'],
    ['INSERT INTO t (data) VALUES ($1)', '{"a":"\\u0000"}'],
  ])('of values are client errors: %s with %j', async (sql, value) => {
    const written = database.transact(runStatements(query(sql, value)));
    await expect(written).rejects.toMatchObject({ reason: 'rejectedValue' });
  });

  test('of other programs’ triggers are constraint errors', async () => {
    await other.query(
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'no'; END $$;
       CREATE TRIGGER refuse BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION refuse()`,
    );
    const rejected = await database
      .transact(runStatements(insert('a')))
      .catch((error: unknown) => error);
    await other.query('DROP FUNCTION refuse CASCADE');
    expect(rejected).toBeInstanceOf(ConstraintError);
  });

  test('of a full disk have status 507, and the connection remains usable', async () => {
    await other.query(`
      CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'no space' USING ERRCODE = 'disk_full'; END$$;
      CREATE TRIGGER full_disk BEFORE INSERT ON t FOR EACH ROW EXECUTE FUNCTION full_disk()`);
    const rejected = database.transact(runStatements(query('INSERT INTO t (id) VALUES (1)')));
    await expect(rejected).rejects.toMatchObject({ name: 'InsufficientStorageError', status: 507 });
    await other.query('DROP TRIGGER full_disk ON t; DROP FUNCTION full_disk()');
    await database.transact(runStatements(query('INSERT INTO t (id) VALUES (1)')));
  });

  test('of statements that exceed the timeout have status 503', async () => {
    const hasty = await openPostgres({ ...server.config, statementTimeout: 1000 });
    const slow = runStatements(query('SELECT pg_sleep(5)'));
    await expect(hasty.read(slow)).rejects.toMatchObject({ status: 503 });
    await hasty.close();
  });

  test('of writes on a read-only server have status 503', async () => {
    function* steps(): WriteSteps<void> {
      yield [query('SET TRANSACTION READ ONLY'), insert('a')];
    }
    await expect(database.transact(steps())).rejects.toMatchObject({ status: 503 });
  });
});

describe('a lost connection', () => {
  const drop = (): Promise<unknown> =>
    other.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()`,
    );

  /** The number of connections that run `pg_sleep`. */
  async function sleeping(): Promise<number> {
    const { rowCount } = await other.query(
      `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'`,
    );
    return rowCount ?? 0;
  }

  test('during a statement returns 503, and the next operation reconnects', async () => {
    const slow = database.read(runStatements(query('SELECT pg_sleep(10)')));
    const slowWrite = database.transact(
      runStatements(insert('half'), query('SELECT pg_sleep(10)')),
    );
    const both = Promise.allSettled([slow, slowWrite]);
    await eventually(async () => (await sleeping()) === 2);
    await drop();
    for (const result of await both) {
      expect(result).toMatchObject({ status: 'rejected', reason: { status: 503 } });
    }
    await database.transact(runStatements(insert('whole')));
    expect(await names()).toEqual([[['whole']]]);
  });

  const select = query('SELECT name FROM t');

  test.each<[string, (database: Database) => Promise<unknown>]>([
    ['BEGIN ISOLATION', (database) => database.read(runStatements(select))],
    ['SELECT name', (database) => database.read(runStatements(select))],
    ['pg_advisory_xact_lock', (database) => database.transact(runStatements(insert('half')))],
    ['SAVEPOINT one_write', (database) => database.transact(runStatements(insert('half')))],
    ['INSERT', (database) => database.transact(runStatements(insert('half')))],
    ['RELEASE', (database) => database.transact(runStatements(insert('half')))],
    ['COMMIT', (database) => database.transact(runStatements(insert('half')))],
  ])('before %s rejects only the operation that uses it', async (statement, run) => {
    const unheard: unknown[] = [];
    // Of a lost connection: tests that ran before in this process may still reject.
    const record = (reason: unknown): void => {
      if (reason instanceof Error && ('code' in reason || 'status' in reason)) unheard.push(reason);
    };
    process.on('unhandledRejection', record);
    onTestFinished(() => void process.off('unhandledRejection', record));
    let isArmed = false;
    const relay = await listen((socket) => {
      const behind = connect(server.config.port, '127.0.0.1');
      let isGoing = false;
      // The reason arrives in its own packet, before the end of the stream.
      behind.pipe(socket);
      behind.on('error', () => undefined);
      socket.on('data', (sent) => {
        if (isArmed && sent.includes(statement)) {
          isGoing = true;
          isArmed = false;
          void drop();
        }
        if (!isGoing) behind.write(sent);
      });
      socket.on('end', () => behind.end());
    });
    const options = { ...server.config, port: relay.port, pool: { min: 0, max: 1 } };
    const database = await openPostgres(options);
    // The greeting is complete.
    await database.transact(runStatements());
    isArmed = true;
    await expect(run(database)).rejects.toMatchObject({ status: 503 });
    expect([isArmed, unheard]).toEqual([false, []]);
    await database.transact(runStatements(insert('whole')));
    expect(await names()).toEqual([[['whole']]]);
    await database.close();
    relay.close();
  });

  test('while idle causes no error', async () => {
    await names();
    await drop();
    await eventually(() => database.stats().servers.every(({ idle }) => idle === 0));
    expect(await names()).toEqual([[]]);
  });

  test('in the packet of the server’s greeting returns 503 and causes no other error', async () => {
    // "Authenticated", "ready for query" and "57P01" in one packet.
    const ended = 'SFATAL\0C57P01\0Mterminating connection\0\0';
    const message = (type: string, text: string): Buffer => {
      const head = Buffer.from(`${type}\0\0\0\0`);
      head.writeInt32BE(text.length + 4, 1);
      return Buffer.concat([head, Buffer.from(text)]);
    };
    const greeting = [message('R', '\0\0\0\0'), message('Z', 'I'), message('E', ended)];
    const rude = await listen((socket) => {
      socket.once('data', () => socket.end(Buffer.concat(greeting)));
    });
    const rejected = openPostgres({ ...server.config, port: rude.port });
    await expect(rejected).rejects.toMatchObject({ status: 503 });
    rude.close();
  });

  test('to an unreachable address returns 503', async () => {
    const nowhere = openPostgres({ ...server.config, port: 1 });
    await expect(nowhere).rejects.toMatchObject({ status: 503 });
  });
});

interface ThirdConnection extends AsyncDisposable {
  query(sql: string): Promise<unknown>;
  /** The number of connections to the database that wait for a lock. */
  waiting(): Promise<number>;
}

async function connectToServer(): Promise<ThirdConnection> {
  const client = new Client({ ...server.config, ssl: false });
  await client.connect();
  return {
    query: (sql) => client.query(sql),
    waiting: async () => {
      const { rowCount } = await client.query(
        `SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rowCount ?? 0;
    },
    [Symbol.asyncDispose]: () => client.end(),
  };
}

/** A server on any port. */
async function listen(serve: (socket: Socket) => void): Promise<{ port: number; close(): void }> {
  const listening = createServer((socket) => {
    // The other end may close before all is written.
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => listening.listen(0, '127.0.0.1', resolve));
  const address = listening.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, close: () => void listening.close() };
}
