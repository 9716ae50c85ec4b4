// Replaces a file so that a crash or power failure leaves either its former or its new content.
import { closeSync, fsyncSync, openSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

/** Writes a text file. @throws errors of the file system; the former file stays then */
export function writeDurably(path: string, text: string): void {
  writeTemporary(path, text);
  moveTemporary(path);
}

/** Writes the temporary file next to the target, which takes the space. @throws errors of the file system */
export function writeTemporary(path: string, text: string): void {
  const file = openSync(temporaryOf(path), 'w');
  try {
    // Unlike `writeSync`, it fails if only a part fits on the disk.
    writeFileSync(file, text);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** Replaces the target with its temporary file. @throws errors of the file system; the former file stays then */
export function moveTemporary(path: string): void {
  renameSync(temporaryOf(path), path);
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
