// Starts worker threads from a file of this program: of the bundle, or of the source in tests.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Entry file of a thread. */
export interface ThreadEntry {
  /** `import.meta.url` of the module that starts it. */
  readonly from: string;
  /** Relative to that module. */
  readonly source: string;
  /** Its name in the folder of the build. */
  readonly built: string;
}

// Node 20 cannot run TypeScript in a thread, so jiti loads the source.
const FROM_SOURCE = `
  const { entry, jiti } = require('node:worker_threads').workerData;
  require(jiti).createJiti(entry).import(entry);
`;

/** @param options `workerData` must be an object; the thread receives its properties */
export function startThread(
  { from, source, built }: ThreadEntry,
  options: WorkerOptions & { readonly workerData: object },
): Worker {
  if (!from.endsWith('.ts')) return new Worker(new URL(`../${built}`, from), options);
  const entry = fileURLToPath(new URL(source, from));
  const jiti = createRequire(from).resolve('jiti');
  const workerData = { ...options.workerData, entry, jiti };
  return new Worker(FROM_SOURCE, { ...options, workerData, eval: true });
}
