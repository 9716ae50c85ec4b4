// Compares a database with an earlier state: changed tables and newly violated invariants.
import type { Store } from '../../src/app/store.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import { findOrphans } from './orphans.ts';
import { connect, type OtherProgram } from './test-database.ts';

/** Table that records the last use of tokens, which is not content. */
const IGNORED = 'strapi_api_tokens';

/** Watches a database. The caller closes the watch. */
export class DatabaseWatch {
  readonly #config: DatabaseConfig;
  readonly #schema: Pick<Store, 'registry' | 'layout'>;
  readonly #now: OtherProgram;
  /** Connection in a read transaction, which sees the earlier state. */
  readonly #before: OtherProgram;
  readonly #known = new Set<string>();
  #isMarked = false;
  #version: unknown = null;

  private constructor(
    config: DatabaseConfig,
    schema: Pick<Store, 'registry' | 'layout'>,
    [now, before]: readonly [OtherProgram, OtherProgram],
  ) {
    this.#config = config;
    this.#schema = schema;
    this.#now = now;
    this.#before = before;
  }

  static async open(
    config: DatabaseConfig,
    schema: Pick<Store, 'registry' | 'layout'>,
  ): Promise<DatabaseWatch> {
    const programs = [await connect(config), await connect(config)] as const;
    const watch = new DatabaseWatch(config, schema, programs);
    for (const problem of await watch.#problems()) watch.#known.add(problem);
    await watch.mark();
    return watch;
  }

  /** Makes the current state the one to compare with. */
  async mark(): Promise<void> {
    if (this.#isMarked) await this.#before.script('rollback');
    this.#isMarked = true;
    const { begin, look } = SNAPSHOT[this.#config.client];
    await this.#before.script(begin);
    await this.#before.sql(look);
    this.#version = await this.#commits();
  }

  /** The tables whose rows differ from the earlier state; on SQLite, also those whose sequences differ. */
  async changedTables(): Promise<readonly string[]> {
    if ((await this.#commits()) === this.#version) return [];
    const before = await this.#contents(this.#before);
    const now = await this.#contents(this.#now);
    return [...now.keys()].filter((table) => now.get(table) !== before.get(table));
  }

  /** Violated invariants, such as dangling links, that were not violated when the watch began. */
  async broken(): Promise<readonly string[]> {
    return (await this.#problems()).filter((problem) => !this.#known.has(problem));
  }

  async close(): Promise<void> {
    await this.#before.close();
    await this.#now.close();
  }

  /** Changes when another connection has committed. */
  async #commits(): Promise<unknown> {
    const [row = {}] = await this.#now.sql(SNAPSHOT[this.#config.client].commits);
    return Object.values(row)[0];
  }

  async #problems(): Promise<readonly string[]> {
    const orphans = await findOrphans(this.#config, this.#schema);
    return orphans.map((orphan) => JSON.stringify(orphan));
  }

  /** Key columns of each table. */
  async #contents(program: OtherProgram): Promise<ReadonlyMap<string, unknown>> {
    const { tables, rows } = CONTENTS[this.#config.client];
    const names = (await program.sql(tables)).map(({ name }) => String(name));
    const watched = names.filter((name) => name !== IGNORED);
    const found = await Promise.all(watched.map((name) => program.sql(rows(name))));
    return new Map(watched.map((name, i) => [name, JSON.stringify(found[i])]));
  }
}

/** Snapshot statements, and a query whose result changes on commits (on PostgreSQL, to any database). */
const SNAPSHOT = {
  sqlite: {
    begin: 'begin',
    look: 'select count(*) from sqlite_master',
    commits: 'pragma data_version',
  },
  postgres: {
    begin: 'begin isolation level repeatable read read only',
    look: 'select count(*) from pg_class',
    commits: 'select pg_snapshot_xmax(pg_current_snapshot())::text',
  },
};

const CONTENTS = {
  sqlite: {
    tables: `select name from sqlite_master where type = 'table'`,
    rows: (table: string): string => `select * from "${table}"`,
  },
  postgres: {
    tables: `select tablename as name from pg_tables where schemaname = 'public'`,
    rows: (table: string): string =>
      `select md5(string_agg(row::text, ' ' order by row::text)) as rows from "${table}" row`,
  },
};
