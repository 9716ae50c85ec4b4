// In charge of watching a database as another program sees it: what has changed since a moment, and what is broken that
// was not when the watch began.
import BetterSqlite from 'better-sqlite3';
import type { Store } from '../../src/app/store.ts';
import { brokenLinksQuery } from './broken-links.ts';

/** Tells when a key was last used, which is no part of a document. */
const IGNORED = 'strapi_api_tokens';

/** Watches a SQLite file. Whoever makes it closes it. */
export class DatabaseWatch {
  readonly #now: BetterSqlite.Database;
  /** Stays in a read transaction, so that it sees the file as it was. */
  readonly #before: BetterSqlite.Database;
  readonly #links: BetterSqlite.Statement<[], { readonly broken: string }>;
  readonly #known: ReadonlySet<string>;
  #version = 0;

  constructor(file: string, { registry, layout }: Pick<Store, 'registry' | 'layout'>) {
    this.#now = new BetterSqlite(file, { readonly: true });
    this.#before = new BetterSqlite(file, { readonly: true });
    this.#links = this.#now.prepare(brokenLinksQuery({ registry, layout }));
    this.#known = new Set(this.#problems());
    this.mark();
  }

  /** From now on, changes are those that come after this moment. */
  mark(): void {
    if (this.#before.inTransaction) this.#before.exec('rollback');
    this.#before.exec('begin');
    this.#before.prepare('select count(*) from sqlite_master').get();
    this.#version = this.#commits();
  }

  /** The tables whose rows, or whose next ids, are not those of the moment that was marked. */
  changedTables(): readonly string[] {
    if (this.#commits() === this.#version) return [];
    const before = contents(this.#before);
    const now = contents(this.#now);
    return [...now.keys()].filter((table) => now.get(table) !== before.get(table));
  }

  /** Links that lead nowhere and the like, unless they were there when the watch began. */
  broken(): readonly string[] {
    return this.#problems().filter((problem) => !this.#known.has(problem));
  }

  close(): void {
    this.#before.close();
    this.#now.close();
  }

  /** Changes when another connection has committed. */
  #commits(): number {
    return this.#now.pragma('data_version', { simple: true }) as number;
  }

  #problems(): readonly string[] {
    const dangling = this.#now.pragma('foreign_key_check') as readonly object[];
    return [
      ...dangling.map((row) => JSON.stringify(row)),
      ...this.#links.all().map(({ broken }) => broken),
    ];
  }
}

function contents(database: BetterSqlite.Database): ReadonlyMap<string, string> {
  const tables = database
    .prepare<[], { readonly name: string }>("select name from sqlite_master where type = 'table'")
    .all();
  return new Map(
    tables
      .filter(({ name }) => name !== IGNORED)
      .map(({ name }) => [
        name,
        JSON.stringify(database.prepare(`select * from "${name}"`).raw().all()),
      ]),
  );
}
