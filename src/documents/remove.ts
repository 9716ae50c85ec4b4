// Removal of rows with what belongs to them: components on every level below, and media links. Link rows go by their
// foreign keys. Files are never removed.
import { FILE } from '../schema/built-in/uids.ts';
import type { WriteSteps } from '../storage/database.ts';
import { selectFromAll } from '../storage/union-selection.ts';
import type { ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
import { PerModel } from './per-model.ts';
import { componentRows, componentsIn, readPlacesIn, type PlacesIn } from './placed-components.ts';
import type { WriteContext } from './write-context.ts';

/** Rows of a model that were removed. */
export interface RemovedRows {
  readonly uid: string;
  readonly ids: readonly number[];
}

/** Removes rows of one model. @returns all rows that went, components among them */
export function* removeEntries(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<readonly RemovedRows[]> {
  if (rows.length === 0) return [];
  return yield* removeRows(context, { uid, ids: rows }, yield* readPlacesIn(context, uid, rows));
}

/** Removes rows of one model in which it is known what stands. @returns all rows that went, components among them */
export function* removeRows(
  context: WriteContext,
  rows: RemovedRows,
  placesIn: PlacesIn,
): WriteSteps<readonly RemovedRows[]> {
  if (rows.ids.length === 0) return [];
  const below = componentsIn(context, { uid: rows.uid, rows: rows.ids, placesIn });
  const removed = [rows, ...Array.from(below, ([uid, ids]) => ({ uid, ids }))];
  yield* removeAll(context, removed);
  return removed;
}

/** Removes the components of places whose own rows are removed by the caller, or with their owner. @returns all that went */
export function* removeComponents(
  context: WriteContext,
  places: readonly Pick<ComponentPlace, 'part' | 'type'>[],
  placesIn: PlacesIn,
): WriteSteps<readonly RemovedRows[]> {
  const rows = new Map<string, Set<number>>();
  const add = (uid: string, ids: readonly number[]): void => {
    const all = rows.get(uid) ?? new Set();
    rows.set(uid, all);
    for (const id of ids) all.add(id);
  };
  for (const [uid, ids] of componentRows(context, places)) {
    add(uid, ids);
    for (const [part, parts] of componentsIn(context, { uid, rows: ids, placesIn }))
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

/** The links that name a row by id and type have no foreign key to go by. */
function* removeMorphLinks(
  context: WriteContext,
  removed: readonly RemovedRows[],
): WriteSteps<void> {
  const searches = removed.flatMap((rows) =>
    naming.of(context, rows.uid).map((place) => ({ place, rows })),
  );
  const found = yield* selectFromAll(
    context,
    searches.map(({ place: { table, idColumn, typeColumn }, rows: { uid, ids } }) => ({
      table,
      columns: ['id'],
      where: [
        { column: idColumn, in: ids },
        { column: typeColumn, is: uid },
      ],
    })),
  );
  const named = searches.flatMap(({ place }, i) =>
    (found[i] ?? []).map(([id]) => ({ place, id: Number(id) })),
  );
  const byPlace = groupedBy(named, ({ place }) => place);
  for (const [{ table, idColumn, typeColumn, isOwnRow }, group] of byPlace) {
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

/** Columns that may name a row of any type. */
interface NamingPlace {
  readonly table: string;
  /** uid of the type whose attribute they belong to. */
  readonly owner: string;
  readonly idColumn: string;
  readonly typeColumn: string;
  /** True for rows that are only there to name one. */
  readonly isOwnRow: boolean;
}

const known = new WeakMap<WriteContext, readonly NamingPlace[]>();

function namingPlaces(context: WriteContext): readonly NamingPlace[] {
  const found = known.get(context);
  if (found) return found;
  const { registry, layout } = context;
  const places = [...registry.models()].flatMap(({ uid: owner, attributes }) =>
    [...attributes.values()].flatMap(({ kind, name }): NamingPlace[] => {
      const link = kind === 'morph' ? layout.link(owner, name) : null;
      if (link?.kind === 'morphTable') return [{ ...link, owner, isOwnRow: true }];
      if (link?.kind !== 'morphColumns') return [];
      return [{ ...link, table: layout.table(owner), owner, isOwnRow: false }];
    }),
  );
  known.set(context, places);
  return places;
}

/** Where rows of a model may be named. */
const naming = new PerModel((context, uid) => {
  const isPart = context.registry.components.has(uid);
  // Only the files of a component can name it, and they do so only where it has some.
  return namingPlaces(context).filter(({ owner }) => !isPart || linksTo(context, uid, owner));
});

function linksTo({ registry }: WriteContext, uid: string, target: string): boolean {
  return [...registry.model(uid).attributes.values()].some(
    (attribute) =>
      (attribute.kind === 'media' && target === FILE) ||
      (attribute.kind === 'morph' && attribute.target === target),
  );
}
