// Starts child processes from a file of this program: of the bundle, or of the source in tests.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ThreadEntry } from './worker-thread.ts';

// Node 20 cannot run TypeScript, so jiti loads the source.
const FROM_SOURCE = `
  const [jiti, entry] = process.argv.slice(1);
  require(jiti).createJiti(entry).import(entry);
`;

/**
 * Starts a process with an IPC channel that uses the structured clone algorithm.
 * @param data Plain data that `processData` returns in the process
 */
export function startProcess({ from, source, built }: ThreadEntry, data: object): ChildProcess {
  return spawn(process.execPath, [...program(), JSON.stringify(data)], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    serialization: 'advanced',
  });

  function program(): readonly string[] {
    if (!from.endsWith('.ts')) return [fileURLToPath(new URL(`../${built}`, from))];
    const jiti = createRequire(from).resolve('jiti');
    return ['-e', FROM_SOURCE, jiti, fileURLToPath(new URL(source, from))];
  }
}

/** Returns the data that this process was started with. */
export function processData(): unknown {
  return JSON.parse(process.argv.at(-1) ?? 'null');
}
