// Starts threads and processes from the files that `background-entries` has compiled, in place of `src/base/worker-thread` and
// `src/base/child-process`.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { Worker, type WorkerOptions } from 'node:worker_threads';
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Folder of the compiled entry files. */
    readonly backgroundEntries: string;
  }
}

interface Entry {
  /** Name of the compiled file. */
  readonly built: string;
}

export function startThread({ built }: Entry, options: WorkerOptions): Worker {
  return new Worker(path.join(inject('backgroundEntries'), built), options);
}

export function startProcess({ built }: Entry, data: object): ChildProcess {
  const file = path.join(inject('backgroundEntries'), built);
  return spawn(process.execPath, [file, JSON.stringify(data)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}
