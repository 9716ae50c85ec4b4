// In charge of removing rows with all that hangs on them: components on every level below and media links. Link rows
// go by their foreign keys (spec/storage.md section 6, "delete"). Files are never removed.
import { FILE } from '../schema/built-in/uids.ts';
import type { Writing } from '../storage/database.ts';
import type { RowCondition } from '../storage/row-conditions.ts';
import { selectFromAll } from '../storage/union-selection.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
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
): Writing<readonly RemovedRows[]> {
  if (rows.length === 0) return [];
  const fields = composedFields(context, uid);
  const places = yield* readPlaces(context, { uid, fields }, rows);
  yield* removeMorphLinks(context, uid, rows);
  yield* context.statements.delete(context.layout.table(uid), [{ column: 'id', in: rows }]);
  return [{ uid, ids: rows }, ...(yield* removeComponents(context, places))];
}

/** Removes the components of places whose own rows are removed by the caller, or with their owner. @returns all that went */
export function* removeComponents(
  context: WriteContext,
  places: readonly Pick<ComponentPlace, 'part' | 'type'>[],
): Writing<readonly RemovedRows[]> {
  const removed: RemovedRows[] = [];
  for (const [uid, group] of groupedBy(places, ({ type }) => type)) {
    // A place of a component that the project does not know any more leads nowhere.
    if (!context.registry.components.has(uid)) continue;
    const rows = group.map(({ part }) => part);
    removed.push(...(yield* removeEntries(context, uid, rows)));
  }
  return removed;
}

/** The links that name a row by id and type have no foreign key to go by. */
function* removeMorphLinks(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<void> {
  const isPart = context.registry.components.has(uid);
  // Only the files of a component can name it, and they do so only where it has some.
  const places = namingPlaces(context).filter(
    ({ owner }) => !isPart || linksTo(context, uid, owner),
  );
  const naming = ({ idColumn, typeColumn }: NamingPlace): readonly RowCondition[] => [
    { column: idColumn, in: rows },
    { column: typeColumn, is: uid },
  ];
  const [only] = places;
  if (only?.isOwnRow && places.length === 1) {
    return yield* context.statements.delete(only.table, naming(only));
  }
  const found = yield* selectFromAll(
    context,
    places.map((place) => ({ table: place.table, columns: ['id'], where: naming(place) })),
  );
  for (const [i, { table, idColumn, typeColumn, isOwnRow }] of places.entries()) {
    const ids = (found[i] ?? []).map(([id]) => Number(id));
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

function linksTo({ registry }: WriteContext, uid: string, target: string): boolean {
  return [...registry.model(uid).attributes.values()].some(
    (attribute) =>
      (attribute.kind === 'media' && target === FILE) ||
      (attribute.kind === 'morph' && attribute.target === target),
  );
}
