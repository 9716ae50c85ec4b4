// In charge of opening a project's database with its driver, which is loaded when it is needed: a start has a budget.
import type { LiveColumnType } from '../project/custom-fields.ts';
import type { DatabaseConfig } from '../project/database-config.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import type { Database, Reading } from '../storage/database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { names } from '../storage/names.ts';

/** Opens a database, made where it is missing. @throws ProjectError */
export async function openDatabase(config: DatabaseConfig): Promise<Database> {
  const file = databaseFile(config);
  const { openSqlite } = await import('../storage/sqlite/driver.ts');
  return opened(file, () => openSqlite(file));
}

/** The column types that a database already has, for fields whose schema does not tell. Changes nothing. */
export async function liveColumns(config: DatabaseConfig): Promise<LiveColumnType> {
  const file = databaseFile(config);
  const { inspectSqlite } = await import('../storage/sqlite/inspect.ts');
  const columnOf = opened(file, () => inspectSqlite(file));
  return (table, attribute) => columnOf(names.table(table), names.column(attribute))?.type;
}

/** What a reading finds in a database as it is; null where there is none. @throws ProjectError */
export async function inspectDatabase<T>(
  config: DatabaseConfig,
  reading: (dialect: Dialect) => Reading<T>,
): Promise<T | null> {
  const file = databaseFile(config);
  const sqlite = await import('../storage/sqlite/inspect.ts');
  return opened(file, () => sqlite.lookInto(file, reading));
}

/** @throws ProjectError for a database that is no file */
function databaseFile(config: DatabaseConfig): string {
  if (config.client === 'sqlite') return config.file;
  throw new ProjectError([
    {
      file: 'config/database',
      path: 'connection.client',
      message:
        'PostgreSQL is not served yet: this version reads SQLite. Set the client to "sqlite".',
    },
  ]);
}

/** What `open` gives. @throws ProjectError that says why the file cannot be opened */
function opened<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    const message =
      `${file} cannot be opened as a SQLite database (${reasonOf(cause)}). ` +
      'Name a database file that this user may read and write, in a folder where it may make files.';
    const path = 'connection.connection.filename';
    throw new ProjectError([{ file: 'config/database', path, message }], { cause });
  }
}
