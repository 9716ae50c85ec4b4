// What a server keeps prepared for a connection: statements that come again, and no others.
import { expect, onTestFinished, test } from 'vitest';
import { makePostgresDatabase } from '../../../test/support/postgres-database.ts';
import type { Query, ReadSteps } from '../database.ts';
import { openPostgres } from './driver.ts';

function* ask(sql: string): ReadSteps<readonly unknown[]> {
  const query: Query = { sql, values: [] };
  return (yield [query])[0]?.[0] ?? [];
}

test('a statement is prepared when it is sent again, so that different ones leave nothing', async () => {
  const { config, drop } = await makePostgresDatabase();
  const database = await openPostgres({ ...config, pool: { min: 0, max: 1 } });
  onTestFinished(async () => {
    await database.close();
    await drop();
  });
  for (let i = 0; i < 50; i += 1) {
    expect(await database.read(ask(`SELECT ${i}, 'sent once'`))).toEqual([i, 'sent once']);
  }
  for (let i = 0; i < 5; i += 1) await database.read(ask("SELECT 'sent again'"));
  const count = 'SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE ';
  expect(await database.read(ask(`${count}'%sent once%'`))).toEqual([0]);
  expect(await database.read(ask(`${count}'%sent again%'`))).toEqual([1]);
});
