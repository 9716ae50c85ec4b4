// Databases for tests of links: rows of a registry's types, and link tables read with plain statements in read order.
import type { WriteContext } from '../../src/documents/write-context.ts';
import { loadProject } from '../../src/project/load.ts';
import { builtInDefinitions } from '../../src/schema/built-in/definitions.ts';
import { defineRegistry } from '../../src/schema/define.ts';
import type { Registry } from '../../src/schema/registry.ts';
import type { Database } from '../../src/storage/database.ts';
import type { WriteSteps } from '../../src/storage/session.ts';
import { createLayout } from '../../src/storage/layout/layout.ts';
import { RowStatements } from '../../src/storage/statements/row-statements.ts';
import { layoutTemplate } from './layout-template.ts';
import { openScratch } from './scratch-database.ts';
import { vendored } from './vendored-projects.ts';

/** The two rows of a document, or its only one. */
export type DocumentRows = readonly number[];

export interface LinkDatabase {
  readonly context: WriteContext;
  readonly database: Database;
  /** Inserts documents, of a type with drafts with a draft and a published row each. */
  insert(uid: string, count: number): Promise<readonly DocumentRows[]>;
  /** Runs a write and rolls it back. @returns its result */
  tryOut<T>(steps: WriteSteps<T>): Promise<T>;
}

/** The registry of a project in `test/conformance/projects`. */
export async function registryOf(project: string): Promise<Registry> {
  const folder = vendored('conformance', 'projects', project);
  const options = { builtIn: builtInDefinitions, environment: {}, writeSecrets: false };
  const { definitions } = await loadProject(folder, options);
  return defineRegistry([...builtInDefinitions, ...definitions]);
}

/** A database of a registry; closed when the test is over. */
export async function openLinkDatabase(registry: Registry): Promise<LinkDatabase> {
  const layout = createLayout(registry);
  const { database } = await openScratch(layoutTemplate(layout));
  const { dialect } = database;
  const statements = new RowStatements(dialect, layout);
  const served = new Map<never, never>();
  const rules = { strictRelations: false, isVisible: () => true };
  const context = { registry, layout, dialect, statements, served, defaultLocale: 'en', rules };
  return {
    context,
    database,
    insert: (uid, count) => database.transact(insertDocuments(context, uid, count)),
    tryOut: async <T>(steps: WriteSteps<T>): Promise<T> => {
      let result: { readonly value: T } | undefined;
      const undone = new Error('undone');
      const run = function* (): WriteSteps<never> {
        result = { value: yield* steps };
        throw undone;
      };
      await database.transact(run()).catch((error: unknown) => {
        if (error !== undone) throw error;
      });
      if (!result) throw new Error('The write did not finish');
      return result.value;
    },
  };
}

function* insertDocuments(
  { registry, layout, dialect, statements }: WriteContext,
  uid: string,
  count: number,
): WriteSteps<readonly DocumentRows[]> {
  const model = registry.model(uid);
  const documents = Array.from({ length: count }, (_, i) => `document${i}`);
  if (model.modelType === 'component') {
    const [column = ''] = [...model.attributes.values()]
      .filter(({ kind }) => kind === 'scalar')
      .map(({ name }) => layout.column(uid, name));
    const rows = documents.map(() => [null]);
    const ids = yield* statements.insert(layout.table(uid), [column], rows);
    return ids.map((id) => [id]);
  }
  const times = model.draftAndPublish ? [null, 1] : [1];
  const ids = yield* statements.insert(
    layout.table(uid),
    ['document_id', 'published_at'],
    documents.flatMap((document) =>
      times.map((time) => [document, time === null ? null : dialect.store('datetime', time)]),
    ),
  );
  return documents.map((_, i) => ids.slice(i * times.length, (i + 1) * times.length));
}

/** The far rows of each near row of an attribute, as stored. */
export function* storedLinks(
  { registry, layout, statements }: WriteContext,
  uid: string,
  attribute: string,
): WriteSteps<ReadonlyMap<number, readonly number[]>> {
  const link = layout.link(uid, attribute);
  const table = layout.table(uid);
  const select = function* (
    from: string,
    columns: readonly string[],
    order: readonly string[],
  ): WriteSteps<readonly (readonly unknown[])[]> {
    return yield* statements.select(from, { columns, where: [], order });
  };
  const lists = new Map<number, number[]>();
  const add = (near: unknown, far: unknown): void => {
    if (near !== null && far !== null) {
      lists.set(Number(near), [...(lists.get(Number(near)) ?? []), Number(far)]);
    }
  };
  if (link.kind === 'joinTable') {
    const order = link.order === null ? ['id'] : [link.order, link.far];
    for (const [near, far] of yield* select(link.table, [link.near, link.far], order))
      add(near, far);
  } else if (link.kind === 'column') {
    for (const [near, far] of yield* select(table, ['id', link.column], ['id'])) add(near, far);
  } else if (link.kind === 'morphInverse') {
    const columns = [link.idColumn, link.far, link.typeColumn, 'field'];
    for (const [near, far, type, field] of yield* select(link.table, columns, ['order', 'id'])) {
      if (type === link.type && field === link.field) add(near, far);
    }
  } else if (link.kind === 'inverseColumn') {
    const owner = registry.attribute(uid, attribute);
    const from = owner?.kind === 'relation' ? layout.table(owner.target) : '';
    for (const [far, near] of yield* select(from, ['id', link.column], ['id'])) add(near, far);
  } else throw new Error(`${uid} ${attribute} is not a link`);
  return lists;
}
