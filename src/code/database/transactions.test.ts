// Transactions of project code: nesting, rollback and callbacks.
import { expect, test } from 'vitest';
import { CRATE, JOB, openWorkshop, shareWorkshop } from '../../../test/support/workshop.ts';
import type { Knex } from 'knex';
import type { LifecycleEvent } from '../lifecycles/lifecycles.ts';
import type { Row } from '../strapi/code-values.ts';
import type { ManualTransaction, TransactionScope } from './transactions.ts';

const workshop = await shareWorkshop();

const crate = (name: string) => workshop.query(CRATE).create({ data: { name } });
const count = (name: string) => workshop.query(CRATE).count({ where: { name } });
const run = (work: (scope: TransactionScope) => Promise<unknown>) => workshop.db.transaction(work);

test('joins everything that the callback calls after a wait, and returns its value', async () => {
  expect(workshop.db.inTransaction()).toBe(false);
  const value = await run(async () => {
    await new Promise((resolve) => setImmediate(resolve));
    await crate('t1');
    return [workshop.db.inTransaction(), await count('t1')];
  });
  expect(value).toEqual([true, 1]);
  expect(await count('t1')).toBe(1);
});

test('rolls back documents and rows on an error, and rethrows it', async () => {
  const work = run(async () => {
    await crate('t2');
    await workshop.documents(JOB).create({ data: { title: 't2' } });
    throw new Error('Changed my mind');
  });
  await expect(work).rejects.toThrow('Changed my mind');
  expect(await count('t2')).toBe(0);
  expect(await workshop.documents(JOB).count({ filters: { title: 't2' } })).toBe(0);
});

test('rollback() undoes the writes, and the value is returned', async () => {
  const value = await run(async ({ rollback }) => {
    await crate('t3');
    await rollback();
    return 'rolled back';
  });
  expect(value).toBe('rolled back');
  expect(await count('t3')).toBe(0);
});

test('commit() preserves writes that precede a later error', async () => {
  const work = run(async ({ commit }) => {
    await crate('kept');
    await commit();
    throw new Error('later');
  });
  await expect(work).rejects.toThrow('later');
  expect(await count('kept')).toBe(1);
});

test('after commit() or rollback(), the callback writes outside of the transaction', async () => {
  for (const how of ['commit', 'rollback'] as const) {
    const seen: unknown[] = [];
    const value = await run(async (scope) => {
      scope.onCommit(() => seen.push('committed'));
      scope.onRollback(() => seen.push('rolled back'));
      await crate(`${how} before`);
      await scope[how]();
      seen.push(workshop.db.inTransaction());
      scope.onCommit(() => seen.push('too late'));
      await crate(`${how} after`);
      await expect((scope.trx as Knex).raw('select 1')).rejects.toThrow('already complete');
      await scope.commit();
      // The next transaction is a new one.
      await run(async () => seen.push(workshop.db.inTransaction()));
      return 'value';
    });
    expect(value).toBe('value');
    expect(seen).toEqual([how === 'commit' ? 'committed' : 'rolled back', false, true]);
    expect(await count(`${how} before`)).toBe(how === 'commit' ? 1 : 0);
    expect(await count(`${how} after`)).toBe(1);
  }
});

test('a nested transaction cannot end the outer one', async () => {
  await run(async () => {
    await crate('outer');
    await run(async ({ rollback, commit }) => {
      await rollback();
      await commit();
    });
    expect(workshop.db.inTransaction()).toBe(true);
  });
  expect(await count('outer')).toBe(1);
});

test('callbacks of a transaction in a hook run after the commit or rollback of the document', async () => {
  const seen: string[] = [];
  const end = workshop.db.lifecycles.subscribe({
    models: [JOB],
    afterCreate: async ({ result }: LifecycleEvent) => {
      await run(async ({ onCommit, onRollback }) => {
        onCommit(async () => seen.push(`committed ${await count('in hook')}`));
        onRollback(async () => seen.push(`rolled back ${await count('in hook')}`));
        await crate('in hook');
      });
      seen.push('hook');
      if ((result as Row)['title'] === 'fails') throw new Error('No');
    },
  });
  const jobs = workshop.documents(JOB);
  await jobs.create({ data: { title: 'works' } });
  expect(seen.splice(0)).toEqual(['hook', 'committed 1']);
  await expect(jobs.create({ data: { title: 'fails' } })).rejects.toThrow('No');
  expect(seen.splice(0)).toEqual(['hook', 'rolled back 1']);
  // A document call in a transaction is rolled back alone.
  await run(async () => {
    await jobs.create({ data: { title: 'fails' } }).catch(() => undefined);
    expect(seen.splice(0)).toEqual(['hook', 'rolled back 1']);
    await jobs.create({ data: { title: 'works' } });
    expect(seen).toEqual(['hook']);
  });
  expect(seen).toEqual(['hook', 'committed 2']);
  end();
});

test.each([
  [false, ['body', 'commit']],
  [true, ['body', 'rollback']],
])('runs callbacks at its end (fails: %s)', async (fails, expected) => {
  const seen: string[] = [];
  const work = run(async ({ onCommit, onRollback }) => {
    onCommit(() => seen.push('commit'));
    onRollback(() => seen.push('rollback'));
    await run(async (inner) => inner.onCommit(() => seen.length));
    seen.push('body');
    if (fails) throw new Error('no');
  });
  await work.catch(() => undefined);
  expect(seen).toEqual(expected);
});

test('a nested transaction is part of the outer one: its writes remain if its error is caught', async () => {
  await run(async () => {
    await crate('t6 outer');
    await run(async () => {
      await crate('t6 inner');
      throw new Error('inner fails');
    }).catch(() => undefined);
  });
  const where = { name: { $startsWith: 't6' } };
  const rows = await workshop.query(CRATE).findMany({ where, orderBy: 'name' });
  expect(rows.map(({ name }) => name)).toEqual(['t6 inner', 't6 outer']);
});

test.each(['transaction', 'document'])(
  'a failing onCommit callback of a %s hides neither events nor other callbacks',
  async (kind) => {
    const events: string[] = [];
    const seen: string[] = [];
    const unsubscribe = workshop.project.engine.feed.subscribe((some) =>
      events.push(...some.map((event) => event.uid)),
    );
    const fail = (): void => {
      void run(async ({ onCommit }) => {
        onCommit(() => {
          throw new Error('no');
        });
        onCommit(() => seen.push('second'));
      });
    };
    const end = workshop.db.lifecycles.subscribe({
      models: [JOB],
      afterCreate: () => void (kind === 'document' && fail()),
    });
    const create = () => workshop.documents(JOB).create({ data: { title: `t8 ${kind}` } });
    const write =
      kind === 'document'
        ? create()
        : run(async () => {
            fail();
            await create();
          });
    await expect(write).rejects.toThrow('no');
    end();
    unsubscribe();
    expect(events).toEqual([JOB]);
    expect(seen).toEqual(['second']);
    const filters = { title: `t8 ${kind}` };
    expect(await workshop.documents(JOB).count({ filters })).toBe(1);
  },
);

test('a failing write does not remove the events and callbacks of concurrent ones', async () => {
  const events: string[] = [];
  const unsubscribe = workshop.project.engine.feed.subscribe((some) =>
    events.push(...some.map((event) => event.uid)),
  );
  const end = workshop.db.lifecycles.subscribe({
    models: [JOB],
    afterCreate: ({ result }: LifecycleEvent) => {
      if ((result as Row)['title'] === 't9 bad') throw new Error('no');
    },
  });
  const jobs = workshop.documents(JOB);
  const seen: string[] = [];
  await run(async ({ onCommit }) => {
    const writes = ['t9', 't9 bad'].map((title) => jobs.create({ data: { title } }));
    onCommit(() => seen.push('committed'));
    const results = await Promise.allSettled(writes);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
  });
  end();
  unsubscribe();
  expect([events, seen]).toEqual([[JOB], ['committed']]);
});

test('hides uncommitted rows from others', async () => {
  let seen: number | undefined;
  await run(async () => {
    await crate('t7');
    const [rows] = await workshop.project.rows(
      `select count(*) as n from crates where name = 't7'`,
    );
    seen = Number(rows?.['n'] ?? 0);
  });
  // Another program counts.
  expect(seen).toBe(0);
  expect(await count('t7')).toBe(1);
});

test('rolls back a transaction that does not end in time, and lets others proceed', async () => {
  await using short = await openWorkshop(50);
  const work = short.db.transaction(async () => {
    await short.query(CRATE).create({ data: { name: 'stuck' } });
    await new Promise(() => {});
  });
  await expect(work).rejects.toThrow('A transaction in project code did not end within 50 ms');
  expect(await short.query(CRATE).count({ where: { name: 'stuck' } })).toBe(0);
});

test('statements of trx do not run after the transaction was rolled back by its timeout', async () => {
  await using short = await openWorkshop(50);
  let scope: TransactionScope | undefined;
  let trx: Knex.Transaction | undefined;
  const work = short.db.transaction(async (passed: TransactionScope) => {
    scope = passed;
    trx = passed.trx as Knex.Transaction;
    await trx('crates').insert({ name: 'early' });
    await new Promise(() => {});
  });
  await expect(work).rejects.toThrow('did not end within 50 ms');
  expect(trx?.isCompleted()).toBe(true);
  await expect(trx?.('crates').insert({ name: 'late' })).rejects.toThrow('already complete');
  await expect(scope?.commit()).rejects.toThrow('did not end within 50 ms');
  expect(await short.query(CRATE).count({})).toBe(0);
});

test.each(['strapi.db.transaction()', 'knex.transaction()'])(
  '%s: statements do not run after the timeout',
  async (kind) => {
    await using short = await openWorkshop(50);
    const knex = short.db.connection as Knex;
    const trx = kind.startsWith('knex')
      ? await knex.transaction()
      : (((await short.db.transaction()) as ManualTransaction).get() as Knex.Transaction);
    // On a slow machine this may be too late as well.
    await trx('crates')
      .insert({ name: 'early' })
      .catch(() => undefined);
    const select = () =>
      trx('crates').then(
        () => 'open',
        (error: unknown) => String(error),
      );
    await expect.poll(select).toContain('already complete');
    await expect(trx('crates').insert({ name: 'late' })).rejects.toThrow('already complete');
    // Knex reports a failed commit in `executionPromise`.
    const ended = trx.commit().then(() => trx.executionPromise);
    await expect(ended).rejects.toThrow('did not end within 50 ms');
    expect(await short.query(CRATE).count({})).toBe(0);
  },
);

test.each(['commit', 'rollback'] as const)(
  'a hook of a write cannot %s the transaction that contains it',
  async (how) => {
    let scope: TransactionScope | undefined;
    const end = workshop.db.lifecycles.subscribe({
      models: [JOB],
      afterCreate: () => scope?.[how](),
    });
    await run(async (passed) => {
      scope = passed;
      await crate(`t10 ${how}`);
      const write = workshop.documents(JOB).create({ data: { title: 't10' } });
      await expect(write).rejects.toThrow('cannot be committed or rolled back by a hook');
    });
    end();
    expect(await count(`t10 ${how}`)).toBe(1);
    expect(await workshop.documents(JOB).count({ filters: { title: 't10' } })).toBe(0);
  },
);

test('concurrent calls of commit() wait for the commit, except in callbacks of the transaction', async () => {
  const seen: string[] = [];
  await run(async ({ commit, onCommit }) => {
    onCommit(async () => {
      await commit();
      seen.push('callback');
    });
    await crate('t11');
    void commit();
    await commit();
    seen.push(`end ${await count('t11')}`);
  });
  expect(seen).toEqual(['callback', 'end 1']);
});
