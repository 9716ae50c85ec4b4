// Removes rows with their components on all levels and their polymorphic links. Other links are removed by foreign keys.
// Files are never removed.
import { FILE } from '../../schema/built-in/uids.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { selectFromAll } from '../../storage/statements/union-selection.ts';
import type { ComponentSlot } from '../components/component-slots.ts';
import { groupBy } from '../../base/group-by.ts';
import { ModelCache } from '../model-cache.ts';
import {
  componentRows,
  componentsIn,
  readSlotsOf,
  type SlotsOf,
} from '../components/stored-components.ts';
import type { WriteContext } from '../write-context.ts';

/** Rows of a model that were removed. */
export interface RemovedRows {
  readonly uid: string;
  readonly ids: readonly number[];
}

/** Removes rows of one model. @returns all removed rows, including components */
export function* removeEntries(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<readonly RemovedRows[]> {
  if (rows.length === 0) return [];
  return yield* removeRows(context, { uid, ids: rows }, yield* readSlotsOf(context, uid, rows));
}

/** Removes rows of one model whose components were read. @returns all removed rows, including components */
export function* removeRows(
  context: WriteContext,
  rows: RemovedRows,
  slotsOf: SlotsOf,
): WriteSteps<readonly RemovedRows[]> {
  if (rows.ids.length === 0) return [];
  const below = componentsIn(context, { uid: rows.uid, rows: rows.ids, slotsOf });
  const removed = [rows, ...Array.from(below, ([uid, ids]) => ({ uid, ids }))];
  yield* removeAll(context, removed);
  return removed;
}

/** Removes the components in slots; the slots are removed by the caller or with their owner. @returns all removed rows */
export function* removeComponents(
  context: WriteContext,
  slots: readonly Pick<ComponentSlot, 'component' | 'type'>[],
  slotsOf: SlotsOf,
): WriteSteps<readonly RemovedRows[]> {
  const rows = new Map<string, Set<number>>();
  const add = (uid: string, ids: readonly number[]): void => {
    const all = rows.get(uid) ?? new Set();
    rows.set(uid, all);
    for (const id of ids) all.add(id);
  };
  for (const [uid, ids] of componentRows(context, slots)) {
    add(uid, ids);
    for (const [part, parts] of componentsIn(context, { uid, rows: ids, slotsOf }))
      add(part, parts);
  }
  const removed = Array.from(rows, ([uid, ids]) => ({ uid, ids: [...ids] }));
  yield* removeAll(context, removed);
  return removed;
}

function* removeAll(context: WriteContext, removed: readonly RemovedRows[]): WriteSteps<void> {
  yield* removeMorphLinks(context, removed);
  for (const { uid, ids } of removed) {
    yield* context.statements.delete(context.layout.table(uid), [{ column: 'id', in: ids }]);
  }
}

/** Removes links that refer to a row by id and type, which have no foreign key. */
function* removeMorphLinks(
  context: WriteContext,
  removed: readonly RemovedRows[],
): WriteSteps<void> {
  const searches = removed.flatMap((rows) =>
    naming.get(context, rows.uid).map((columns) => ({ columns, rows })),
  );
  const found = yield* selectFromAll(
    context,
    searches.map(({ columns: { table, idColumn, typeColumn }, rows: { uid, ids } }) => ({
      table,
      columns: ['id'],
      where: [
        { column: idColumn, in: ids },
        { column: typeColumn, is: uid },
      ],
    })),
  );
  const named = searches.flatMap(({ columns }, i) =>
    (found[i] ?? []).map(([id]) => ({ columns, id: Number(id) })),
  );
  const byColumns = groupBy(named, ({ columns }) => columns);
  for (const [{ table, idColumn, typeColumn, isOwnRow }, group] of byColumns) {
    const ids = group.map(({ id }) => id);
    if (isOwnRow) yield* context.statements.delete(table, [{ column: 'id', in: ids }]);
    else {
      yield* context.statements.update(
        table,
        [idColumn, typeColumn],
        ids.map((id) => [id, null, null]),
      );
    }
  }
}

/** Columns that refer to a row of any type. */
interface ReferenceColumns {
  readonly table: string;
  /** uid of the model that has the attribute. */
  readonly owner: string;
  readonly idColumn: string;
  readonly typeColumn: string;
  /** True for rows of a table of links. */
  readonly isOwnRow: boolean;
}

const cache = new WeakMap<WriteContext, readonly ReferenceColumns[]>();

function referenceColumns(context: WriteContext): readonly ReferenceColumns[] {
  const found = cache.get(context);
  if (found) return found;
  const { registry, layout } = context;
  const columns = [...registry.models()].flatMap(({ uid: owner, attributes }) =>
    [...attributes.values()].flatMap(({ kind, name }): ReferenceColumns[] => {
      const link = kind === 'morph' ? layout.link(owner, name) : null;
      if (link?.kind === 'morphTable') return [{ ...link, owner, isOwnRow: true }];
      if (link?.kind !== 'morphColumns') return [];
      return [{ ...link, table: layout.table(owner), owner, isOwnRow: false }];
    }),
  );
  cache.set(context, columns);
  return columns;
}

/** The columns that may refer to rows of a model. */
const naming = new ModelCache((context, uid) => {
  const isPart = context.registry.components.has(uid);
  // Only files refer to components, and only if the component has media.
  return referenceColumns(context).filter(({ owner }) => !isPart || linksTo(context, uid, owner));
});

function linksTo({ registry }: WriteContext, uid: string, target: string): boolean {
  return [...registry.model(uid).attributes.values()].some(
    (attribute) =>
      (attribute.kind === 'media' && target === FILE) ||
      (attribute.kind === 'morph' && attribute.target === target),
  );
}
