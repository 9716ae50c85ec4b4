// Starts worker threads from a file of the build.
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** Entry file of a thread or process. */
export interface ThreadEntry {
  /** `import.meta.url` of the module that starts it. */
  readonly from: string;
  /** Its name in the folder of the build. */
  readonly built: string;
}

/** @param options `workerData` must be an object; the thread receives its properties */
export function startThread(
  { from, built }: ThreadEntry,
  options: WorkerOptions & { readonly workerData: object },
): Worker {
  return new Worker(new URL(`../${built}`, from), options);
}
