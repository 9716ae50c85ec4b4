// Replaces a database file that no program has open with a backup.
import { constants, existsSync, rmSync, statSync } from 'node:fs';
import { chmod, copyFile, link, rename } from 'node:fs/promises';
import path from 'node:path';
import { flushFile, flushFolder } from '../../base/flush.ts';
import { sqliteCodeOf, type SqliteConnection } from './connection.ts';
import { openConnection } from './open-connection.ts';

/** Files that belong to an open database. */
const COMPANIONS = ['-wal', '-journal'] as const;

/**
 * Copies a database file and its log into one file.
 * @param target Path of a new file
 * @throws SqliteError if it is not a database
 */
export async function copyWithLog(file: string, target: string): Promise<void> {
  await copyFile(file, target, constants.COPYFILE_EXCL);
  for (const companion of COMPANIONS) {
    if (existsSync(file + companion)) await copyFile(file + companion, target + companion);
  }
  const connection = openConnection(target, { fileMustExist: true });
  try {
    connection.exec('PRAGMA journal_mode = DELETE');
  } finally {
    connection.close();
  }
}

/** Removes a file and its companions. */
export function removeDatabase(file: string): void {
  for (const suffix of ['', ...COMPANIONS, '-shm']) rmSync(file + suffix, { force: true });
}

/**
 * Replaces a database file atomically.
 * @param checked A file in the same folder, without a log
 * @param kept New path of the replaced file
 * @returns `created` if there was no file to replace, `inUse` if a program has it open: nothing was changed then
 */
export async function replaceDatabase(
  file: string,
  checked: string,
  copy: string,
): Promise<'replaced' | 'created' | 'inUse'> {
  const folder = path.dirname(file);
  const exists = existsSync(file);
  const lock = exists ? lockDatabase(file) : null;
  if (lock === 'inUse') return lock;
  try {
    if (exists) {
      await chmod(checked, statSync(file).mode);
      await link(file, copy);
    }
    await flushFile(checked);
    // A remaining log would be applied to the new file, so it is removed before the rename. Under the lock it is
    // empty.
    for (const companion of COMPANIONS) {
      if (lock) rmSync(file + companion, { force: true });
      else if (existsSync(file + companion)) await rename(file + companion, copy + companion);
    }
    rmSync(`${file}-shm`, { force: true });
    await flushFolder(folder);
    await rename(checked, file);
    await flushFolder(folder);
  } finally {
    lock?.close();
  }
  return exists ? 'replaced' : 'created';
}

/**
 * Takes the exclusive lock of a database, which fails while a program has it open in WAL mode, and checkpoints its
 * log.
 * @returns `inUse` if a program has it open, null if the file is too damaged to be locked
 * @throws SqliteError if it cannot be read
 */
function lockDatabase(file: string): SqliteConnection | 'inUse' | null {
  let connection: SqliteConnection | null = null;
  try {
    connection = openConnection(file, { timeout: 0, fileMustExist: true });
    connection.exec('PRAGMA locking_mode = EXCLUSIVE');
    connection.exec('BEGIN EXCLUSIVE; COMMIT');
    connection.exec('PRAGMA journal_mode = DELETE');
    return connection;
  } catch (error) {
    closeQuietly(connection);
    const code = sqliteCodeOf(error) ?? '';
    if (code.startsWith('SQLITE_BUSY') || code.startsWith('SQLITE_LOCKED')) return 'inUse';
    // The lock is taken before the first page is read.
    if (/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) return null;
    throw error;
  }
}

function closeQuietly(connection: SqliteConnection | null): void {
  try {
    connection?.close();
  } catch {
    // A checkpoint of a damaged file may fail.
  }
}
