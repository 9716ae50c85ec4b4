// Savepoints of a transaction: what an error undoes, and what is thrown if it has ended the whole transaction.
import { expect, test } from 'vitest';
import { openTemporary } from '../../test/support/temp-database.ts';
import { inSavepoint } from './session.ts';

const TABLE = 'create table t(text unique)';

test('rolls back the work that fails, and nothing before it', async () => {
  const { database, other } = openTemporary(TABLE);
  await database.runInTransaction(async (session) => {
    await session.script(`insert into t values ('a')`);
    const work = inSavepoint(session, () => session.script(`insert into t values ('b'), ('a')`));
    await expect(work).rejects.toThrow('UNIQUE constraint failed');
  });
  expect(other.prepare('select text from t').pluck().all()).toEqual(['a']);
});

test('reports a full disk that has ended the transaction', async () => {
  const { database, other } = openTemporary(TABLE);
  const pages = other.pragma('page_count', { simple: true });
  const write = database.runInTransaction(async (session) => {
    await session.script(`pragma max_page_count = ${Number(pages) + 10}`);
    await session.script(`insert into t values ('a')`);
    await inSavepoint(session, async () => {
      for (let i = 0; i < 100; i += 1) {
        await session.script(`insert into t values (zeroblob(4000) || ${i})`);
      }
    });
  });
  await expect(write).rejects.toMatchObject({
    message: expect.stringContaining('out of storage space'),
    cause: { reason: 'ended', cause: { message: 'database or disk is full' } },
  });
});
