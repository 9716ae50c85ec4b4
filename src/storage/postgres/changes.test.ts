// Detection of commits on every node: no commit is missed.
import { setTimeout } from 'node:timers/promises';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../../test/support/postgres-database.ts';
import { eventually } from '../../../test/support/eventually.ts';
import { attach, detach, completeTriggers } from '../migration/attach.ts';
import { plainColumn } from '../layout/columns.ts';
import type { Database } from '../database.ts';
import type { ChangedTables } from '../commits/change-feed.ts';
import type { WriteSteps } from '../session.ts';
import type { Layout } from '../layout/layout.ts';
import type { Table } from '../layout/table.ts';
import { Changes } from './changes.ts';
import { openPostgres } from './driver.ts';

let server: PostgresDatabase;
let other: Client;
const opened: Database[] = [];

beforeAll(async () => {
  server = await makePostgresDatabase();
  other = new Client({ ...server.config, ssl: false });
  await other.connect();
  await other.query(
    'CREATE TABLE t (id serial PRIMARY KEY); CREATE TABLE u (id serial PRIMARY KEY)',
  );
});

afterAll(async () => {
  for (const database of opened) await database.close();
  await other.end();
  await server.drop();
});

async function open(): Promise<Database> {
  const database = await openPostgres(server.config);
  opened.push(database);
  return database;
}

function layoutOf(...names: readonly string[]): Layout {
  const tables = names.map((name): Table => ({
    name,
    kind: 'model',
    uid: null,
    columns: [plainColumn('id', 'increments')],
    indexes: [],
    foreignKeys: [],
  }));
  const none = (): never => {
    throw new Error('not called');
  };
  return { tables, table: none, column: none, link: none };
}

function* insert(): WriteSteps<void> {
  yield [{ sql: 'INSERT INTO "t" DEFAULT VALUES', values: [] }];
}

const isStill = (database: Database): boolean => database.version() === database.version();

test('without triggers every version differs from the previous one', async () => {
  expect(isStill(await open())).toBe(false);
});

describe('with triggers', () => {
  let one: Database;
  let two: Database;

  beforeAll(async () => {
    expect(await attach(await open(), layoutOf('t'))).toBe(true);
    [one, two] = [await open(), await open()];
    await eventually(() => isStill(one) && isStill(two));
  });

  test('the version does not change without a commit', async () => {
    const before = one.version();
    await setTimeout(100);
    expect(one.version()).toBe(before);
  });

  test('a write changes the version before its response, and soon on other nodes', async () => {
    const [here, there] = [one.version(), two.version()];
    await one.transact(insert());
    expect(one.version()).not.toBe(here);
    await eventually(() => two.version() !== there);
  });

  test.each([
    'INSERT INTO t DEFAULT VALUES',
    'UPDATE t SET id = id + 1000',
    'DELETE FROM t',
    'TRUNCATE t',
  ])('detects a statement of another program: %s', async (statement) => {
    const before = one.version();
    await other.query(statement);
    await eventually(() => one.version() !== before);
  });

  test('every version differs while the connection is lost', async () => {
    await other.query(
      // Databases of other tests are on the same server.
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND (query LIKE 'LISTEN%' OR query = 'SELECT 1')`,
    );
    await eventually(() => !isStill(one));
    await eventually(() => isStill(one));
  });

  test('reports each table of a commit once, and not the tables of its own commits', async () => {
    const heard: (string | null)[] = [];
    const own = new Set<number>();
    const changes = new Changes({
      source: () => ({
        client: new Client({ ...server.config, ssl: false }),
        isOwn: (processId) => own.has(processId),
      }),
      onChange: (table) => void heard.push(table),
    });
    changes.listen();
    await eventually(() => changes.version === changes.version);
    // Commits before it listened are unknown.
    expect(heard).toEqual([null]);
    await other.query('BEGIN; INSERT INTO t DEFAULT VALUES; DELETE FROM t; COMMIT');
    await eventually(() => heard.length > 1);
    await other.query(`SELECT pg_notify('quoin_changes', '')`);
    await eventually(() => heard.length > 2);
    // One of the two commits is the listener's own.
    const { rows } = await other.query('SELECT pg_backend_pid() AS pid');
    own.add(Number(rows[0].pid));
    const before = changes.version;
    await other.query('INSERT INTO t DEFAULT VALUES');
    await two.transact(insert());
    await eventually(() => heard.length > 3);
    // A trigger of another program may have written other tables: both count.
    expect([heard, changes.version]).toEqual([[null, 't', null, 't'], before + 2]);
    await changes.close();
  });

  test('ignores a notification of its own commit only if it is expected', async () => {
    const backend = await other.query('SELECT pg_backend_pid() AS pid');
    const changes = new Changes({
      source: () => ({
        client: new Client({ ...server.config, ssl: false }),
        isOwn: (processId) => processId === Number(backend.rows[0].pid),
      }),
      onChange: () => undefined,
    });
    const reported: ChangedTables[] = [];
    changes.onChange((tables) => reported.push(tables));
    changes.listen();
    await eventually(() => changes.version === changes.version);
    reported.length = 0;
    const commit = async (isExpected: boolean): Promise<void> => {
      if (isExpected) changes.expect(new Set(['t']));
      await other.query('INSERT INTO t DEFAULT VALUES');
    };
    await commit(true);
    await commit(true);
    await commit(false);
    await eventually(() => reported.length > 0);
    expect(reported).toEqual([new Set(['t'])]);
    // A commit whose outcome is unknown.
    changes.expect(new Set(['t']));
    changes.record(null);
    await commit(false);
    await eventually(() => reported.length > 2);
    expect(reported).toEqual([new Set(['t']), null, new Set(['t'])]);
    await changes.close();
  });

  test('reports its own commit once', async () => {
    const reported: ChangedTables[] = [];
    const end = one.onChange((tables) => reported.push(tables));
    // Notifications of earlier commits arrive first.
    await other.query(`SELECT pg_notify('quoin_changes', 'now')`);
    await eventually(() => reported.some((tables) => tables?.has('now')));
    reported.length = 0;
    for (let i = 0; i < 3; i += 1) await one.transact(insert());
    // Notifications are ordered: those of these inserts would have arrived by then.
    await other.query('DELETE FROM t');
    await eventually(() => reported.length > 3);
    expect(reported).toEqual([1, 2, 3, 4].map(() => new Set(['t'])));
    end();
  });

  test('reports unknown tables if another program has created a trigger', async () => {
    const reported: ChangedTables[] = [];
    const end = one.onChange((tables) => reported.push(tables));
    await other.query(`CREATE FUNCTION another() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN DELETE FROM t WHERE id < 0; RETURN NULL; END $$;
      CREATE TRIGGER another AFTER INSERT ON t EXECUTE FUNCTION another()`);
    await one.transact(insert());
    await one.transact(insert());
    expect(reported.filter((tables) => tables === null)).toHaveLength(2);
    await other.query('DROP FUNCTION another CASCADE');
    await one.transact(insert());
    end();
  });

  test('reports tables that are attached later', async () => {
    await completeTriggers(one, layoutOf('t', 'u'));
    const before = two.version();
    await other.query('INSERT INTO u DEFAULT VALUES');
    await eventually(() => two.version() !== before);
  });

  test('detaches its triggers', async () => {
    expect(await detach(one)).toBe(true);
    expect(await detach(one)).toBe(false);
    const { rows } = await other.query(`SELECT 1 FROM pg_trigger WHERE tgname = 'quoin_changes'`);
    expect(rows).toEqual([]);
  });
});
