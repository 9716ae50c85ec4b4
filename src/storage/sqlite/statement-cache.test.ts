// Cache of the prepared statements of a connection.
import { expect, test } from 'vitest';
import { CACHE_BYTES } from '../../base/limits.ts';
import { cacheSizes } from '../../base/lru-map.ts';
import { openConnection } from './open-connection.ts';
import { Statements } from './statements.ts';

test('bounds the size of cached statements', () => {
  const connection = openConnection(':memory:');
  let prepared = 0;
  const statements = new Statements({
    ...connection,
    prepare: (sql: string) => {
      prepared += 1;
      return connection.prepare(sql);
    },
  });
  const before = cacheSizes().get('sqlite_statements') ?? 0;
  const run = (i: number): unknown => statements.rows({ sql: `select ${i}`, values: [] });
  for (let i = 0; i < 3000; i += 1) run(i);
  const size = cacheSizes().get('sqlite_statements') ?? 0;
  expect(size).toBeGreaterThan(CACHE_BYTES.sqlite_statements * 0.9);
  expect(size - before).toBeLessThanOrEqual(CACHE_BYTES.sqlite_statements);
  expect(prepared).toBe(3000);
  run(2999);
  expect(prepared).toBe(3000);
  run(0);
  expect(prepared).toBe(3001);
  connection.close();
});
