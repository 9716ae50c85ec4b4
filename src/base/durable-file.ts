// Replaces a file so that a crash or power failure leaves either its former or its new content.
import { closeSync, fsyncSync, openSync, renameSync, writeSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a text file. @throws errors of the file system; the former file stays then */
export function writeDurably(path: string, text: string): void {
  const temporary = temporaryOf(path);
  const file = openSync(temporary, 'w');
  try {
    writeSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  flushFolderOf(path);
}

/** The temporary file that a crash may leave next to the target. */
export function temporaryOf(path: string): string {
  return join(dirname(path), `.${basename(path)}.quoin`);
}

/** The new name of the file must survive as well. */
function flushFolderOf(path: string): void {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const folder = openSync(dirname(path), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
