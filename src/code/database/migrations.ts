// Migrations of a project: each file of database/migrations runs once, before the tables are updated
// (docs/strapi/code-data.md, "Migrations").
import { basename, extname, join } from 'node:path';
import type { Knex } from 'knex';
import { filesIn, labelOf, readText, type ProjectFolder } from '../../project/folder.ts';
import type { ModuleLoader } from '../../project/modules.ts';
import { ProjectError, reasonOf } from '../../project/project-error.ts';
import { isRecord } from '../../schema/raw.ts';
import type { InteractiveDatabase } from '../../storage/database.ts';
import { createKnex, createKnexTransaction } from './knex-connection.ts';
import { Transactions } from './transactions.ts';

/** What migrations are run with. */
export interface MigrationDependencies {
  readonly folder: ProjectFolder;
  readonly loader: ModuleLoader;
  readonly database: InteractiveDatabase;
  /** How long one may take, in milliseconds. */
  readonly timeout: number;
}

/** Names of migrations that have run. */
const LOG = 'strapi_migrations';
const KINDS = ['.js', '.cjs', '.ts', '.sql'];

/** Absolute paths of the migrations of a project, in the order in which they run. */
export function migrationFiles(folder: ProjectFolder): readonly string[] {
  const path = join(folder.root, 'database', 'migrations');
  return filesIn(path)
    .filter((name) => KINDS.includes(extname(name)) && !name.endsWith('.d.ts'))
    .map((name) => join(path, name));
}

/**
 * Runs the migrations that have not run on a database yet, each in a transaction of its own.
 * @returns their names
 * @throws ProjectError that names the file of one that fails; nothing of it is kept
 */
export async function runMigrations(
  dependencies: MigrationDependencies,
): Promise<readonly string[]> {
  const files = migrationFiles(dependencies.folder);
  if (files.length === 0) return [];
  const { database, timeout } = dependencies;
  const transactions: Transactions = new Transactions(database, {
    timeout,
    knexOf: (enter, ends) => createKnexTransaction(knexDependencies, enter, ends),
  });
  const knexDependencies = { database, transactions };
  const knex = createKnex(knexDependencies);
  await createLog(knex);
  const done = new Set((await knex(LOG).select('name')).map(({ name }: { name: string }) => name));
  const names: string[] = [];
  for (const file of files.filter((each) => !done.has(nameOf(each)))) {
    const run = await migrationOf(dependencies, file);
    const hasRun = transactions.run(async () => {
      const name = nameOf(file);
      // Another process may have run it meanwhile.
      if (await knex(LOG).where({ name }).first()) return false;
      await run(knex);
      await knex(LOG).insert({ name, time: new Date() });
      return true;
    });
    if (await named(dependencies, file, hasRun)) names.push(nameOf(file));
  }
  return names;
}

/** A TypeScript file has the name of its build, as in Strapi. */
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

/** @throws ProjectError for a file that is no migration */
async function migrationOf(
  { folder, loader }: MigrationDependencies,
  file: string,
): Promise<(knex: Knex) => Promise<unknown>> {
  if (extname(file) === '.sql') return async (knex) => knex.raw(readText(file) ?? '');
  const migration = await named({ folder }, file, loader.load(file));
  const up: unknown = isRecord(migration) ? migration['up'] : undefined;
  if (typeof up !== 'function') {
    const message = 'A migration exports a function "up".';
    throw new ProjectError([{ file: labelOf(folder, file), path: '', message }]);
  }
  return async (knex) => Reflect.apply(up, migration, [knex, { connection: knex }]) as unknown;
}

/** @throws ProjectError that names the file of whatever fails */
async function named<T>(
  { folder }: Pick<MigrationDependencies, 'folder'>,
  file: string,
  work: Promise<T>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const message = `The migration failed, and nothing of it was kept: ${reasonOf(error)}`;
    throw new ProjectError([{ file: labelOf(folder, file), path: '', message }], { cause: error });
  }
}
