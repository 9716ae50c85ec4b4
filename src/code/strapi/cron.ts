// `strapi.cron`: scheduled tasks of config/server and of code.
import { Cron } from 'croner';
import { toRecord } from '../../schema/raw.ts';
import { scheduleOf, type Schedule } from './cron-schedule.ts';
import type { CodeLog } from './log.ts';
import type { CodeCron } from './strapi.ts';

/** The argument of tasks, and the receiver of their errors. */
export interface CronDependencies {
  readonly context: { readonly strapi: unknown };
  readonly log: Pick<CodeLog, 'error' | 'warn'>;
  /** Default: on */
  readonly cronSwitch?: CronSwitch;
}

/**
 * Whether tasks run when they are due. Otherwise they are skipped: the previous version of the code still runs its own. A
 * task with a date that only the new version has is lost if it is due before its code is in use.
 */
export interface CronSwitch {
  isOn: boolean;
}

/** No task runs before `start`. A task without a valid schedule is logged and never runs. */
export function createCron({ context, log, cronSwitch }: CronDependencies): CodeCron {
  let jobs: Task[] = [];
  let isRunning = false;
  const cron: CodeCron = {
    get jobs() {
      return jobs;
    },
    add(tasks) {
      for (const [key, task] of Object.entries(tasks)) {
        const { name, run, options } = partsOf(key, task, tasks);
        const call = async (due: Date): Promise<void> => {
          try {
            await run(context, due);
          } catch (error) {
            log.error(error);
          }
        };
        try {
          const job = new Job(options, { call, isOn: () => cronSwitch?.isOn ?? true });
          if (isRunning) job.start();
          jobs.push({ name, options, job });
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          log.error(`The cron task "${key}" cannot be scheduled. ${reason}`);
        }
      }
      return cron;
    },
    remove(name) {
      if (!name) throw new Error('You must provide a name to remove a cron job.');
      for (const task of jobs) if (task.name === name) task.job.cancel();
      jobs = jobs.filter((task) => task.name !== name);
      return cron;
    },
    start() {
      isRunning = true;
      for (const { job } of jobs) job.start();
      return cron;
    },
    stop() {
      isRunning = false;
      for (const { job } of jobs) job.cancel();
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

interface Task {
  readonly name: string | null;
  readonly options: unknown;
  readonly job: Job;
}

type Run = (context: { readonly strapi: unknown }, due: Date) => unknown;

interface TaskParts {
  readonly name: string | null;
  readonly run: Run;
  readonly options: unknown;
}

/** A task under its pattern, or under its name with its schedule in `options`. @throws Error if it has no function */
function partsOf(key: string, value: unknown, tasks: unknown): TaskParts {
  if (isFunction(value)) return { name: null, run: value.bind(tasks), options: key };
  const { task, options } = toRecord(value);
  if (!isFunction(task)) throw new Error(`The cron task "${key}" has no function "task".`);
  return { name: key, run: task.bind(value), options };
}

function isFunction(value: unknown): value is Run {
  return typeof value === 'function';
}

interface JobDependencies {
  readonly call: (due: Date) => Promise<void>;
  /** False: the task is skipped when it is due. */
  readonly isOn: () => boolean;
}

/** `strapi.cron.jobs[i].job`: a task with its timer. */
class Job {
  readonly #dependencies: JobDependencies;
  #schedule: Schedule;
  /** Without a function, so it has no timer. */
  #times: Cron;
  #running: Cron | null = null;
  #isCanceled = false;

  /** @throws Error for an invalid schedule */
  constructor(options: unknown, dependencies: JobDependencies) {
    this.#dependencies = dependencies;
    this.#schedule = scheduleOf(options);
    this.#times = timesOf(this.#schedule);
  }

  start(): void {
    if (this.#running) return;
    this.#isCanceled = false;
    const { pattern, settings } = this.#schedule;
    let due = this.#times.nextRun();
    this.#running = new Cron(pattern, settings, async (self: Cron) => {
      const current = due ?? new Date();
      due = self.nextRun();
      const { call, isOn } = this.#dependencies;
      if (isOn()) await call(current);
    });
  }

  /** Runs the task now. */
  async invoke(): Promise<void> {
    await this.#dependencies.call(new Date());
  }

  cancel(): boolean {
    this.#running?.stop();
    this.#running = null;
    this.#isCanceled = true;
    return true;
  }

  /** Null if the task is canceled or never runs again. */
  nextInvocation(): Date | null {
    return this.#isCanceled ? null : this.#times.nextRun();
  }

  /** Also starts a canceled task. @returns false if the schedule is invalid: the previous one remains */
  reschedule(options: unknown): boolean {
    try {
      const schedule = scheduleOf(options);
      this.#times = timesOf(schedule);
      this.#schedule = schedule;
    } catch {
      return false;
    }
    if (this.#running || this.#isCanceled) {
      this.cancel();
      this.start();
    }
    return true;
  }
}

/** @throws Error for an invalid schedule */
function timesOf({ pattern, settings }: Schedule): Cron {
  const times = new Cron(pattern, settings);
  // Throws for an unknown time zone.
  times.nextRun();
  return times;
}
