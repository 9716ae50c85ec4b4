// In charge of looking at the project's own code of known kinds without trusting it: each file runs in a worker
// thread, where an endless loop, a process.exit or a leak harms nobody. What cannot be read says why.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../base/own-thread.ts';
import type { RouteReading, RoutedType } from './core-router.ts';
import type { Environment } from './env.ts';
import type { ProjectFolder } from './folder.ts';
import type { ControllerReading, ServiceReading } from './strapi-stub.ts';

export interface EvaluationJob {
  readonly kind: 'router' | 'controller' | 'service' | 'lifecycles';
  /** Absolute path. */
  readonly file: string;
}

/** What a file says. `failure` is for people: everything in the file must be taken for custom. */
export interface Reading {
  readonly routes?: readonly RouteReading[];
  readonly controller?: ControllerReading;
  readonly service?: ServiceReading;
  /** Names of hooks, such as `beforeCreate`. */
  readonly lifecycles?: readonly string[];
  readonly failure?: string;
  /** The package that is not installed, if that is why. */
  readonly missing?: string;
}

export interface EvaluationInput {
  readonly folder: ProjectFolder;
  readonly types: readonly RoutedType[];
  readonly jobs: readonly EvaluationJob[];
  readonly environment: Environment;
}

/** Longest time for one file, in milliseconds. */
const TIME_LIMIT = 10_000;

/** Most memory for all that the files keep, in megabytes. */
const MEMORY_LIMIT = 256;

const ENTRY = {
  from: import.meta.url,
  source: './evaluation-worker.ts',
  built: 'evaluation-worker.cjs',
};

/** A reading for each job, in their order. Never throws for what a file does. */
export async function evaluateFiles(
  input: EvaluationInput,
  timeLimit: number = TIME_LIMIT,
): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  while (readings.length < input.jobs.length) {
    const rest = { ...input, jobs: input.jobs.slice(readings.length) };
    readings.push(...(await runWorker(rest, timeLimit)));
  }
  return readings;
}

/** Readings of the first jobs, at least one: a failing file ends the worker, the next one goes on after it. */
function runWorker(input: EvaluationInput, timeLimit: number): Promise<readonly Reading[]> {
  const readings: Reading[] = [];
  const worker = startWorker(input);
  return new Promise((resolve) => {
    const timer = setTimeout(end, timeLimit, 'it does not finish');
    function end(failure?: string): void {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => {});
      void worker.terminate();
      resolve(failure === undefined ? readings : [...readings, { failure }]);
    }
    worker.on('message', (reading: Reading) => {
      readings.push(reading);
      timer.refresh();
      if (readings.length === input.jobs.length) end();
    });
    worker.on('error', (error) => end(error.message));
    worker.on('exit', () => end('it exits the process'));
  });
}

/** What the files print is read and thrown away: it is not for the console of the start. */
function startWorker(input: EvaluationInput): Worker {
  const worker = createWorker(input);
  worker.stdout.resume();
  worker.stderr.resume();
  return worker;
}

function createWorker(input: EvaluationInput): Worker {
  const set = Object.entries(input.environment).filter(([, value]) => value !== undefined);
  const env = Object.fromEntries(set);
  const resourceLimits = { maxOldGenerationSizeMb: MEMORY_LIMIT };
  const options = { execArgv: [], env, stdout: true, stderr: true, resourceLimits };
  return startThread(ENTRY, { ...options, workerData: input });
}
