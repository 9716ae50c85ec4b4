// Migrations of a project: each file of database/migrations runs once, before the tables are updated
// (docs/strapi/code-data.md, "Migrations").
import { basename, extname, join } from 'node:path';
import type { Knex } from 'knex';
import { labelOf, linkedFilesIn, readText, type ProjectFolder } from '../../project/folder.ts';
import type { ModuleLoader } from '../../project/modules.ts';
import { ProjectError, reasonOf } from '../../project/project-error.ts';
import { isRecord } from '../../schema/raw.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import { createKnex, createKnexTransaction } from './knex-connection.ts';
import { Transactions } from './transactions.ts';

/** The database that code migrates. */
export interface MigrationConnection {
  readonly database: InteractiveDatabase;
  /** Maximum duration of a transaction, in milliseconds; then it is rolled back. */
  readonly timeout: number;
}

interface MigrationDependencies {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  /** True if TypeScript files run, which is `settings.useTypescriptMigrations` in config/database. */
  readonly runsTypeScript: boolean;
  /** Receives the names of TypeScript files that do not run. */
  readonly onSkipped: (names: readonly string[]) => void;
}

/** Names of completed migrations. */
const LOG = 'strapi_migrations';
const KINDS = ['.js', '.ts', '.sql'];

/** Absolute paths of the migrations of a project, in order. */
function migrationFiles(folder: ProjectFolder): readonly string[] {
  const path = join(folder.root, 'database', 'migrations');
  return linkedFilesIn(path)
    .filter((name) => KINDS.includes(extname(name)) && !name.endsWith('.d.ts'))
    .map((name) => join(path, name));
}

/**
 * Runs pending migrations, each in its own transaction. @returns their names @throws ProjectError with the file of a failed
 * migration, which is rolled back
 */
export async function runMigrations(
  { database, timeout }: MigrationConnection,
  dependencies: MigrationDependencies,
): Promise<readonly string[]> {
  const { runsTypeScript } = dependencies;
  const all = migrationFiles(dependencies.folder);
  const files = runsTypeScript ? all : all.filter((file) => extname(file) !== '.ts');
  const skipped = all.filter((file) => !files.includes(file));
  if (skipped.length > 0) dependencies.onSkipped(skipped.map((file) => basename(file)));
  if (files.length === 0) return [];
  const transactions: Transactions = new Transactions(database, {
    timeout,
    knexOf: (enter, ends) => createKnexTransaction(knexDependencies, enter, ends),
  });
  const knexDependencies = { database, transactions, settings: {} };
  const knex = createKnex(knexDependencies);
  await createLog(knex);
  const done = new Set((await knex(LOG).select('name')).map(({ name }: { name: string }) => name));
  const names: string[] = [];
  for (const file of files.filter((each) => !done.has(nameOf(each)))) {
    const run = await migrationOf({ ...dependencies, database }, file);
    const hasRun = transactions.run(async () => {
      const name = nameOf(file);
      // Another process may have run it in the meantime.
      if (await knex(LOG).where({ name }).first()) return false;
      await run(knex);
      await knex(LOG).insert({ name, time: new Date() });
      return true;
    });
    if (await named(dependencies, file, hasRun)) names.push(nameOf(file));
  }
  return names;
}

/** The name of a TypeScript file is that of its compiled file, as in Strapi. */
function nameOf(file: string): string {
  return basename(file).replace(/\.ts$/, '.js');
}

async function createLog(knex: Knex): Promise<void> {
  if (await knex.schema.hasTable(LOG)) return;
  await knex.schema.createTable(LOG, (table) => {
    table.increments('id');
    table.string('name');
    table.datetime('time', { useTz: false });
  });
}

/** @throws ProjectError for a file that does not export a migration */
async function migrationOf(
  { folder, loader, database }: MigrationDependencies & Pick<MigrationConnection, 'database'>,
  file: string,
): Promise<(knex: Knex) => Promise<unknown>> {
  if (extname(file) === '.sql') return async (knex) => knex.raw(readText(file) ?? '');
  const migration = await named({ folder }, file, loader.load(file));
  const up: unknown = isRecord(migration) ? migration['up'] : undefined;
  if (typeof up !== 'function') {
    const message = 'A migration must export a function "up".';
    throw new ProjectError([{ file: labelOf(folder, file), path: '', message }]);
  }
  return async (knex) =>
    Reflect.apply(up, migration, [knex, databaseOf(knex, database)]) as unknown;
}

/** The second argument of a migration: the members of `strapi.db` that need no tables. */
function databaseOf(knex: Knex, { dialect }: InteractiveDatabase): object {
  return {
    connection: knex,
    dialect: { client: dialect.name },
    getConnection: (table?: string): unknown => (table === undefined ? knex : knex(table)),
    getSchemaConnection: (connection: Knex = knex): unknown => connection.schema,
    inTransaction: () => true,
    query: () => notAvailableInMigrations('query'),
    get metadata() {
      return notAvailableInMigrations('metadata');
    },
  };
}

function notAvailableInMigrations(name: string): never {
  throw new Error(`"${name}" is not available in migrations. Use knex, the first argument.`);
}

/** @throws ProjectError with the name of the file for any error */
async function named<T>(
  { folder }: Pick<MigrationDependencies, 'folder'>,
  file: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = `The migration failed and was rolled back: ${singleLineMessage(error)}`;
    throw new ProjectError([{ file: labelOf(folder, file), path: '', message }], { cause: error });
  }
}

/** The message of an error in one line. Messages of statements have the reason at their end. */
function singleLineMessage(error: unknown): string {
  const text = error instanceof Error ? error.message.replaceAll(/\s+/g, ' ').trim() : '';
  return text === '' ? reasonOf(error) : text;
}
