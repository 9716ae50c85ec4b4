// Prepared statements of a connection: only statements that are sent repeatedly.
import { expect, onTestFinished, test } from 'vitest';
import { makePostgresDatabase } from '../../../test/support/postgres-database.ts';
import type { Query, ReadSteps } from '../session.ts';
import { CACHE_BYTES } from '../../base/limits.ts';
import { cacheSizes } from '../../base/lru-map.ts';
import { openPostgres } from './driver.ts';

function* runStatements(sql: string): ReadSteps<readonly unknown[]> {
  const query: Query = { sql, values: [] };
  return (yield [query])[0]?.[0] ?? [];
}

test('prepares a statement when it is sent for the second time', async () => {
  const { config, drop } = await makePostgresDatabase();
  const database = await openPostgres({ ...config, pool: { min: 0, max: 1 } });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  for (let i = 0; i < 50; i += 1) {
    expect(await database.read(runStatements(`SELECT ${i}, 'sent once'`))).toEqual([
      i,
      'sent once',
    ]);
  }
  for (let i = 0; i < 5; i += 1) await database.read(runStatements("SELECT 'sent again'"));
  const count = 'SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE ';
  expect(await database.read(runStatements(`${count}'%sent once%'`))).toEqual([0]);
  expect(await database.read(runStatements(`${count}'%sent again%'`))).toEqual([1]);
});

/** A statement that is as long as one of many conditions. */
function longStatement(i: number): string {
  return `SELECT ${i}, '${'x'.repeat(5000)}'`;
}

test('limits the size of repeated statements, in the process and per connection', async () => {
  const { config, drop } = await makePostgresDatabase();
  const database = await openPostgres({ ...config, pool: { min: 0, max: 1 } });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  const inServer = `SELECT count(*), coalesce(sum(length(statement)), 0) FROM pg_prepared_statements`;
  let most = 0;
  for (let i = 0; i < 600; i += 1) {
    await database.read(runStatements(longStatement(i)));
    await database.read(runStatements(longStatement(i)));
    if (i % 20 === 0)
      most = Math.max(most, Number((await database.read(runStatements(inServer)))[1]));
  }
  const sizes = cacheSizes();
  expect(sizes.get('postgres_statements')).toBeGreaterThan(CACHE_BYTES.postgres_statements * 0.9);
  expect(sizes.get('postgres_statements')).toBeLessThanOrEqual(CACHE_BYTES.postgres_statements);
  expect(sizes.get('postgres_unprepared_statements')).toBeGreaterThan(
    CACHE_BYTES.postgres_unprepared_statements * 0.9,
  );
  expect(sizes.get('postgres_unprepared_statements')).toBeLessThanOrEqual(
    CACHE_BYTES.postgres_unprepared_statements,
  );
  // Characters of two bytes each, plus those of the last transaction.
  expect(most).toBeGreaterThan(800_000);
  expect(most).toBeLessThan(1_050_000);
});
