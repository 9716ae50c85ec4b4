// In charge of making sure that the names in a folder outlast a power cut, where the system can.
import { open } from 'node:fs/promises';

/** Flushes a folder to the disk. */
export async function flushFolder(folder: string): Promise<void> {
  // Windows opens no folders.
  if (process.platform === 'win32') return;
  await using handle = await open(folder, 'r');
  await handle.sync();
}
