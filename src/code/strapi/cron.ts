// `strapi.cron`: scheduled tasks of config/server and of code.
import { Cron, type CronOptions } from 'croner';
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { CodeLog } from './log.ts';
import type { CodeCron, Fields } from './strapi.ts';

interface Job {
  readonly name: string | null;
  readonly options: unknown;
  readonly start: () => Cron;
  running: Cron | null;
}

/** The argument of tasks, and the receiver of their errors. */
export interface CronDependencies {
  readonly context: { readonly strapi: unknown };
  readonly log: CodeLog;
}

/** No task runs before `start`. */
export function createCron({ context, log }: CronDependencies): CodeCron {
  let jobs: Job[] = [];
  let isRunning = false;
  const stopped = (job: Job): void => {
    job.running?.stop();
    job.running = null;
  };
  const cron: CodeCron = {
    get jobs() {
      return jobs;
    },
    add(tasks) {
      for (const [key, task] of Object.entries(tasks)) {
        const job = jobOf(key, task, (run) => async () => {
          try {
            await run(context);
          } catch (error) {
            log.error(error);
          }
        });
        if (isRunning) job.running = job.start();
        jobs.push(job);
      }
      return cron;
    },
    remove(name) {
      if (!name) throw new Error('You must provide a name to remove a cron job.');
      jobs.filter((job) => job.name === name).forEach(stopped);
      jobs = jobs.filter((job) => job.name !== name);
      return cron;
    },
    start() {
      isRunning = true;
      for (const job of jobs) job.running ??= job.start();
      return cron;
    },
    stop() {
      isRunning = false;
      jobs.forEach(stopped);
      return cron;
    },
    destroy() {
      cron.stop();
      jobs = [];
      return cron;
    },
  };
  return cron;
}

type Run = (context: { readonly strapi: unknown }) => unknown;

/** Adds a task by its cron pattern, or by its name with a pattern in its options. @throws Error for an invalid task */
function jobOf(key: string, task: unknown, guarded: (run: Run) => () => Promise<void>): Job {
  if (isFunction(task)) {
    return {
      name: null,
      options: key,
      running: null,
      start: () => new Cron(key, {}, guarded(task)),
    };
  }
  const { task: run, options } = toRecord(task);
  if (!isFunction(run)) throw new Error(`The cron task "${key}" has no function "task".`);
  const { pattern, settings } = settingsOf(options, key);
  const start = (): Cron => new Cron(pattern, settings, guarded(run));
  return { name: key, options, running: null, start };
}

function isFunction(value: unknown): value is Run {
  return typeof value === 'function';
}

/** A pattern, a date, or an object with a pattern, a start and an end. */
function settingsOf(
  options: unknown,
  key: string,
): { readonly pattern: string | Date; readonly settings: CronOptions } {
  if (typeof options === 'string' || options instanceof Date) {
    return { pattern: options, settings: {} };
  }
  if (!isRecord(options)) throw new Error(`The cron task "${key}" has no "options".`);
  const { rule, tz, start, end } = options as Fields;
  const pattern = toText(rule);
  if (pattern === undefined) throw new Error(`The cron task "${key}" has no "options.rule".`);
  const zone = toText(tz);
  return {
    pattern,
    settings: {
      ...(zone === undefined ? {} : { timezone: zone }),
      ...(isMoment(start) ? { startAt: start } : {}),
      ...(isMoment(end) ? { stopAt: end } : {}),
    },
  };
}

function isMoment(value: unknown): value is string | Date {
  return typeof value === 'string' || value instanceof Date;
}
