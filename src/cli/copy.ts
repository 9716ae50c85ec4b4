// `quoin copy`: copies all rows of a project from one database to another, also between SQLite and PostgreSQL.
import path from 'node:path';
import { existsSync } from 'node:fs';
import { openDatabase } from '../app/database.ts';
import { modelOf } from '../app/content-model.ts';
import { openProject } from '../app/project.ts';
import type { DatabaseConfig, PostgresConfig } from '../project/database-config.ts';
import { copyDatabase, type CopyReport } from '../transfer/copy-database.ts';
import { isTransferError } from '../transfer/errors.ts';
import { assertProject } from './assert-project.ts';
import { CommandError } from './command-error.ts';
import { createProgress } from './progress.ts';

/** Source and target: URLs `postgres://…`, paths of files, or absent for the project's own database. */
export interface CopyOptions {
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** Copies the database of a project. @throws CommandError, ProjectError */
export async function copyCommand(folder: string, options: CopyOptions): Promise<void> {
  assertProject(folder);
  const project = await openProject(folder);
  const own = project.config.database;
  const [source, target] = [options.from, options.to].map((named) =>
    named === undefined ? own : databaseOf(folder, named),
  );
  if (!source || !target || isSame(source, target)) {
    throw new CommandError(
      'Pass the database to copy to, or the one to copy from. Example: quoin copy --to postgres://user:password@host/database',
    );
  }
  if (source.client === 'sqlite' && !existsSync(source.file)) {
    throw new CommandError(`The database file ${source.file} does not exist.`);
  }
  const from = await openDatabase(source);
  try {
    const to = await openDatabase(target);
    try {
      report(await copied(modelOf(project).layout, { from, to }), target);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}

type Sides = Pick<Parameters<typeof copyDatabase>[0], 'from' | 'to'>;

async function copied(
  layout: Parameters<typeof copyDatabase>[0]['layout'],
  sides: Sides,
): Promise<CopyReport> {
  const progress = createProgress(process.stdout);
  const reporter = {
    begin: (table: string, rows: number): void => progress.begin(table, rows),
    step: (rows: number): void => progress.step(rows),
  };
  try {
    return await copyDatabase({ layout, ...sides, progress: reporter });
  } catch (error) {
    if (!isTransferError(error, 'rejected')) throw error;
    const lines = error.problems.map((problem) => `\n  ${problem}`).join('');
    throw new CommandError(`Nothing was copied:${lines}`);
  } finally {
    progress.stop();
  }
}

function databaseOf(folder: string, named: string): DatabaseConfig {
  if (!/^postgres(?:ql)?:\/\//.test(named)) {
    return { client: 'sqlite', file: path.resolve(folder, named.replace(/^sqlite:/, '')) };
  }
  const { hostname, port, pathname, username, password } = new URL(named);
  const config: PostgresConfig = {
    client: 'postgres',
    url: named,
    host: hostname,
    port: Number(port) || 5432,
    database: decodeURIComponent(pathname.slice(1)),
    user: decodeURIComponent(username),
    password: decodeURIComponent(password),
    schema: 'public',
    ssl: false,
    pool: { min: 0, max: 4 },
    acquireTimeout: 60_000,
    statementTimeout: 0,
  };
  return config;
}

function isSame(one: DatabaseConfig, other: DatabaseConfig): boolean {
  if (one.client === 'sqlite') return other.client === 'sqlite' && one.file === other.file;
  return other.client === 'postgres' && addressOf(one) === addressOf(other);
}

function addressOf({ host, port, database, schema }: PostgresConfig): string {
  return [host, port, database, schema].join('/');
}

function report({ tables, rounded }: CopyReport, target: DatabaseConfig): void {
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  const where = target.client === 'sqlite' ? target.file : `${target.host}/${target.database}`;
  console.log(`Copied ${rows} rows of ${tables.length} tables to ${where} and verified them.`);
  if (rounded > 0) {
    console.log(`${rounded} decimals were rounded to the decimal places that PostgreSQL stores.`);
  }
  console.log(
    'Uploaded files are not part of the database: copy the public folder as well if the project moves.',
  );
}
