// Documents of types with drafts and locales on their own database: writes and reads as in the routes, and invariants
// that must always hold.
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'vitest';
import { createEngine, type Engine } from '../../src/app/engine.ts';
import { openProject } from '../../src/app/project.ts';
import { openStore, type Store } from '../../src/app/store.ts';
import type { WriteHooks } from '../../src/documents/write-hooks.ts';
import type { DatabaseConfig } from '../../src/project/database-config.ts';
import type { Project } from '../../src/project/load.ts';
import { fullAccess } from '../../src/query/access.ts';
import type { SqlValue } from '../../src/storage/session.ts';
import type { WriteResponse } from '../../src/query/write-response.ts';
import type { ContentType } from '../../src/schema/types.ts';
import { CountingDatabase } from './counting-database.ts';
import { findOrphans } from './orphans.ts';
import { writeFiles, type ProjectFiles } from './project-folder.ts';
import { builtInTemplate } from './layout-template.ts';
import { makeDatabase, type SqlRow, type Template, type TestDatabase } from './test-database.ts';

/** A row in a response. */
export interface Entry {
  readonly id: number;
  readonly documentId: string;
  readonly [attribute: string]: unknown;
}

type ActionName = 'publish' | 'unpublish' | 'discardDraft';

/** A project and its database. Types go by their singular name: `page` is `api::page.page`. */
export class VersionProject implements AsyncDisposable {
  readonly #project: Project;
  #store: Store;
  #engine: Engine;
  #database: CountingDatabase;
  readonly #held: Held;

  private constructor(project: Project, { store, engine, database }: Opened, held: Held) {
    this.#project = project;
    this.#store = store;
    this.#engine = engine;
    this.#database = database;
    this.#held = held;
  }

  /**
   * A project of these files; the caller disposes of it.
   * @param kept A database that stays; default: one of its own
   * @param hooked What runs around writes
   */
  static async open(
    files: ProjectFiles,
    kept?: TestDatabase,
    hooked?: Hooked,
  ): Promise<VersionProject> {
    const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-versions-')));
    writeFiles(folder, files);
    const loaded = await openProject(folder, { environment: {} });
    const own = kept ?? (await makeDatabase(templateOf(files, loaded)));
    const project = on(loaded, own.config);
    return new VersionProject(project, await openCounted(project, hooked), {
      own,
      isKept: kept !== undefined,
    });
  }

  get store(): Store {
    return this.#store;
  }

  /** The database that the engine is built on. */
  get database(): CountingDatabase {
    return this.#database;
  }

  get engine(): Engine {
    return this.#engine;
  }

  /** Stops and starts again. */
  async restart(): Promise<void> {
    await this.#store.database.close();
    const { store, engine, database } = await openCounted(this.#project);
    this.#store = store;
    this.#engine = engine;
    this.#database = database;
  }

  /** How many statements some work runs; the savepoint around each write is not counted. */
  async statements(work: () => Promise<unknown>): Promise<number> {
    return (await this.cost(work)).statements;
  }

  /** The statements of some work, and in how many steps they are sent. */
  async cost(work: () => Promise<unknown>): Promise<{ statements: number; steps: number }> {
    await this.#engine.locale.follow();
    this.#database.count = 0;
    this.#database.steps = 0;
    await work();
    return { statements: this.#database.count, steps: this.#database.steps };
  }

  /** @param query As a query string, of the response and of the version */
  async create(name: string, data: object, query = ''): Promise<Entry> {
    const type = this.type(name);
    const response = this.#response(type, query, false);
    return toEntry(
      await this.#engine.writer.create({ type, data: data as Record<string, never>, response }),
    );
  }

  /** Creates a draft. @returns its documentId */
  async draft(name: string, data: object, query = ''): Promise<string> {
    return (await this.create(name, data, `status=draft&${query}`)).documentId;
  }

  /** Creates and publishes. @returns its documentId */
  async published(name: string, data: object, query = ''): Promise<string> {
    return (await this.create(name, data, query)).documentId;
  }

  /** @param documentId Null: of a single type */
  async update(
    [name, documentId]: readonly [string, string | null],
    data: object,
    query = '',
  ): Promise<Entry> {
    const type = this.type(name);
    const response = this.#response(type, query, false);
    const sent = { type, documentId, data: data as Record<string, never>, response };
    return toEntry(await this.#engine.writer.update(sent));
  }

  async delete(name: string, documentId: string | null, query = ''): Promise<void> {
    const type = this.type(name);
    const response = this.#response(type, query, true);
    await this.#engine.writer.delete({ type, documentId, response, withEntries: false });
  }

  async act(
    action: ActionName,
    [name, documentId]: readonly [string, string | null],
    query = '',
  ): Promise<readonly Entry[]> {
    const type = this.type(name);
    const response = this.#response(type, query, true);
    return (await this.#engine.writer[action]({ type, documentId, response })).map(toEntry);
  }

  /** A version of a document; null if it does not exist. @param documentId Null: of a single type */
  async read(name: string, documentId: string | null, query = ''): Promise<Entry | null> {
    const one = documentId === null ? null : ({ by: 'documentId', value: documentId } as const);
    const prepared = this.#engine.reader.prepareQuery({
      type: this.type(name),
      one,
      paging: 'none',
      query,
      access: fullAccess,
    });
    const { entries } = await this.#engine.reader.execute(prepared, 'v5');
    return entries[0] === undefined ? null : toEntry(entries[0]);
  }

  /** The titles of the targets of an attribute of a published row (of a draft: `status=draft`). */
  async titles(
    name: string,
    [documentId, attribute]: readonly [string, string],
    query = '',
  ): Promise<readonly string[]> {
    const entry = await this.read(
      name,
      documentId,
      `populate[${attribute}][fields]=title&${query}`,
    );
    return titlesOf(entry?.[attribute]);
  }

  /** Rows of a table, as another program sees them. @param values Of `$1`, `$2` and so on */
  rows(sql: string, ...values: readonly SqlValue[]): Promise<readonly SqlRow[]> {
    return this.#held.own.sql(sql, values);
  }

  /** Runs a script as another program. @param keys True: with foreign keys enforced */
  script(text: string, keys?: boolean): Promise<void> {
    return this.#held.own.script(text, keys);
  }

  type(name: string): ContentType {
    return this.#store.registry.contentType(`api::${name}.${name}`);
  }

  /** @throws AssertionError for dangling links, and for pending links to impossible targets */
  async assertWhole(): Promise<void> {
    expect(await findOrphans(this.#held.own.config, this.#store)).toEqual([]);
    expect(await this.#deadPendingLinks()).toEqual([]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#store.database.close();
    if (!this.#held.isKept) await this.#held.own[Symbol.asyncDispose]();
    rmSync(this.#project.folder, { recursive: true, force: true });
  }

  #response(type: ContentType, query: string, several: boolean): ReadResponse {
    const one = { by: 'row', filtered: several, several } as const;
    const request = { type, one, paging: 'none', query, access: fullAccess } as const;
    const { reader } = this.#engine;
    return reader.textResponse(reader.prepareQuery(request), 'v5');
  }

  /** A pending link belongs to a row that is there, and waits for a version that is not, of a document that is. */
  async #deadPendingLinks(): Promise<readonly unknown[]> {
    const { layout } = this.#store;
    const dead: unknown[] = [];
    for (const link of await this.rows('select * from quoin_pending_links')) {
      const has = async (uid: unknown, where: string, ...values: readonly unknown[]) => {
        const sql = `select 1 from "${layout.table(String(uid))}" where ${where}`;
        return (await this.rows(sql, ...(values as readonly SqlValue[]))).length > 0;
      };
      const { owner_type: owner, source_type: source, target_type: target } = link;
      const document = link['target_document'];
      const locale = link['target_locale'];
      const isDraft = link['target_status'] === 'draft' ? 'is null' : 'is not null';
      const version = `document_id = $1 and coalesce(locale, '') = $2 and published_at ${isDraft}`;
      const isAlive =
        (await has(owner, 'id = $1', link['owner_id'])) &&
        (await has(source, 'id = $1', link['source_id'])) &&
        (await has(target, 'document_id = $1', document)) &&
        !(await has(target, version, document, locale ?? ''));
      if (!isAlive) dead.push(link);
    }
    return dead;
  }
}

/** Hooks of a project, and how long a write waits for one, in milliseconds. */
export interface Hooked {
  readonly hooks: WriteHooks;
  readonly timeout?: number;
}

interface Held {
  readonly own: TestDatabase;
  readonly isKept: boolean;
}

function on(project: Project, database: DatabaseConfig): Project {
  return { ...project, config: { ...project.config, database } };
}

/** A project after its first start, on a copy of what all projects begin with. */
function templateOf(files: ProjectFiles, project: Project): Template {
  return {
    key: JSON.stringify(files),
    base: builtInTemplate,
    fill: async (config) => {
      const { database } = await openStore(on(project, config));
      await database.close();
    },
  };
}

interface Opened {
  readonly store: Store;
  readonly engine: Engine;
  readonly database: CountingDatabase;
}

async function openCounted(project: Project, hooked?: Hooked): Promise<Opened> {
  const store = await openStore(project);
  const database = new CountingDatabase(store.database, hooked?.timeout);
  return {
    store,
    engine: await createEngine(project, { ...store, database }, { hooks: hooked?.hooks }),
    database,
  };
}

type ReadResponse = WriteResponse<string>;

/** The titles of what was populated: one entry, a list, or nothing. */
export function titlesOf(value: unknown): readonly string[] {
  if (value === null || value === undefined) return [];
  const entries = Array.isArray(value) ? (value as readonly unknown[]) : [value];
  return entries.map((entry) => String((entry as Entry)['title']));
}

function toEntry(text: string): Entry {
  return JSON.parse(text) as Entry;
}
