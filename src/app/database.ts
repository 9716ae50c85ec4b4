// In charge of opening a project's database with its driver, which is loaded when it is needed: a start has a budget.
import type { LiveColumnType } from '../project/custom-fields.ts';
import type { QueueLimits } from '../base/bounded-queue.ts';
import type { DatabaseConfig, PostgresConfig } from '../project/database-config.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import type { CommitBoard } from '../storage/commit-board.ts';
import type { Database, InteractiveDatabase, Reading } from '../storage/database.ts';
import { withInteraction } from '../storage/interactive-database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { MissingDriverError } from '../storage/missing-driver-error.ts';
import { names } from '../storage/names.ts';
import { statSync } from 'node:fs';
import { startReadProcess, type ReadProcesses } from './read-processes.ts';
import { startReadThread, type ReadThreads } from './read-threads.ts';

/** How a database is opened by whoever serves it; commands need none of this. */
export interface Opening {
  /** False: reads go to the primary. A replica gives up one that takes longer than it may lag behind. */
  readonly readsReplicas: boolean;
  /** Opens where processes that answer as one tell each other of their commits; null where there is one. */
  readonly board: (() => CommitBoard) | null;
  /** Threads that read beside it; null: there are none. */
  readonly threads: ReadThreads | null;
  /** Processes for long reads; null: all reads run in this one, for as long as they take. */
  readonly processes: ReadProcesses | null;
  /** How many requests may wait for it, and for how long; absent: no limit. */
  readonly queue?: QueueLimits;
}

const ALONE: Opening = { readsReplicas: false, board: null, threads: null, processes: null };

/** Opens a database; a file is made where it is missing. @throws ProjectError */
export async function openDatabase(
  config: DatabaseConfig,
  opening: Opening = ALONE,
): Promise<InteractiveDatabase> {
  return withInteraction(await openDriver(config, opening));
}

async function openDriver(config: DatabaseConfig, opening: Opening): Promise<Database> {
  if (config.client === 'postgres') return openServer(config, opening);
  const { openSqlite } = await import('../storage/sqlite/driver.ts');
  const { threads, processes, queue } = opening;
  const { file, readTimeout: timeout = 0 } = config;
  const options = {
    warn,
    ...(queue && { queue }),
    ...(threads && { threads: { ...threads, timeout, start: startReadThread, warn } }),
    ...(processes && { processes: { ...processes, timeout, start: startReadProcess, warn } }),
  };
  return openedFile(file, () => openSqlite(file, options));
}

/** What a reading finds in a database as it is; null where there is none. @throws ProjectError */
export async function inspectDatabase<T>(
  config: DatabaseConfig,
  reading: (dialect: Dialect) => Reading<T>,
): Promise<T | null> {
  if (config.client === 'postgres') {
    const database = await openServer(config, ALONE);
    try {
      return await database.read(reading(database.dialect));
    } finally {
      await database.close();
    }
  }
  const { file } = config;
  const sqlite = await import('../storage/sqlite/inspect.ts');
  return openedFile(file, () => sqlite.lookInto(file, reading));
}

/** The column types that a database already has, for fields whose schema does not tell. Changes nothing. */
export async function liveColumns(config: DatabaseConfig): Promise<LiveColumnType> {
  const live = await inspectDatabase(config, (dialect) => {
    const { ddl } = dialect;
    return described(ddl.inspect(), ddl.fold);
  });
  return live ?? (() => undefined);
}

function* described(
  inspection: ReturnType<Dialect['ddl']['inspect']>,
  fold: Dialect['ddl']['fold'],
): Reading<LiveColumnType> {
  const { tables } = yield* inspection;
  return (table, attribute) =>
    tables.get(fold(names.table(table)))?.get(fold(names.column(attribute)))?.type;
}

async function openServer(
  { pool, ...config }: PostgresConfig,
  { readsReplicas, board, queue }: Opening,
): Promise<Database> {
  const { openPostgres } = await import('../storage/postgres/driver.ts');
  const shared = board?.();
  try {
    // Commands read for as long as it takes.
    const readTimeout = readsReplicas ? (config.readTimeout ?? 0) : 0;
    const limits = { readTimeout, ...(queue ? { queue } : {}) };
    return await openPostgres({ ...config, pool, readsReplicas, ...limits }, warn, shared);
  } catch (cause) {
    const { host, port, database, user } = config;
    const where = config.url === undefined ? `${user}@${host}:${port}/${database}` : 'its address';
    const message =
      `The PostgreSQL server at ${where} cannot be used (${rootReason(cause)}). ` +
      'Check that it is running, that the database exists, and that the user has access.';
    throw new ProjectError([{ file: 'config/database', path: 'connection.connection', message }], {
      cause,
    });
  }
}

function warn(line: string): void {
  process.stderr.write(`Warning: ${line}\n`);
}

/** What the driver said, where it was put into other words on the way. */
function rootReason(cause: unknown): string {
  return reasonOf(cause instanceof Error && cause.cause !== undefined ? cause.cause : cause);
}

/** What `open` gives. @throws ProjectError that says why the file cannot be opened */
function openedFile<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (cause instanceof MissingDriverError) throw notInstalled(cause);
    const message =
      `${file} cannot be opened as a SQLite database (${reasonOf(cause)}). ` +
      'Use a database file that this user can read and write, in a folder where it can create files. ' +
      'If the file is damaged, restore a backup: quoin restore <backup>';
    throw refusedFile(message, cause);
  }
}

function notInstalled(cause: MissingDriverError): ProjectError {
  const { message } = cause;
  return new ProjectError([{ file: 'config/database', path: 'connection.client', message }], {
    cause,
  });
}

/** A start that the database file prevents. */
export function refusedFile(message: string, cause: unknown): ProjectError {
  const path = 'connection.connection.filename';
  return new ProjectError([{ file: 'config/database', path, message }], { cause });
}

/** A file up to this size is checked before a start that follows an unclean end, in bytes: a second or two. */
const MAX_CHECKED = 512 * 1024 * 1024;

/**
 * Checks a SQLite file if the program that had it open last did not close it.
 * @param say Receives a line about the check
 * @throws ProjectError if the file is damaged
 */
export async function checkAfterCrash(
  config: DatabaseConfig,
  say: (line: string) => void,
): Promise<void> {
  if (config.client !== 'sqlite') return;
  const { file } = config;
  // The last program to close a database removes its log.
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return;
  const { findDamage } = await import('../storage/sqlite/check-file.ts');
  const megabytes = Math.ceil(statSync(file).size / 2 ** 20);
  if (megabytes * 2 ** 20 > MAX_CHECKED) {
    say(
      `The database was not closed cleanly. It was not checked because of its size (${megabytes} MB). To check a copy of it, run: quoin backup <file>`,
    );
    return;
  }
  const damage = findDamage(file);
  if (damage !== null) throw refusedFile(describeDamage(file, damage), null);
  say(`The database was not closed cleanly. It was checked (${megabytes} MB) and is intact.`);
}

/** What is wrong with a file, and what to do. */
function describeDamage(file: string, damage: string): string {
  return `${file} is damaged (${damage}). Restore a backup, which keeps this file under another name: quoin restore <backup>`;
}
