// Databases of test servers: as after a first start, or with the rows of a SQLite file. Templates are created once and
// copied.
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modelOf } from '../../src/app/content-model.ts';
import { openStore } from '../../src/app/store.ts';
import type { DatabaseConfig, PostgresConfig } from '../../src/project/database-config.ts';
import type { Project } from '../../src/project/load.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { openSqlite } from '../../src/storage/sqlite/driver.ts';
import { copyDatabase } from '../../src/transfer/copy-database.ts';
import { makePostgresDatabase, makePostgresTemplate } from './postgres-database.ts';
import { onClient } from './test-database.ts';
import { vendored } from './vendored-projects.ts';

/** A project on a database of its own. */
export interface ServerDatabase {
  readonly project: Project;
  drop(): Promise<void>;
}

export interface ServerDatabaseOptions {
  /** SQLite file, from `test/conformance`, whose rows it has. Default: none, so that it is as after a first start. */
  readonly source?: string | undefined;
  /** Absolute path of the file that it is, on SQLite. */
  readonly file: string;
}

/** Makes a database for a project, on the database that this test is run on. The caller drops it. */
export function makeServerDatabase(
  project: Project,
  options: ServerDatabaseOptions,
): Promise<ServerDatabase> {
  return onClient({ sqlite: makeFile, postgres: makeOnServer })(project, options);
}

async function makeFile(
  project: Project,
  { source, file }: ServerDatabaseOptions,
): Promise<ServerDatabase> {
  mkdirSync(path.dirname(file), { recursive: true });
  if (source === undefined) writeFileSync(file, await emptyFile(project));
  else copyFileSync(path.resolve(vendored('conformance'), source), file);
  return {
    project: onDatabase(project, { client: 'sqlite', file }),
    drop: async () => rmSync(file, { force: true }),
  };
}

async function makeOnServer(
  project: Project,
  { source }: ServerDatabaseOptions,
): Promise<ServerDatabase> {
  const template = await makePostgresTemplate({
    key: keyOf(project, source),
    fill: (config) => fillOnServer(project, source, config),
  });
  const { config, drop } = await makePostgresDatabase(template);
  return { project: onDatabase(project, config), drop };
}

/** What decides how a first start leaves a database, except for the keys of its first tokens, which are random. */
function keyOf({ definitions, config }: Project, source?: string): string {
  return JSON.stringify([source, definitions, config.i18n.initialLocale]);
}

async function fillOnServer(
  project: Project,
  source: string | undefined,
  config: PostgresConfig,
): Promise<void> {
  if (source !== undefined) await copyRows(project, source, config);
  const { database } = await openStore(onDatabase(withoutCode(project), config));
  await database.close();
}

/** As `quoin copy` does it. */
async function copyRows(project: Project, source: string, config: PostgresConfig): Promise<void> {
  await inFolder(async (folder) => {
    const file = path.join(folder, 'data.db');
    copyFileSync(path.resolve(vendored('conformance'), source), file);
    const [from, to] = [openSqlite(file), await openPostgres(config)];
    try {
      const { layout } = modelOf(project);
      await copyDatabase({ layout, from, to, progress: { begin: noop, step: noop } });
    } finally {
      await from.close();
      await to.close();
    }
  });
}

/** Migrations of code run when a server starts on the copy: other projects with the same definitions share the template. */
function withoutCode(project: Project): Project {
  return { ...project, code: null };
}

const empty = new Map<string, Promise<Buffer>>();

function emptyFile(project: Project): Promise<Buffer> {
  const key = keyOf(project);
  const known = empty.get(key) ?? makeEmpty(project);
  empty.set(key, known);
  return known;
}

function makeEmpty(project: Project): Promise<Buffer> {
  return inFolder(async (folder) => {
    const file = path.join(folder, 'data.db');
    const { database } = await openStore(
      onDatabase(withoutCode(project), { client: 'sqlite', file }),
    );
    await database.close();
    return readFileSync(file);
  });
}

async function inFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), 'quoin-filled-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function noop(): void {}

function onDatabase(project: Project, database: DatabaseConfig): Project {
  return { ...project, config: { ...project.config, database } };
}
