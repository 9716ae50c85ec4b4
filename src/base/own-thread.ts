// In charge of starting threads that run a file of this program: of its bundle, or of its source, which only tests run.
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The file that a thread begins with. */
export interface ThreadEntry {
  /** The module that starts it, as `import.meta.url` says. */
  readonly from: string;
  /** Seen from that module. */
  readonly source: string;
  /** Its name in the folder of the built program. */
  readonly built: string;
}

// Node 20 runs no TypeScript in a thread: from source jiti has to begin.
const FROM_SOURCE = `
  const { entry, jiti } = require('node:worker_threads').workerData;
  require(jiti).createJiti(entry).import(entry);
`;

/** @param options `workerData` is an object: the thread finds it as it is, perhaps with more in it */
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
