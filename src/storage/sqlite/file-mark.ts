// Marks a database file with a number that its copies do not have, so that a copy of another database over it is noticed
// (file-guard). The mark is the application id in SQLite's file header, which neither Strapi nor SQLite uses.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { sqliteCodeOf, type SqliteConnection } from './connection.ts';

/** Application ids are signed, and 0 if there is none. */
const MAX_MARK = 2 ** 31 - 1;

/**
 * Marks a file, unless it is marked, and returns its mark. All processes that open a file compute the same one.
 * @param connection Has the file open for writing
 */
export function markFile(connection: SqliteConnection, file: string): number {
  const mark = markOf(file);
  if (storedMark(connection) === mark) return mark;
  try {
    connection.exec(`PRAGMA application_id = ${mark}`);
  } catch (error) {
    // The disk is full, or another program writes: the next start marks it.
    if (sqliteCodeOf(error) === null) throw error;
  }
  return mark;
}

/** The inode is the same in all mounts of a file system; a device number is not. */
function markOf(file: string): number {
  const digest = createHash('sha256')
    .update(String(statSync(file).ino))
    .digest();
  return 1 + (digest.readUInt32BE(0) % MAX_MARK);
}

function storedMark(connection: SqliteConnection): number {
  const [mark] = connection.prepare('PRAGMA application_id').raw().get() as readonly [number];
  return mark;
}
