// Starts processes that run a file of this program: of its bundle, or of its source, which only tests run.
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { ThreadEntry } from './own-thread.ts';

// Node 20 runs no TypeScript: from source jiti has to load it.
const FROM_SOURCE = `
  const [jiti, entry] = process.argv.slice(1);
  require(jiti).createJiti(entry).import(entry);
`;

/**
 * Starts a process with a channel for messages, which copies what it sends as `structuredClone` does.
 * @param data Plain data, which `ownProcessData` returns there
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

/** What this process was started with. */
export function ownProcessData(): unknown {
  return JSON.parse(process.argv.at(-1) ?? 'null');
}
