// Evaluates project code without trusting it: files run in a worker thread, where infinite loops, process.exit and
// leaks do no harm. The result of a file that cannot be evaluated contains the reason.
import type { Worker } from 'node:worker_threads';
import { startThread } from '../base/own-thread.ts';
import type { ParsedRoute, RoutedType } from './core-router.ts';
import type { Environment } from './env.ts';
import type { ProjectFolder } from './folder.ts';
import type { ParsedController, ParsedService } from './strapi-stub.ts';

export interface EvaluationJob {
  readonly kind: 'router' | 'controller' | 'service' | 'lifecycles';
  /** Absolute path. */
  readonly file: string;
}

/** Result of a file. With a `failure`, a message for people, everything in the file counts as custom code. */
export interface EvaluatedFile {
  readonly routes?: readonly ParsedRoute[];
  readonly controller?: ParsedController;
  readonly service?: ParsedService;
  /** Names of lifecycle hooks, such as `beforeCreate`. */
  readonly lifecycles?: readonly string[];
  readonly failure?: string;
  /** The missing package, if that is the reason. */
  readonly missing?: string;
}

export interface EvaluationInput {
  readonly folder: ProjectFolder;
  readonly types: readonly RoutedType[];
  readonly jobs: readonly EvaluationJob[];
  readonly environment: Environment;
}

/** Time limit per file in milliseconds. */
const TIME_LIMIT = 10_000;

/** Memory limit of the thread in megabytes. */
const MEMORY_LIMIT = 256;

const ENTRY = {
  from: import.meta.url,
  source: './evaluation-worker.ts',
  built: 'evaluation-worker.cjs',
};

/** Evaluates files and returns their results in order. Never throws because of a file. */
export async function evaluateFiles(
  input: EvaluationInput,
  timeLimit: number = TIME_LIMIT,
): Promise<readonly EvaluatedFile[]> {
  const evaluated: EvaluatedFile[] = [];
  while (evaluated.length < input.jobs.length) {
    const rest = { ...input, jobs: input.jobs.slice(evaluated.length) };
    evaluated.push(...(await runWorker(rest, timeLimit)));
  }
  return evaluated;
}

/**
 * Evaluates as many jobs as possible, at least one: a failing file ends the thread, and the next thread continues
 * after it.
 */
function runWorker(input: EvaluationInput, timeLimit: number): Promise<readonly EvaluatedFile[]> {
  const evaluated: EvaluatedFile[] = [];
  const worker = startWorker(input);
  return new Promise((resolve) => {
    const timer = setTimeout(end, timeLimit, 'it does not finish');
    function end(failure?: string): void {
      clearTimeout(timer);
      worker.removeAllListeners();
      worker.on('error', () => {});
      void worker.terminate();
      resolve(failure === undefined ? evaluated : [...evaluated, { failure }]);
    }
    worker.on('message', (file: EvaluatedFile) => {
      evaluated.push(file);
      timer.refresh();
      if (evaluated.length === input.jobs.length) end();
    });
    worker.on('error', (error) => end(error.message));
    worker.on('exit', () => end('it exits the process'));
  });
}

/** Output of the files is discarded. */
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
