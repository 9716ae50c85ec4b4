import { expect, test } from 'vitest';
import { TimedRequests, type StageTimings } from './stage-timings.ts';

function start(): StageTimings {
  return new TimedRequests().start();
}

/** Names of the recorded stages. */
function stagesOf({ header }: StageTimings): readonly string[] {
  return header.split(', ').map((part) => part.slice(0, part.indexOf(';')));
}

test('records synchronous and asynchronous stages', async () => {
  const timings = start();
  expect(timings.measure('plan', () => 1)).toBe(1);
  await expect(timings.measure('db', async () => 2)).resolves.toBe(2);
  expect(stagesOf(timings)).toEqual(['plan', 'db', 'total']);
});

test('does not record stages that fail', async () => {
  const timings = start();
  const fail = (): never => {
    throw new Error('no');
  };
  expect(() => timings.measure('plan', fail)).toThrow('no');
  await expect(timings.measure('db', async () => fail())).rejects.toThrow('no');
  expect(stagesOf(timings)).toEqual(['total']);
  timings.measure('check', () => undefined);
  expect(stagesOf(timings)).toEqual(['check', 'total']);
});

test('records a stage that starts during another one as part of it, except shape', async () => {
  const timings = start();
  await timings.measure('check', async () => {
    await timings.measure('db', async () => timings.measure('plan', () => undefined));
    timings.measure('shape', () => undefined);
  });
  const wait = async (): Promise<void> => undefined;
  await Promise.all([timings.measure('db', wait), timings.measure('auth', wait)]);
  expect(stagesOf(timings)).toEqual(['check', 'db', 'shape', 'total']);
});

test('records overlapping stages until the last of them has ended', async () => {
  const timings = start();
  const ends: { done(): void; failed(error: Error): void }[] = [];
  const wait = (): Promise<void> => new Promise((done, failed) => void ends.push({ done, failed }));
  const reads = [timings.measure('db', wait), timings.measure('db', wait)];
  ends[0]?.done();
  await reads[0];
  expect(stagesOf(timings)).toEqual(['db', 'total']);
  timings.measure('plan', () => undefined);
  ends[1]?.failed(new Error('no'));
  await expect(reads[1]).rejects.toThrow('no');
  expect(stagesOf(timings)).toEqual(['db', 'total']);
});

test('returns the request for which code runs', async () => {
  const requests = new TimedRequests();
  const [one, other] = [requests.start(), requests.start()];
  const timerAfterWait = async (): Promise<unknown> => {
    await Promise.resolve();
    return requests.timer;
  };
  expect(await Promise.all([one, other].map((each) => each.handle(timerAfterWait)))).toEqual([
    one,
    other,
  ]);
  expect(requests.timer).toBeUndefined();
});
