// Copies of a project's database to the other client, and back.
import { copyFileSync, mkdtempSync, realpathSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  makePostgresDatabase,
  type PostgresDatabase,
} from '../../test/support/postgres-database.ts';
import { kitchenRegistry, vendored } from '../../test/support/vendored-projects.ts';
import type { Database } from '../storage/database.ts';
import type { WriteSteps } from '../storage/session.ts';
import { createLayout } from '../storage/layout/layout.ts';
import { openPostgres } from '../storage/postgres/driver.ts';
import { openSqlite } from '../storage/sqlite/driver.ts';
import { copyDatabase, type CopyProgress } from './copy-database.ts';
import type { TransferError } from './errors.ts';

const layout = createLayout(kitchenRegistry());
const silent: CopyProgress = { begin: () => undefined, step: () => undefined };
const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-transfer-')));
const opened: Database[] = [];
const postgresDatabases: PostgresDatabase[] = [];

afterAll(async () => {
  for (const database of opened) await database.close();
  for (const database of postgresDatabases) await database.drop();
});

let files = 0;

function sqlite(fixture?: string): Database {
  files += 1;
  const file = path.join(folder, `${files}.db`);
  if (fixture !== undefined) copyFileSync(vendored('conformance', 'fixtures', fixture), file);
  const database = openSqlite(file);
  opened.push(database);
  return database;
}

async function postgres(): Promise<Database> {
  const database = await makePostgresDatabase();
  postgresDatabases.push(database);
  const open = await openPostgres(database.config);
  opened.push(open);
  return open;
}

async function runSql(database: Database, sql: string): Promise<void> {
  await database.runInTransaction((session) => session.script(sql));
}

describe('from SQLite to PostgreSQL and back', () => {
  test('copies every row with its id, unchanged in both directions', async () => {
    const [from, over, back] = [sqlite('kitchen-seeded.db'), await postgres(), sqlite()];
    const there = await copyDatabase({ layout, from, to: over, progress: silent });
    expect(there.tables.reduce((sum, { rows }) => sum + rows, 0)).toBeGreaterThan(200);
    const here = await copyDatabase({ layout, from: over, to: back, progress: silent });
    expect(
      here.tables.filter(({ table, rows }) => rows > 0 && !table.startsWith('quoin_')),
    ).toEqual(there.tables.filter(({ rows }) => rows > 0));
  });

  test('continues id sequences', async () => {
    const [from, to] = [sqlite('kitchen-seeded.db'), await postgres()];
    await copyDatabase({ layout, from, to, progress: silent });
    const before = await to.read(request('select max(id) from authors'));
    const next = await to.transact(
      request(`insert into authors (name) values ('new') returning id`),
    );
    expect(next).toBe(before + 1);
  });

  function* request(sql: string): WriteSteps<number> {
    const [rows] = yield [{ sql, values: [] }];
    return Number(rows?.[0]?.[0]);
  }

  test('counts decimals that PostgreSQL rounds', async () => {
    const [from, to] = [sqlite('kitchen-seeded.db'), await postgres()];
    await runSql(
      from,
      'delete from samples; delete from files; delete from components_shared_dimensions; insert into samples (a_decimal) values (1.005), (1.25), (-0.005)',
    );
    const { rounded } = await copyDatabase({ layout, from, to, progress: silent });
    expect(rounded).toBe(2);
  });
});

describe('copies nothing', () => {
  test('into a database that has rows', async () => {
    const copy = copyDatabase({
      layout,
      from: sqlite('kitchen-seeded.db'),
      to: sqlite('kitchen-seeded.db'),
      progress: silent,
    });
    await expect(copy).rejects.toThrow('The target is not empty');
  });

  test('if the source changes during the copy', async () => {
    const [from, to] = [sqlite('kitchen-seeded.db'), sqlite()];
    const begun: string[] = [];
    const begin = (table: string): void => {
      if (begun.at(-1) === 'authors') {
        void runSql(from, `insert into authors (name) values ('late')`);
      }
      begun.push(table);
    };
    const copy = copyDatabase({ layout, from, to, progress: { ...silent, begin } });
    await expect(copy).rejects.toThrow('authors differs');
    await copyDatabase({ layout, from, to, progress: silent });
  });

  test('if a value does not fit its type, and names its row and column', async () => {
    const [from, to] = [sqlite('kitchen-seeded.db'), await postgres()];
    await runSql(from, `insert into samples (id, an_integer) values (900, 'many')`);
    const rejected = await copyDatabase({ layout, from, to, progress: silent }).catch(
      (error: unknown) => error,
    );
    expect(rejected).toMatchObject({ reason: 'rejected' });
    expect((rejected as TransferError).problems).toEqual([
      'samples.an_integer of row 900: "many" is not a valid integer',
    ]);
    const report = await copyDatabase({
      layout,
      from: sqlite('kitchen-seeded.db'),
      to,
      progress: silent,
    });
    expect(report.tables.length).toBeGreaterThan(50);
  });
});
