// Reports project code that ends the process, with its file and line: a call of `process.exit`, an error that nothing
// handles, and a start that waits for a promise that is never settled. Nothing is reported about other code.
import { locationIn } from './code-location.ts';
import { SlowStart } from './slow-start.ts';

/** Folders whose code runs in this process. */
const roots = new Set<string>();
/** The code that the start waits for, such as `register of src/index.js`. */
let starting: string | null = null;
let slowStart: SlowStart | null = null;

/** Reports the code of a folder from now on. */
export function reportProcessEnds(root: string): void {
  if (roots.size === 0) {
    process.on('uncaughtExceptionMonitor', reportError);
    process.on('exit', reportExit);
  }
  roots.add(root);
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
  const location = locationOf(error instanceof Error ? (error.stack ?? '') : '');
  if (location === null) return;
  const what =
    origin === 'unhandledRejection'
      ? `A promise was rejected at ${location}, and nothing handles the rejection`
      : `An error was thrown at ${location}, and nothing handles it`;
  print(`${what}. This ends the process. Catch the error there, or await the promise.`);
}

function reportExit(code: number): void {
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 100;
  const location = locationOf(new Error('exit').stack ?? '');
  Error.stackTraceLimit = stackTraceLimit;
  if (location !== null) {
    print(`${location} called process.exit, which ended the process with code ${code}.`);
  } else if (starting !== null && code === 0) {
    print(
      `${starting} has not ended, and waits for nothing that can still happen. It probably awaits a promise that is never settled.`,
    );
  }
  // A start that did not succeed is not reported as a success.
  if (starting !== null && code === 0) process.exitCode = 1;
}

function locationOf(stack: string): string | null {
  for (const root of roots) {
    const location = locationIn(root, stack);
    if (location !== null) return location;
  }
  return null;
}

function print(message: string): void {
  process.stderr.write(`[${new Date().toISOString()}] error: ${message}\n`);
}
