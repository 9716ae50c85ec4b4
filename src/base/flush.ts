// Flushes files and folders to disk, so that they survive a power failure.
import { open } from 'node:fs/promises';

/** Flushes a folder to disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Flushes a file to disk, with its size. */
export async function flushFile(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.datasync();
}
