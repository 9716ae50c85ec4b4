// Reports project code that ends the process, with its file and line: a call of `process.exit`, an error that nothing
// handles, and a start that waits for a promise that nothing can settle.
import type { Logger } from '../base/logger.ts';
import { locationIn } from './code-location.ts';
import { SlowStart } from './slow-start.ts';

/** Folders whose code runs in this process. */
const roots = new Set<string>();
/** The log of the folder that was added last. */
let log: Pick<Logger, 'error'> | null = null;
/** The code that the start waits for, such as `register of src/index.js`. */
let starting: string | null = null;
let slowStart: SlowStart | null = null;

/** Reports the code of a folder from now on. @param output Receives the reports */
export function reportProcessEnds(root: string, output: Pick<Logger, 'error'>): void {
  if (roots.size === 0) {
    process.on('uncaughtExceptionMonitor', reportError);
    process.on('exit', reportExit);
  }
  roots.add(root);
  log = output;
}

/** From now on, reports code that delays the start. @param timeout In milliseconds */
export function reportSlowStart(root: string, timeout: number): void {
  slowStart ??= new SlowStart(root, timeout);
}

/** The start is complete. */
export function endStart(): void {
  slowStart?.close();
  slowStart = null;
}

/** Runs project code that the start waits for. */
export async function whileStarting<T>(label: string, run: () => Promise<T>): Promise<T> {
  starting = label;
  slowStart?.begin(label);
  try {
    return await run();
  } finally {
    starting = null;
    slowStart?.end();
  }
}

/** Node ends the process after this, with the stack of the error. */
function reportError(error: unknown, origin: NodeJS.UncaughtExceptionOrigin): void {
  // Project code may handle such errors itself, and then the process continues.
  if (process.listenerCount('uncaughtException') > 0) return;
  if (process.hasUncaughtExceptionCaptureCallback()) return;
  const location = locationOf(error instanceof Error ? (error.stack ?? '') : '');
  if (location === null) return;
  const message =
    origin === 'unhandledRejection'
      ? `A promise was rejected at ${location}, and nothing handles the rejection. This ends the process. Catch the error there, or await the promise.`
      : `An error was thrown at ${location}, and nothing handles it. This ends the process. Catch the error there.`;
  log?.error(message);
}

function reportExit(code: number): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const stack = new Error('exit').stack ?? '';
  Error.stackTraceLimit = stackTraceLimit;
  const location = locationOf(stack);
  const isFailedStart = starting !== null && code === 0;
  const end = isFailedStart
    ? 'The start was not complete, so the exit code is 1.'
    : `The exit code is ${code}.`;
  if (location !== null) {
    log?.error(`${location} called process.exit, which ended the process. ${end}`);
  } else if (isFailedStart) {
    log?.error(
      /\bprocess\.exit\b/.test(stack)
        ? `process.exit was called during this: ${starting}. ${end}`
        : `${starting} never finished: it awaits a promise that nothing can settle.`,
    );
  }
  // A start that did not succeed is not reported as a success.
  if (isFailedStart) process.exitCode = 1;
}

function locationOf(stack: string): string | null {
  for (const root of roots) {
    const location = locationIn(root, stack);
    if (location !== null) return location;
  }
  return null;
}
