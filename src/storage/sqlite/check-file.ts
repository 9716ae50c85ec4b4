// Checks a database file that is not in use: whether it is intact, and whether it belongs to a project.
import { CORE_STORE } from '../layout/names.ts';
import { sqliteCodeOf, type SqliteConnection } from './connection.ts';
import { openConnection } from './open-connection.ts';

/** Returns what is wrong with a database file, or null. @throws SqliteError if it cannot be read */
export function findDamage(file: string): string | null {
  return withConnection(file, (connection) => {
    const [row] = connection.prepare('PRAGMA quick_check(1)').raw().all();
    const [result] = row as readonly [string];
    return result === 'ok' ? null : result;
  });
}

/** Returns why a database file is not that of a project, or null. @throws SqliteError if it cannot be read */
export function findMismatch(file: string): string | null {
  return withConnection(file, (connection) => {
    const found = connection
      .prepare(`SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = '${CORE_STORE}'`)
      .get();
    return found === undefined
      ? `it has no table ${CORE_STORE}, as those of Strapi and Quoin have`
      : null;
  });
}

/** Returns what a check finds, including damage that prevents it. */
function withConnection(
  file: string,
  check: (connection: SqliteConnection) => string | null,
): string | null {
  let connection: SqliteConnection | null = null;
  try {
    connection = openConnection(file, { fileMustExist: true });
    return check(connection);
  } catch (error) {
    const code = sqliteCodeOf(error) ?? '';
    if (!(error instanceof Error) || !/^SQLITE_(?:CORRUPT|NOTADB)/.test(code)) throw error;
    return error.message;
  } finally {
    close(connection);
  }
}

/** A checkpoint of a damaged file may fail. */
function close(connection: SqliteConnection | null): void {
  try {
    connection?.close();
  } catch {
    // It was only read.
  }
}
