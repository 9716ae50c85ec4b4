// Writes that run code inside their transaction: nested operations, isolation and the timeout of a pause.
import { expect, test } from 'vitest';
import { openScratch } from '../../test/support/scratch-database.ts';
import { onClient } from '../../test/support/test-database.ts';
import type { Logger } from '../base/logger.ts';
import { withInteraction } from './interactive-database.ts';
import type { InteractiveWriteSteps, Query, ReadSteps, WriteSteps } from './session.ts';

const TABLE = onClient({
  sqlite: 'create table t(id integer primary key, name text unique)',
  postgres: 'create table t(id serial primary key, name text unique)',
});

const INSERT = onClient({
  sqlite: 'insert into t(name) values (?)',
  postgres: 'insert into t(name) values ($1)',
});

const query = (sql: string, ...values: readonly string[]): Query => ({ sql, values });

function* insert(name: string): WriteSteps<string> {
  yield [query(INSERT, name)];
  return name;
}

function* names(): ReadSteps<readonly unknown[]> {
  const [rows = []] = yield [query('select name from t order by name')];
  return rows.map(([name]) => name);
}

function* around(name: string, wait: () => Promise<void>): InteractiveWriteSteps<string> {
  yield [query(INSERT, `${name} 1`)];
  yield { name: `the pause of ${name}`, wait };
  yield [query(INSERT, `${name} 2`)];
  return name;
}

async function open(timeout?: number, log?: Pick<Logger, 'error'>) {
  const { database, column } = await openScratch(TABLE);
  return {
    database: withInteraction(database, timeout, log ? { log } : {}),
    committed: () => column('select name from t order by name'),
  };
}

test('operations in the callback join the transaction; other connections see only committed rows', async () => {
  const { database, committed } = await open();
  const seen: unknown[] = [];
  const value = await database.transactInteractively(
    around('a', async () => {
      seen.push(database.isInteractive, await database.read(names()), await committed());
      seen.push(await database.transact(insert('b')));
      seen.push(await database.transactInteractively(around('c', async () => undefined)));
      seen.push(await database.read(names()), await committed());
    }),
  );
  expect(value).toBe('a');
  expect(seen).toEqual([true, ['a 1'], [], 'b', 'c', ['a 1', 'b', 'c 1', 'c 2'], []]);
  expect(await committed()).toEqual(['a 1', 'a 2', 'b', 'c 1', 'c 2']);
  expect(database.isInteractive).toBe(false);
});

test('rolls back only the nested operation that fails, also if it is a read', async () => {
  const { database, committed } = await open();
  await database.transactInteractively(
    around('a', async () => {
      await expect(database.transact(insert('a 1'))).rejects.toThrow('rejects the values of name');
      await expect(database.read(failing())).rejects.toThrow();
      await expect(
        database.transactInteractively(
          around('b', async () => {
            throw new Error('no');
          }),
        ),
      ).rejects.toThrow('no');
      await database.transact(insert('c'));
    }),
  );
  expect(await committed()).toEqual(['a 1', 'a 2', 'c']);

  function* failing(): ReadSteps<void> {
    yield [query('select nothing from nowhere')];
  }
});

test('rolls back everything if the callback throws', async () => {
  const { database, committed } = await open();
  const late: string[] = [];
  const write = database.transactInteractively(
    around('a', async () => {
      await database.transact(insert('b'));
      await database.afterCommit(async () => void late.push('b'));
      throw new Error('no');
    }),
  );
  await expect(write).rejects.toThrow('no');
  expect(await committed()).toEqual([]);
  expect(late).toEqual([]);
});

test('runs the afterCommit callbacks of the transaction, except those of nested operations that were rolled back', async () => {
  const { database, committed } = await open();
  const late: string[] = [];
  const note = (name: string) =>
    database.afterCommit(async () => void late.push(`${name} ${(await committed()).length}`));
  await database.transactInteractively(
    around('a', async () => {
      await note('inside');
      const nested = around('b', async () => {
        await note('undone');
        throw new Error('no');
      });
      await expect(database.transactInteractively(nested)).rejects.toThrow('no');
      expect(late).toEqual([]);
    }),
  );
  expect(late).toEqual(['inside 2']);
  await note('outside');
  expect(late).toEqual(['inside 2', 'outside 2']);
});

test('completes nested operations that the callback does not await before the transaction continues', async () => {
  const { database, committed } = await open();
  const begun: Promise<unknown>[] = [];
  await database.transactInteractively(
    around('a', async () => {
      for (const name of ['b', 'c']) begun.push(database.transact(insert(name)));
    }),
  );
  await Promise.all(begun);
  expect(await committed()).toEqual(['a 1', 'a 2', 'b', 'c']);
});

test('an operation after the end of the transaction runs in its own transaction', async () => {
  const { database, committed } = await open();
  let late: Promise<unknown> = Promise.resolve();
  const write = database.transactInteractively(
    around('a', async () => {
      late = new Promise((resolve) => setTimeout(resolve, 20)).then(async () => {
        await database.transact(insert('late'));
      });
    }),
  );
  await write;
  await late;
  expect(await committed()).toEqual(['a 1', 'a 2', 'late']);
});

test('rolls back a transaction that pauses too long, and continues with waiting operations', async () => {
  const { database, committed } = await open(100);
  let other: Promise<unknown> = Promise.resolve();
  let enter: () => void = () => undefined;
  const entered = new Promise<void>((resolve) => {
    enter = resolve;
  });
  let begin: () => void = () => undefined;
  const begun = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const stuck = database.transactInteractively(
    around('a', async () => {
      enter();
      await begun;
      await other;
    }),
  );
  const failed = expect(stuck).rejects.toMatchObject({ reason: 'pauseTimeout' });
  await entered;
  other = database.transact(insert('other'));
  begin();
  await failed;
  await other;
  expect(await committed()).toEqual(['other']);
});

test('runs all afterCommit callbacks in order, and rejects with the first error', async () => {
  const { database, committed } = await open();
  const seen: string[] = [];
  const write = database.transactInteractively(
    around('a', async () => {
      await database.afterCommit(async () => {
        await Promise.resolve();
        seen.push('first');
        throw new Error('first callback');
      });
      await database.afterCommit(async () => void seen.push('second'));
      await database.transactInteractively(insert('b'), {
        afterCommit: async () => void seen.push('nested'),
      });
    }),
    { afterCommit: async () => void seen.push('own') },
  );
  await expect(write).rejects.toThrow('first callback');
  expect(seen).toEqual(['first', 'second', 'nested', 'own']);
  expect(await committed()).toEqual(['a 1', 'a 2', 'b']);
});

test('the failure of a nested operation does not remove callbacks of concurrent operations', async () => {
  const { database } = await open();
  const seen: string[] = [];
  const note = async (name: string): Promise<void> => {
    await database.afterCommit(async () => void seen.push(`committed ${name}`));
    database.afterRollback(async () => void seen.push(`rolled back ${name}`));
  };
  await database.transactInteractively(
    around('a', async () => {
      const nested = around('b', async () => {
        // As other code of the transaction that runs at the same time.
        await outside;
        await note('b');
        throw new Error('no');
      });
      const failing = database.transactInteractively(nested);
      const outside = note('a');
      await expect(failing).rejects.toThrow('no');
    }),
  );
  expect(seen).toEqual(['rolled back b', 'committed a']);
});

test('rollback callbacks run in order', async () => {
  const { database } = await open();
  const seen: string[] = [];
  const write = database.transactInteractively(
    around('a', async () => {
      database.afterRollback(async () => {
        await new Promise((resolve) => setImmediate(resolve));
        seen.push('first');
      });
      database.afterRollback(async () => void seen.push('second'));
      throw new Error('no');
    }),
  );
  await expect(write).rejects.toThrow('no');
  expect(seen).toEqual(['first', 'second']);
});

test.each([1, 2])(
  'a failing rollback callback hides neither the error nor other callbacks (depth %s)',
  async (depth) => {
    const logged: unknown[] = [];
    const log = { error: (details: unknown): void => void logged.push(details) };
    const { database, committed } = await open(undefined, log);
    const seen: string[] = [];
    const failing = around('a', async () => {
      database.afterRollback(() => Promise.reject(new Error('first callback')));
      database.afterRollback(async () => void seen.push('second callback'));
      throw new Error('the cause');
    });
    const write =
      depth === 1
        ? failing
        : around('outer', () => database.transactInteractively(failing).then(() => undefined));
    await expect(database.transactInteractively(write)).rejects.toThrow('the cause');
    expect(seen).toEqual(['second callback']);
    expect(await committed()).toEqual([]);
    expect(logged).toEqual([new Error('first callback')]);
  },
);
