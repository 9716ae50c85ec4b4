// In charge of servers one after another on one copy of a project, each with a database of its own: for tests that
// write, and of which there are too many to copy and load the project every time.
import { copyFileSync, cpSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { modelOf, openProject } from '../../src/app/project.ts';
import { openStore } from '../../src/app/store.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import type { Project } from '../../src/project/load.ts';
import { openPostgres } from '../../src/storage/postgres/driver.ts';
import { openSqlite } from '../../src/storage/sqlite/driver.ts';
import { copyDatabase } from '../../src/transfer/copy-database.ts';
import { makePostgresDatabase } from './postgres-database.ts';
import { serve, type TestApp, type TestAppOptions } from './app.ts';
import { vendored } from './vendored-projects.ts';

/** A copy of a project's folder, loaded once. Whoever makes it removes it. */
export class ProjectCopy {
  readonly #folder: string;
  readonly #project: Project;
  #opened = 0;
  /** A database as a first start makes it. */
  #empty: Promise<string> | undefined;
  /** Names of databases on PostgreSQL, by the SQLite database whose rows they hold. */
  readonly #postgres = new Map<string, Promise<string>>();

  private constructor(folder: string, project: Project) {
    this.#folder = folder;
    this.#project = project;
  }

  /** Copies and loads. */
  static async make({
    project = 'kitchen',
    env = {},
  }: Pick<TestAppOptions, 'project' | 'env'>): Promise<ProjectCopy> {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-copy-')));
    cpSync(path.resolve(vendored('conformance', 'projects'), project), folder, { recursive: true });
    return new ProjectCopy(folder, await openProject(folder, { environment: { ...env } }));
  }

  /** A server on a copy of this database (from `test/conformance`), or on an empty one. */
  async open(database?: string): Promise<TestApp> {
    this.#empty ??= this.#makeEmpty();
    const source =
      database === undefined ? await this.#empty : path.resolve(vendored('conformance'), database);
    const file = path.join(this.#folder, `${++this.#opened}.db`);
    copyFileSync(source, file);
    return await serve(withDatabase(this.#project, file), {
      folder: this.#folder,
      remove: () => rmSync(file, { force: true }),
    });
  }

  /** A server on PostgreSQL, with the rows of this SQLite database (from `test/conformance`) or none. */
  async openOnPostgres(database = ''): Promise<TestApp> {
    const made = this.#postgres.get(database) ?? this.#makePostgres(database);
    this.#postgres.set(database, made);
    const { config, drop } = await makePostgresDatabase(await made);
    const project = onDatabase(this.#project, config);
    return await serve(project, { folder: this.#folder, remove: drop });
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async #makeEmpty(): Promise<string> {
    const file = path.join(this.#folder, 'empty.db');
    const { database } = await openStore(withDatabase(this.#project, file));
    await database.close();
    return file;
  }

  async #makePostgres(source: string): Promise<string> {
    const { config } = await makePostgresDatabase();
    const project = onDatabase(this.#project, config);
    if (source !== '') {
      const file = path.join(this.#folder, `${++this.#opened}.db`);
      copyFileSync(path.resolve(vendored('conformance'), source), file);
      const [from, to] = [openSqlite(file), await openPostgres(config)];
      const { layout } = modelOf(project);
      await copyDatabase({ layout, from, to, progress: { begin: noop, step: noop } });
      await from.close();
      await to.close();
    }
    const { database } = await openStore(project);
    await database.close();
    return config.database;
  }
}

function noop(): void {}

function withDatabase(project: Project, file: string): Project {
  return onDatabase(project, { client: 'sqlite', file });
}

function onDatabase(project: Project, database: DatabaseConfig): Project {
  return { ...project, config: { ...project.config, database } };
}
