// Opens a project's store: its content model and its migrated database.
import type { Tables } from '../documents/rows/built-in-rows.ts';
import type { Logger } from '../base/logger.ts';
import { switchOptions, type OptionChange } from '../documents/options/switch-options.ts';
import { applyPendingAtStart } from '../documents/versions/apply-pending.ts';
import { withFormerComponents } from '../model/former-components.ts';
import type { Project } from '../project/load.ts';
import { reasonOf } from '../project/project-error.ts';
import type { Registry } from '../schema/registry.ts';
import type { InteractiveDatabase } from '../storage/database.ts';
import type { ReadSteps } from '../storage/session.ts';
import type { Dialect } from '../storage/dialect.ts';
import { isUnavailable } from '../storage/errors.ts';
import { prepareDatabase, type PrepareReport } from '../storage/migration/prepare-database.ts';
import { RowStatements } from '../storage/statements/row-statements.ts';
import { keepSearchIndexes } from '../storage/search/keep-search-indexes.ts';
import type { SearchIndex } from '../storage/search/search-dialect.ts';
import { searchIndexes } from '../storage/search/search-index.ts';
import {
  ALONE,
  inspectDatabase,
  openDatabase,
  unusableFile,
  type OpenOptions,
} from './database.ts';
import { filesOf, modelOf, type ContentModel, searchedTypes } from './content-model.ts';
import { migrateByCode } from './code/project-code.ts';

/** A content model and its migrated database. */
export interface Store extends ContentModel {
  readonly database: InteractiveDatabase;
  /** Search indexes by the uid of their type. */
  readonly search: ReadonlyMap<string, SearchIndex>;
  /** Changes to the database, and options of types that changed since the last start. */
  readonly report: PrepareReport & { readonly switched: readonly OptionChange[] };
}

/** Receives progress messages and warnings of a migration. */
type MigrationLog = Pick<Logger, 'info' | 'warn'>;

const SILENT: MigrationLog = { info: () => undefined, warn: () => undefined };

/**
 * Opens a project's database and migrates it.
 * @param log Receives progress messages of long migrations
 * @param opening Options for servers
 * @throws StorageError, ProjectError
 */
export async function openStore(
  project: Project,
  log: MigrationLog = SILENT,
  opening: Omit<OpenOptions, 'log'> = ALONE,
): Promise<Store> {
  const model = modelOf(project);
  const database = await openDatabase(project.config.database, { ...opening, log: project.log });
  try {
    // Nothing is served from the database yet, and migrations of large tables take long.
    return await migrateStore(project, model, { database, log, transactionTimeout: Infinity });
  } catch (error) {
    await database.close();
    throw toProjectError(error, project);
  }
}

/** A damaged database file is an error that an operator can fix. */
function toProjectError(error: unknown, { config }: Project): unknown {
  if (config.database.client !== 'sqlite' || !isUnavailable(error)) return error;
  return unusableFile(reasonOf(error.cause), error);
}

/** Reads and writes rows of built-in types where no engine is needed. */
export function tablesOf({ layout, database: { dialect } }: Store): Tables {
  return { layout, dialect, statements: new RowStatements(dialect, layout) };
}

/**
 * Runs a read on the database of a project as it is, without migrating it. @returns null without a database
 * @throws ProjectError
 */
export function readUnmigrated<T>(
  { config }: Project,
  steps: (dialect: Dialect) => ReadSteps<T>,
): Promise<T | null> {
  return inspectDatabase(config.database, steps);
}

interface Migration {
  readonly database: InteractiveDatabase;
  /** Receives progress messages. Default: none */
  readonly log?: MigrationLog;
  /** Maximum duration of a transaction of project code, in milliseconds. Default: `code.transactionTimeout` */
  readonly transactionTimeout?: number;
}

/**
 * Migrates an open database to the content model of a project, in the order of ARCHITECTURE.md, "Startup".
 * @throws StorageError and leaves the database unchanged
 */
export async function migrateStore(
  project: Project,
  model: ContentModel,
  { database, log = SILENT, transactionTimeout }: Migration,
): Promise<Store> {
  const { initialLocale } = project.config.i18n;
  const timeout = transactionTimeout ?? project.config.quoin.code.transactionTimeout;
  const names = await migrateByCode(project, { database, timeout });
  if (names.length > 0) log.info(`The project’s migrations ran: ${names.join(', ')}.`);
  const report = await migrateTables(project, model, database);
  const switched = await switchOptions({ ...model, database, initialLocale, log });
  const search = await migrateSearchIndexes(project, model, { database, log });
  const registry = await readRegistry(model, database);
  await applyPendingAtStart({ registry, layout: model.layout, initialLocale }, database);
  return { ...model, registry, database, search, report: { ...report, switched } };
}

function migrateTables(
  project: Project,
  { layout }: ContentModel,
  database: InteractiveDatabase,
): Promise<PrepareReport> {
  const { i18n, admin } = project.config;
  return prepareDatabase(database, layout, {
    localeCode: i18n.initialLocale,
    apiTokenSalt: admin.apiTokenSalt,
    ...(admin.encryptionKey ? { encryptionKey: admin.encryptionKey } : {}),
    fileOf: filesOf(project),
  });
}

/** Creates the configured search indexes. @returns all that exist, by the uid of their type */
async function migrateSearchIndexes(
  project: Project,
  { registry, layout }: ContentModel,
  { database, log }: Required<Pick<Migration, 'database' | 'log'>>,
): Promise<Store['search']> {
  const configured = searchIndexes(registry, layout, searchedTypes(project));
  const indexes = await keepSearchIndexes(database, configured, log);
  return new Map(indexes.map((index) => [index.uid, index]));
}

/** Returns the registry with components whose schemas were removed, but which rows still have. */
function readRegistry(
  { registry, layout }: ContentModel,
  database: InteractiveDatabase,
): Promise<Registry> {
  return database.read(withFormerComponents(registry, new RowStatements(database.dialect, layout)));
}
