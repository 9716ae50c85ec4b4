// Copies a database file while others read and write it (docs/decisions/0021).
import { openConnection } from './open-connection.ts';

/** Number of bytes to copy. */
export function sizeOfCopy(file: string): number {
  const connection = openConnection(file, { fileMustExist: true });
  try {
    const [pages, free, size] = ['page_count', 'freelist_count', 'page_size'].map((name) => {
      const [value] = connection.prepare(`PRAGMA ${name}`).raw().get() as readonly [number];
      return value;
    }) as [number, number, number];
    return (pages - free) * size;
  } finally {
    connection.close();
  }
}

/**
 * Copies a snapshot of a database into a new file without a log.
 * @throws SqliteError
 */
export function copySnapshot(file: string, target: string): void {
  const connection = openConnection(file, { fileMustExist: true });
  try {
    connection.exec(`VACUUM INTO '${target.replaceAll("'", "''")}'`);
  } finally {
    connection.close();
  }
}
