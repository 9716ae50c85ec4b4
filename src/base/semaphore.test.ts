import { expect, test } from 'vitest';
import { Works } from '../../test/support/works.ts';
import { OverloadedError } from './errors.ts';
import { Semaphore, type Waiter } from './semaphore.ts';

test('limits concurrent tasks and runs the others in order, also after a failure', async () => {
  const works = new Works();
  const semaphore = new Semaphore(2);
  const all = [0, 1, 2, 3, 4, 5].map((i) => semaphore.run(() => works.work(i, i === 1)));
  const ends = await Promise.allSettled(all);
  expect(ends.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    ...Array<string>(4).fill('fulfilled'),
  ]);
  expect(works.max).toBe(2);
  expect(works.done).toEqual([0, 1, 2, 3, 4, 5]);
  expect(await semaphore.run(() => works.work(6))).toBe(6);
});

/** Work that lasts until it is ended. */
function heldWork(): { readonly held: Promise<number>; readonly end: () => void } {
  let end = (): void => undefined;
  const held = new Promise<number>((resolve) => (end = () => resolve(1)));
  return { held, end: () => end() };
}

/** A waiter that records its outcome. */
function waiter(name: string, notes: string[]): Waiter {
  return {
    enter: () => notes.push(name),
    reject: (error) => notes.push(`${name}: ${error instanceof OverloadedError}`),
  };
}

test('rejects a task if the queue is full, and runs the others', async () => {
  const semaphore = new Semaphore(1, { length: 2, timeout: 60_000 });
  const { held, end } = heldWork();
  const accepted = [
    semaphore.run(() => held),
    semaphore.run(async () => 2),
    semaphore.run(async () => 3),
  ];
  expect([semaphore.waiting, semaphore.isFull]).toEqual([2, true]);
  await expect(semaphore.run(async () => 4)).rejects.toBeInstanceOf(OverloadedError);
  end();
  expect(await Promise.all(accepted)).toEqual([1, 2, 3]);
  expect(semaphore.isFull).toBe(false);
});

test('rejects a task after its timeout, which then occupies no slot', async () => {
  const semaphore = new Semaphore(1, { length: 10, timeout: 5 });
  const { held, end } = heldWork();
  const first = semaphore.run(() => held);
  await expect(semaphore.run(async () => 2)).rejects.toBeInstanceOf(OverloadedError);
  end();
  await first;
  expect(await semaphore.run(async () => 3)).toBe(3);
});

test('rejects a task after its timeout, even if the event loop was blocked', () => {
  const semaphore = new Semaphore(1, { length: 10, timeout: 5 });
  const notes: string[] = [];
  semaphore.acquire(waiter('first', notes));
  semaphore.acquire(waiter('late', notes));
  // No timer runs meanwhile.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 10);
  semaphore.release();
  expect(notes).toEqual(['first', 'late: true']);
});

test('counts the wait from the given time', () => {
  const semaphore = new Semaphore(1, { length: 10, timeout: 60_000 });
  const notes: string[] = [];
  const since = performance.now() - 60_000;
  semaphore.acquire({ ...waiter('free', notes), since });
  semaphore.acquire({ ...waiter('late', notes), since });
  semaphore.acquire(waiter('next', notes));
  semaphore.release();
  expect(notes).toEqual(['free', 'late: true', 'next']);
});

test('runs an urgent task next, never rejects it, and skips withdrawn ones', () => {
  const semaphore = new Semaphore(1, { length: 2, timeout: 60_000 });
  const notes: string[] = [];
  const withdrawn = waiter('withdrawn', notes);
  semaphore.acquire(waiter('first', notes));
  semaphore.acquire(withdrawn);
  semaphore.acquire(waiter('second', notes));
  semaphore.acquire(waiter('late', notes));
  semaphore.acquire(waiter('urgent', notes), true);
  expect(semaphore.withdraw(withdrawn)).toBe(true);
  for (let i = 0; i < 3; i += 1) semaphore.release();
  expect(notes).toEqual(['first', 'late: true', 'urgent', 'second']);
  expect(semaphore.withdraw(withdrawn)).toBe(false);
  semaphore.acquire(waiter('free', notes));
  expect([notes.at(-1), semaphore.waiting]).toEqual(['free', 0]);
});

test('a task occupies as many slots as its weight, and lighter ones do not overtake it', () => {
  const semaphore = new Semaphore(4);
  const notes: string[] = [];
  const acquire = (name: string, weight: number): void =>
    semaphore.acquire({ ...waiter(name, notes), weight });
  acquire('first', 3);
  acquire('heavy', 4);
  acquire('light', 1);
  acquire('lighter', 1);
  expect([notes, semaphore.waiting]).toEqual([['first'], 3]);
  semaphore.release(3);
  expect(notes).toEqual(['first', 'heavy']);
  semaphore.release(4);
  expect([notes, semaphore.waiting]).toEqual([['first', 'heavy', 'light', 'lighter'], 0]);
});
