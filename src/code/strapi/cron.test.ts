import { afterEach, describe, expect, test } from 'vitest';
import { createCron, type CronSwitch } from './cron.ts';
import { eventually } from '../../../test/support/eventually.ts';
import type { CodeCron } from './strapi.ts';

interface Started {
  readonly cron: CodeCron;
  readonly errors: readonly unknown[];
}

const open: CodeCron[] = [];

afterEach(() => {
  for (const cron of open.splice(0)) cron.destroy();
});

function created(cronSwitch: CronSwitch = { isOn: true }): Started {
  const errors: unknown[] = [];
  const ignore = (): void => undefined;
  const log = {
    error: (text: unknown) => void errors.push(text),
    warn: ignore,
    info: ignore,
    http: ignore,
    verbose: ignore,
    debug: ignore,
    silly: ignore,
  };
  const cron = createCron({ context: { strapi: 'strapi' }, log, cronSwitch });
  open.push(cron);
  return { cron, errors };
}

interface JobHandle {
  invoke(): Promise<void>;
  cancel(): boolean;
  nextInvocation(): Date | null;
  reschedule(options: unknown): boolean;
}

function jobOf({ cron }: Started, index = 0): JobHandle {
  return (cron.jobs[index] as { readonly job: JobHandle }).job;
}

describe('a task', () => {
  test('with a date runs once, with the context and the date', async () => {
    const started = created();
    const calls: unknown[] = [];
    const date = new Date(Date.now() + 1000);
    started.cron.add({
      own: { task: (...args: unknown[]) => void calls.push(args), options: date },
      other: { task: () => void calls.push('past'), options: new Date(0) },
    });
    expect(jobOf(started).nextInvocation()).toEqual(date);
    started.cron.start();
    await expect.poll(() => calls).toEqual([[{ strapi: 'strapi' }, date]]);
    expect(jobOf(started).nextInvocation()).toBeNull();
  });

  test('is skipped when it is due while it is switched off', async () => {
    const cronSwitch = { isOn: false };
    const runs = { open: 0, delayed: 0 };
    const options = { rule: '* * * * * *' };
    created()
      .cron.add({ own: { task: () => (runs.open += 1), options } })
      .start();
    const delayed = created(cronSwitch);
    delayed.cron.add({ own: { task: () => (runs.delayed += 1), options } }).start();
    await eventually(() => runs.open > 1);
    expect(runs.delayed).toBe(0);
    await jobOf(delayed).invoke();
    expect(runs.delayed).toBe(1);
    cronSwitch.isOn = true;
    await eventually(() => runs.delayed > 1);
  });

  test('is called with itself as `this`', async () => {
    const started = created();
    const seen: unknown[] = [];
    const tasks = {
      own: {
        word: 'own',
        task(this: { readonly word: string }) {
          seen.push(this.word);
        },
        options: { rule: '0 0 1 1 *' },
      },
    };
    started.cron.add(tasks);
    await jobOf(started).invoke();
    expect(seen).toEqual(['own']);
  });

  test('without a valid schedule is logged, and others are added', () => {
    const { cron, errors } = created();
    const task = (): void => undefined;
    cron.add({
      first: { task, options: { rule: 'each morning' } },
      second: { task, options: {} },
      third: { task, options: { rule: { hour: 5 } } },
      'not a pattern': task,
      zone: { task, options: { rule: '0 5 * * *', tz: 'Nowhere/Town' } },
    });
    expect(cron.jobs).toHaveLength(1);
    expect(errors.map((error) => String(error).split('.')[0])).toEqual([
      'The cron task "first" cannot be scheduled',
      'The cron task "second" cannot be scheduled',
      'The cron task "not a pattern" cannot be scheduled',
      'The cron task "zone" cannot be scheduled',
    ]);
  });

  test('without a function is rejected', () => {
    expect(() => created().cron.add({ own: { options: '0 5 * * *' } })).toThrow(
      'The cron task "own" has no function "task".',
    );
  });

  test('can be rescheduled', () => {
    const started = created();
    started.cron.add({ own: { task: () => undefined, options: '0 5 * * *' } }).start();
    const job = jobOf(started);
    const date = new Date(Date.now() + 3_600_000);
    expect(job.reschedule({ rule: 'never' })).toBe(false);
    expect(job.reschedule({ rule: '0 6 * * *', tz: 'Nowhere/Town' })).toBe(false);
    expect(job.nextInvocation()?.getHours()).toBe(5);
    expect(job.reschedule(date)).toBe(true);
    expect(job.nextInvocation()).toEqual(date);
    job.cancel();
    expect(job.nextInvocation()).toBeNull();
    expect(job.reschedule(date)).toBe(true);
    expect(job.nextInvocation()).toEqual(date);
  });
});
