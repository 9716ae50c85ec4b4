// A limit on the size of the files that this process writes, which has the effects of a full disk.
import { execFileSync } from 'node:child_process';

/** Runs some work with a limit. @param size In bytes */
export async function withMaxFileSize<T>(size: number, work: () => Promise<T>): Promise<T> {
  limit(`${size}`);
  try {
    return await work();
  } finally {
    limit('unlimited');
  }
}

/** The soft limit, which a process may raise again. */
function limit(size: string): void {
  execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`]);
}
