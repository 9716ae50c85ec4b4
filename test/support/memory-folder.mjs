// Temporary folder of a test run, in memory if enough is free; removed at the end.
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import path from 'node:path';

/** A tmpfs folder, and the free bytes that it and the machine must have. */
const MEMORY = '/dev/shm';
const MUCH_MEMORY = 6e9;

const NAME = 'quoin-run-';

/** Chooses the folder: tests create and remove thousands of files, which is faster in memory. */
export function memoryFolder() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (Math.min(bavail * bsize, freemem()) > MUCH_MEMORY) return MEMORY;
  } catch {
    // The folder does not exist.
  }
  return tmpdir();
}

/** Sets TMPDIR for all processes of the run; the first project does it. */
export function setup() {
  const before = tmpdir();
  if (path.basename(before).startsWith(NAME)) return undefined;
  const folder = mkdtempSync(path.join(memoryFolder(), NAME));
  // Another user may run PostgreSQL's programs from a copy in this folder.
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
