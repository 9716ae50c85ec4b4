// Opens the database of a project. Drivers are loaded on demand to keep the start fast.
import type { LiveColumnType } from '../project/custom-fields.ts';
import type { QueueLimits } from '../base/bounded-queue.ts';
import { createTextLog, type Logger } from '../base/logger.ts';
import type { DatabaseConfig, PostgresConfig } from '../project/database-config.ts';
import { ProjectError, reasonOf } from '../project/project-error.ts';
import type { CommitLog } from '../storage/commits/commit-log.ts';
import type { Database, InteractiveDatabase } from '../storage/database.ts';
import { runInSession, type ReadSteps } from '../storage/session.ts';
import type { SqliteOptions } from '../storage/sqlite/driver.ts';
import { withInteraction } from '../storage/interactive-database.ts';
import type { Dialect } from '../storage/dialect.ts';
import { type StorageError, isStorageError } from '../storage/errors.ts';
import { names } from '../storage/layout/names.ts';
import { statSync } from 'node:fs';
import { startReadProcess, type ReadProcesses } from './background/read-processes.ts';
import { startReadThread, type ReadThreads } from './background/read-threads.ts';

/** Options for servers; commands need none of them. */
export interface OpenOptions {
  /** If false, reads go to the primary. A replica cancels reads that take longer than its allowed lag. */
  readonly readsReplicas: boolean;
  /** Opens the commit log that workers share, or null in a single process. */
  readonly commitLog: (() => CommitLog) | null;
  /** Threads for reads, or null for none. */
  readonly threads: ReadThreads | null;
  /** Processes for long reads, or null to run all reads in this process without a deadline. */
  readonly processes: ReadProcesses | null;
  /** Runs the function that closes a SQLite file, or null in a single process. Workers take turns. */
  readonly closeInTurn: NonNullable<SqliteOptions['closeInTurn']> | null;
  /** How many requests may wait for the database, and for how long. Default: no limit. */
  readonly queue?: QueueLimits;
  /** Receives warnings. Default: lines of text on the standard streams. */
  readonly log?: Logger;
}

type LoggedOptions = OpenOptions & Required<Pick<OpenOptions, 'log'>>;

/** Options of commands. */
export const ALONE: OpenOptions = {
  readsReplicas: false,
  commitLog: null,
  closeInTurn: null,
  threads: null,
  processes: null,
};

/** Opens a database and creates its file if it does not exist. @throws ProjectError */
export async function openDatabase(
  config: DatabaseConfig,
  opening: OpenOptions = ALONE,
): Promise<InteractiveDatabase> {
  const { log = createTextLog() } = opening;
  const driver = await openDriver(config, { ...opening, log });
  return withInteraction(driver, undefined, { log });
}

async function openDriver(config: DatabaseConfig, opening: LoggedOptions): Promise<Database> {
  if (config.client === 'postgres') return openServer(config, opening);
  const { openSqlite } = await import('../storage/sqlite/driver.ts');
  const { threads, processes, queue, closeInTurn, log } = opening;
  const { file, readTimeout: timeout = 0 } = config;
  const options = {
    log,
    ...(queue && { queue }),
    ...(closeInTurn && { closeInTurn }),
    ...(threads && { threads: { ...threads, timeout, start: startReadThread, log } }),
    ...(processes && { processes: { ...processes, timeout, start: startReadProcess, log } }),
  };
  return openedFile(file, () => openSqlite(file, options));
}

/**
 * Runs a read on the database as it is, without creating it. @param options `afterWrites`: waits for the current write
 * transaction, which PostgreSQL may still commit after its process was killed @returns null if there is no database
 * @throws ProjectError
 */
export async function inspectDatabase<T>(
  config: DatabaseConfig,
  steps: (dialect: Dialect) => ReadSteps<T>,
  { afterWrites = false }: { readonly afterWrites?: boolean } = {},
): Promise<T | null> {
  if (config.client === 'postgres') {
    const database = await openServer(config, { ...ALONE, log: createTextLog() });
    const operation = steps(database.dialect);
    try {
      return afterWrites
        ? await database.runInTransaction((session) => runInSession(session, operation))
        : await database.read(operation);
    } finally {
      await database.close();
    }
  }
  const { file } = config;
  const sqlite = await import('../storage/sqlite/inspect.ts');
  return openedFile(file, () => sqlite.inspectFile(file, steps));
}

/** Column types of an existing database, for fields whose schema does not define one. Changes nothing. */
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
): ReadSteps<LiveColumnType> {
  const { tables } = yield* inspection;
  return (table, attribute) =>
    tables.get(fold(names.table(table)))?.get(fold(names.column(attribute)))?.type;
}

async function openServer(
  { pool, ...config }: PostgresConfig,
  { readsReplicas, commitLog, queue, log }: LoggedOptions,
): Promise<Database> {
  const { openPostgres } = await import('../storage/postgres/driver.ts');
  const shared = commitLog?.();
  try {
    // Commands read without a deadline.
    const readTimeout = readsReplicas ? (config.readTimeout ?? 0) : 0;
    const limits = { readTimeout, ...(queue ? { queue } : {}) };
    return await openPostgres({ ...config, pool, readsReplicas, ...limits }, log, shared);
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

/** The message of the driver, where it was replaced by another one. */
function rootReason(cause: unknown): string {
  return reasonOf(cause instanceof Error && cause.cause !== undefined ? cause.cause : cause);
}

/** Returns what `open` returns. @throws ProjectError that says why the file cannot be opened */
function openedFile<T>(file: string, open: () => T): T {
  try {
    return open();
  } catch (cause) {
    if (isStorageError(cause, 'missingDriver')) throw notInstalled(cause);
    const message =
      `${file} cannot be opened as a SQLite database (${reasonOf(cause)}). ` +
      'Use a database file that this user can read and write, in a folder where it can create files. ' +
      'If the file is damaged, restore a backup: quoin restore <backup>';
    throw unusableFile(message, cause);
  }
}

function notInstalled(cause: StorageError): ProjectError {
  const { message } = cause;
  return new ProjectError([{ file: 'config/database', path: 'connection.client', message }], {
    cause,
  });
}

/** Creates the error of a start that fails because of the database file. */
export function unusableFile(message: string, cause: unknown): ProjectError {
  const path = 'connection.connection.filename';
  return new ProjectError([{ file: 'config/database', path, message }], { cause });
}

/** After an unclean shutdown, a file up to this size in bytes is checked at start; this takes a second or two. */
const MAX_CHECKED = 512 * 1024 * 1024;

/**
 * Checks a SQLite file if the last program did not close it.
 * @param log Receives a message about the check
 * @throws ProjectError if the file is damaged
 */
export async function checkAfterCrash(
  config: DatabaseConfig,
  log: Pick<Logger, 'info'>,
): Promise<void> {
  if (config.client !== 'sqlite') return;
  const { file } = config;
  // The last program that closes a database removes its log.
  if (!statSync(`${file}-wal`, { throwIfNoEntry: false })?.size) return;
  const { findDamage } = await import('../storage/sqlite/check-file.ts');
  const megabytes = Math.ceil(statSync(file).size / 2 ** 20);
  if (megabytes * 2 ** 20 > MAX_CHECKED) {
    log.info(
      `The database was not closed cleanly. It was not checked because of its size (${megabytes} MB). To check a copy of it, run: quoin backup <file>`,
    );
    return;
  }
  const damage = findDamage(file);
  if (damage !== null) throw unusableFile(describeDamage(file, damage), null);
  log.info(`The database was not closed cleanly. It was checked (${megabytes} MB) and is intact.`);
}

/** Describes the damage of a file and what to do about it. */
function describeDamage(file: string, damage: string): string {
  return `${file} is damaged (${damage}). Restore a backup, which keeps this file under another name: quoin restore <backup>`;
}
