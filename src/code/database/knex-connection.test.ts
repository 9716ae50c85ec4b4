// Knex on the project's own connection: statements, transactions, and cache invalidation.
import type { Knex } from 'knex';
import { beforeAll, expect, test } from 'vitest';
import { onClient } from '../../../test/support/test-database.ts';
import { CRATE, JOB, shareWorkshop } from '../../../test/support/workshop.ts';
import type { ManualTransaction, TransactionScope } from './transactions.ts';

const workshop = await shareWorkshop();
let knex: Knex;

const count = (name: string) => workshop.query(CRATE).count({ where: { name } });

beforeAll(async () => {
  knex = workshop.db.connection as Knex;
});

test('inserts, selects, updates and deletes rows', async () => {
  await knex('crates').insert({ name: 'k', weight: 9 });
  expect(await knex('crates').select('name', 'weight').where({ name: 'k' })).toEqual([
    { name: 'k', weight: 9 },
  ]);
  const first = await knex.select('name').from('crates').where('weight', '>', 5).first();
  expect(first).toEqual({ name: 'k' });
  expect(await knex('crates').where({ name: 'k' }).update({ weight: 10 })).toBe(1);
  const [returned] = await knex('crates').insert({ name: 'r' }).returning(['id', 'name']);
  expect(returned).toMatchObject({ id: expect.any(Number), name: 'r' });
  expect(await knex('crates').whereIn('name', ['r', 'k']).del()).toBe(2);
});

test('runs raw statements with bindings, and maps the names of link tables', async () => {
  await workshop.documents(JOB).create({ data: { title: 'joined' } });
  const raw: unknown = await knex.raw('select title from jobs where title = ?', ['joined']);
  expect(onClient({ sqlite: raw, postgres: (raw as { rows?: unknown }).rows })).toEqual([
    { title: 'joined' },
  ]);
  const joined = knex('jobs').leftJoin('jobs_client_lnk', 'jobs.id', 'jobs_client_lnk.job_id');
  const [row] = await joined.count({ n: 'jobs.id' });
  expect(Number(row?.['n'])).toBe(1);
});

test('creates tables, and maps their names', async () => {
  expect(await knex.schema.hasTable('crates')).toBe(true);
  expect(await knex.schema.hasColumn('crates', 'weight')).toBe(true);
  expect(await knex.schema.hasTable('my_notes')).toBe(false);
  await knex.schema.createTable('my_notes', (table) => {
    table.increments('id');
    table.string('text');
  });
  await knex('my_notes').insert({ text: 'kept' });
  expect(await knex('my_notes').select('text')).toEqual([{ text: 'kept' }]);
  const { client } = knex.client as { client: unknown } & { config: { client: unknown } };
  expect(client).toBeUndefined();
  expect((knex.client as { config: { client: unknown } }).config.client).toBe(
    onClient({ sqlite: 'better-sqlite3', postgres: 'postgres' }),
  );
});

test('its writes invalidate cached reads', async () => {
  const { database } = workshop.project;
  expect(await workshop.documents(CRATE).count()).toBe(0);
  const changes: unknown[] = [];
  const end = database.onChange((tables) => changes.push(tables));
  await knex('crates').insert({ name: 'counted' });
  await knex('crates').select('name');
  end();
  expect(changes).toEqual([null]);
  expect(await workshop.documents(CRATE).count()).toBe(1);
});

test('joins the transaction that it runs in', async () => {
  const work = workshop.db.transaction(async ({ trx }: TransactionScope) => {
    await workshop.query(CRATE).create({ data: { name: 't1' } });
    const rows = await knex('crates')
      .where({ name: 't1' })
      .transacting(trx as Knex.Transaction);
    await knex('crates').insert({ name: 't1' });
    expect(typeof trx).toBe('function');
    expect([rows.length, await count('t1')]).toEqual([1, 2]);
    throw new Error('undone');
  });
  await expect(work).rejects.toThrow('undone');
  expect(await count('t1')).toBe(0);
});

test.each([true, false])('ends a transaction explicitly (commit: %s)', async (commits) => {
  const name = `by hand ${commits}`;
  const transaction = (await workshop.db.transaction()) as ManualTransaction;
  const trx = transaction.get() as Knex.Transaction;
  await knex('crates').transacting(trx).insert({ name, weight: 3 });
  await (commits ? transaction.commit() : transaction.rollback());
  expect(await count(name)).toBe(commits ? 1 : 0);
});

test('runs knex transactions, alone and nested', async () => {
  await knex.transaction(async (trx) => {
    await trx('crates').insert({ name: 'own' });
  });
  const failing = knex.transaction(async (trx) => {
    await trx('crates').insert({ name: 'own' });
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  expect(await count('own')).toBe(1);
  await workshop.db.transaction(async () => {
    await knex('crates').insert({ name: 'outer' });
    const inner = knex.transaction(async (trx) => {
      await trx('crates').insert({ name: 'inner' });
      throw new Error('inner');
    });
    await expect(inner).rejects.toThrow('inner');
  });
  expect([await count('outer'), await count('inner')]).toEqual([1, 0]);
});

test('reads and rolls back the writes of the hook that it runs in', async () => {
  const end = workshop.db.lifecycles.subscribe({
    models: [CRATE],
    afterCreate: async () => {
      await knex('crates').update({ label: 'by knex' }).where({ name: 'hooked' });
      throw new Error('rejected');
    },
  });
  const creating = workshop.documents(CRATE).create({ data: { name: 'hooked' } });
  await expect(creating).rejects.toThrow('rejected');
  end();
  expect(await count('hooked')).toBe(0);
});

test('throws errors with the statement', async () => {
  await expect(knex('crates').select('nothing')).rejects.toThrow('nothing');
});
