// Starts child processes from a file of the build.
import { spawn, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ThreadEntry } from './worker-thread.ts';

/**
 * Starts a process with an IPC channel that uses the structured clone algorithm.
 * @param data Plain data that `processData` returns in the process
 */
export function startProcess({ from, built }: ThreadEntry, data: object): ChildProcess {
  const file = fileURLToPath(new URL(`../${built}`, from));
  return spawn(process.execPath, [file, JSON.stringify(data)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });
}

/** Returns the data that this process was started with. */
export function processData(): unknown {
  return JSON.parse(process.argv.at(-1) ?? 'null');
}
