// Limit of open connections: each takes a file descriptor, and some must be left for files and the database.
import { readFileSync } from 'node:fs';
import type { OverloadConfig } from '../project/overload-config.ts';

/** File descriptors that are left for everything else; half of all if there are few. */
const RESERVE = 500;

/** How many connections a server may have open at the same time. */
export function connectionLimit({ connections }: Pick<OverloadConfig, 'connections'>): number {
  if (connections !== null) return connections;
  const files = openFilesLimit();
  return Math.max(Math.floor(files / 2), files - RESERVE);
}

/** File descriptors that this process may have; infinite if the system does not say. */
function openFilesLimit(): number {
  try {
    const [, limit] =
      /^Max open files\s+(\d+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    return Number(limit ?? Infinity);
  } catch {
    return Infinity;
  }
}
