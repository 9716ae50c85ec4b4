// The engine under test: a project with the model's types on its own database, with steps as API calls and direct
// reads of the tables.
import { withInteraction } from '../../src/storage/interactive-database.ts';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine } from '../../src/app/engine.ts';
import { modelOf } from '../../src/app/content-model.ts';
import { openProject } from '../../src/app/project.ts';
import { migrateStore, type Store } from '../../src/app/store.ts';
import { AppError } from '../../src/base/errors.ts';
import type { Documents } from '../../src/documents/programs/document-collection.ts';
import type { Project } from '../../src/project/load.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import type { Registry } from '../../src/schema/registry.ts';
import type { Layout } from '../../src/storage/layout/layout.ts';
import { brokenLinksQuery } from '../support/broken-links.ts';
import { writeFiles } from '../support/project-folder.ts';
import { openEngineDatabase, type EngineDatabase } from './engine-database.ts';
import type { EntryInput, LinkChange, Operation, PartInput, Target } from './operations.ts';
import { Tables, type Stored, type StoredHolder } from './tables.ts';
import { componentRule, projectFiles, types, uidOf, type PartRule } from './types.ts';
import { nameOf, typeOf } from './world.ts';

async function loadTypes(): Promise<Project> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), 'quoin-lifecycle-')));
  try {
    writeFiles(folder, projectFiles());
    return await openProject(folder, { environment: {}, writeSecrets: false });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Plays sequences on one database, which is emptied between them. */
export class LifecycleEngine implements AsyncDisposable {
  readonly #held: EngineDatabase;
  readonly #layout: Layout;
  readonly #documents: Documents;
  readonly #tables: Tables;
  readonly #broken: string;
  readonly #empty: string;
  readonly #names = new Map<string, string>();
  readonly #ids = new Map<string, string>();

  private constructor(
    held: EngineDatabase,
    { layout }: Store,
    { documents, registry }: { readonly documents: Documents; readonly registry: Registry },
  ) {
    this.#held = held;
    this.#layout = layout;
    this.#documents = documents;
    this.#tables = new Tables(held, layout);
    this.#broken = brokenLinksQuery({ registry, layout });
    const tables = layout.tables.filter(({ uid }) => uid === null || isOurs(uid));
    this.#empty = tables
      .filter(({ name, kind }) => kind !== 'own' || name.startsWith('quoin_'))
      .map(({ name }) => `delete from "${name}";`)
      .join(' ');
  }

  /** The caller disposes of it. */
  static async open(): Promise<LifecycleEngine> {
    const project = await loadTypes();
    const held = await openEngineDatabase();
    const store = await migrateStore(project, modelOf(project), {
      database: withInteraction(held.database),
    });
    const { documents } = await createEngine(project, store);
    // Built-in types have no rows.
    const registry = defineRegistry(project.definitions);
    return new LifecycleEngine(held, store, { documents, registry });
  }

  /** Removes all documents. */
  async reset(): Promise<void> {
    await this.#held.script(`begin; ${this.#empty} commit`);
    this.#names.clear();
    this.#ids.clear();
  }

  stored(): Promise<Stored> {
    return this.#tables.read(this.#names);
  }

  /** One line for each orphaned row and dangling link. Slow. */
  async broken(): Promise<readonly unknown[]> {
    return [...(await this.#held.dangling(this.#layout)), ...(await this.#held.rows(this.#broken))];
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#held[Symbol.asyncDispose]();
  }

  /** @returns null, or the error that rejected it */
  async play(operation: Operation, stored: Stored): Promise<AppError | null> {
    try {
      await this.#play(operation, stored);
      return null;
    } catch (error) {
      if (error instanceof AppError) return error;
      throw error;
    }
  }

  async #play(operation: Operation, stored: Stored): Promise<void> {
    const { kind, document } = operation;
    const collection = this.#documents(uidOf(typeOf(document).name));
    const documentId = this.#ids.get(document) ?? '';
    if (kind !== 'create' && kind !== 'update') {
      const { entries } = await collection[kind]({ documentId, locale: operation.locale });
      if (kind !== 'delete' && entries.length === 0)
        throw new AppError('NotFoundError', 'Not Found');
      return;
    }
    const { locale, status, input } = operation;
    const type = typeOf(document);
    const row = nameOf(document, type.localized ? locale : null, type.drafts ? 'draft' : 'only');
    const data = this.#data(input, type, stored.get(row));
    // The parameters of the response do not affect the write (docs/strapi/differences.md, D6 a).
    const params = { data, locale, status, fields: 'documentId' };
    if (kind === 'create') {
      const created = await collection.create(params);
      this.#names.set(created.documentId, document);
      this.#ids.set(document, created.documentId);
    } else if ((await collection.update({ documentId, ...params })) === null) {
      throw new AppError('NotFoundError', 'Not Found');
    }
  }

  #data(
    { values, links, parts }: EntryInput,
    rule: { readonly parts: readonly PartRule[] },
    stored: StoredHolder | undefined,
  ): object {
    return {
      ...values,
      ...Object.fromEntries(
        Object.entries(links).map(([name, change]) => [name, this.#change(change)]),
      ),
      ...Object.fromEntries(
        rule.parts.flatMap((part) => {
          const sent = parts[part.name];
          if (!sent) return [];
          const written = sent.map((each) => this.#part(part, each, stored));
          return [[part.name, part.kind === 'single' ? (written[0] ?? null) : written]];
        }),
      ),
    };
  }

  #part({ name, kind }: PartRule, sent: PartInput, stored: StoredHolder | undefined): object {
    const kept = sent.keep === null ? undefined : stored?.parts[name]?.[sent.keep];
    return {
      ...(kind === 'zone' ? { __component: sent.component } : {}),
      ...(kept ? { id: kept.id } : {}),
      ...this.#data(sent, componentRule(sent.component), kept),
    };
  }

  #change(change: LinkChange): object {
    if ('set' in change) return { set: change.set.map((target) => this.#target(target)) };
    return {
      connect: change.connect.map(({ position, ...target }) => ({
        ...this.#target(target),
        position:
          typeof position === 'string'
            ? { [position]: true }
            : 'before' in position
              ? { before: this.#ids.get(position.before) }
              : { after: this.#ids.get(position.after) },
      })),
      disconnect: change.disconnect.map((target) => this.#target(target)),
    };
  }

  #target({ document, ...options }: Target): object {
    return { documentId: this.#ids.get(document), ...options };
  }
}

function isOurs(uid: string): boolean {
  return Object.keys(types).some((type) => uid === uidOf(type)) || uid.startsWith('part.');
}
