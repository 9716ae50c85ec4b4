// Backs up a SQLite database into one checked file while other programs use the database.
import { existsSync, rmSync, statSync } from 'node:fs';
import { chmod, link, rename } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../base/errors.ts';
import { flushFile, flushFolder } from '../../base/flush.ts';
import { removeOnInterrupt } from '../../base/on-interrupt.ts';
import { startThread } from '../../base/worker-thread.ts';
import { sizeOfCopy } from '../../storage/sqlite/backup.ts';

/** Data that the thread starts with. */
export interface BackupData {
  readonly file: string;
  readonly target: string;
}

/** Messages from the thread. */
export type BackupMessage =
  | { readonly kind: 'copied' }
  | { readonly kind: 'checked'; readonly damage: string | null };

/** Receives the progress of a backup. */
export interface BackupProgress {
  /** @param size Size of the copy in bytes */
  copying(size: number): void;
  /** @param size Bytes copied so far */
  copied(size: number): void;
  checking(): void;
}

/** The size of a backup in bytes, or why the copy, and therefore the database, is damaged. */
export type BackupResult = { readonly size: number } | { readonly damage: string };

/** Interval of progress reports in milliseconds. */
const INTERVAL = 100;

/**
 * Copies a database to a path that does not exist. The copy gets its final name once it is complete, checked and
 * flushed.
 * @throws SqliteError, or an EEXIST error if the file already exists; no partial copy remains
 */
export async function backUp(
  { file, target }: BackupData,
  progress: BackupProgress,
): Promise<BackupResult> {
  const partial = `${target}.partial-${process.pid}`;
  const forget = removeOnInterrupt(partial);
  try {
    progress.copying(sizeOfCopy(file));
    const damage = await runThread({ file, target: partial }, progress);
    if (damage !== null) return { damage };
    await chmod(partial, statSync(file).mode);
    await flushFile(partial);
    await rename(partial, await reserve(partial, target));
    await flushFolder(path.dirname(target));
    return { size: statSync(target).size };
  } finally {
    forget();
    for (const suffix of ['', '-journal']) rmSync(partial + suffix, { force: true });
  }
}

/** Links the file to its final name unless another file has it; a rename would replace that file. */
async function reserve(partial: string, target: string): Promise<string> {
  try {
    await link(partial, target);
  } catch (error) {
    // Not every file system supports links.
    if (hasCode(error, 'EEXIST') || existsSync(target)) throw error;
  }
  return target;
}

/** Copies and checks the database in a thread. @returns why the copy is damaged, or null */
function runThread(workerData: BackupData, progress: BackupProgress): Promise<string | null> {
  const entry = { from: import.meta.url, built: 'backup-thread.cjs' };
  const { target } = workerData;
  return new Promise((resolve, reject) => {
    const worker = startThread(entry, { workerData, execArgv: [] });
    const timer = setInterval(() => {
      progress.copied(statSync(target, { throwIfNoEntry: false })?.size ?? 0);
    }, INTERVAL);
    worker.on('message', (message: BackupMessage) => {
      clearInterval(timer);
      if (message.kind === 'copied') progress.checking();
      else resolve(message.damage);
    });
    worker.on('error', reject);
    worker.on('exit', () => {
      clearInterval(timer);
      reject(new Error('The thread of the backup has ended.'));
    });
  });
}
