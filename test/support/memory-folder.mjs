// Temporary folder of a test run, in memory if there is enough, removed at the end.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** A folder whose files are in memory, and how many free bytes it and the machine must have. */
const MEMORY = '/dev/shm';
const MUCH_MEMORY = 6e9;

const NAME = 'quoin-run-';

/** Tests make and remove thousands of files: in memory where there is much, so that they do not wait for a disk. */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) > MUCH_MEMORY) return MEMORY;
  } catch {
    // There is no such folder.
  }
  return tmpdir();
}

/** Makes it the temporary folder of all that is started from now on: once in a run, whichever project comes first. */
export function setup() {
  const before = tmpdir();
  if (path.basename(before).startsWith(NAME)) return undefined;
  const folder = mkdtempSync(path.join(memoryFolder(), NAME));
  // PostgreSQL's programs, which another user runs, may be copied into it.
  chmodSync(folder, 0o755);
  process.env['TMPDIR'] = folder;
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  return () => {
    process.env['TMPDIR'] = before;
    process.off('exit', remove);
    remove();
  };
}
