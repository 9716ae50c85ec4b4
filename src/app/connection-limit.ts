// Limits open connections: each uses a file descriptor, and some are reserved for files and the database.
import { readFileSync } from 'node:fs';
import type { OverloadConfig } from '../project/overload-config.ts';

/** File descriptors reserved for everything else, at most half of all. */
const RESERVE = 500;

/** Maximum number of connections that a server keeps open. */
export function connectionLimit({ connections }: Pick<OverloadConfig, 'connections'>): number {
  if (connections !== null) return connections;
  const files = openFilesLimit();
  return Math.max(Math.floor(files / 2), files - RESERVE);
}

/** Number of file descriptors that this process may open, or infinity if the system does not report it. */
function openFilesLimit(): number {
  try {
    const [, limit] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    return Infinity;
  }
}
