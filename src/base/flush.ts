// Flushes files and folders to the disk, so that they outlast a power cut.
import { open } from 'node:fs/promises';

/** Flushes a folder to the disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}

/** Flushes a file to the disk. */
export async function flushFile(file: string): Promise<void> {
  await using handle = await open(file, 'r+');
  await handle.sync();
}
