// The components in rows, on every level. They are read once for a write: to change them, to check what is published, to
// copy it and to remove what was there before.
import type { WriteSteps } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
import type { WriteContext } from './write-context.ts';

/** The components in a row of a model, in their order: one that was read, or that stands in one. */
export type PlacesIn = (uid: string, row: number) => readonly ComponentPlace[];

/** What was read, by model and row. */
type Known = Map<string, Map<number, readonly ComponentPlace[]>>;

/** Rows of a model, and the component attributes that are read of them; null: all. */
interface ReadRows {
  readonly uid: string;
  readonly rows: readonly number[];
  readonly fields: readonly string[] | null;
}

/** Reads all components in rows. */
export function readPlacesIn(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<PlacesIn> {
  return readPlacesInFields(context, { uid, rows, fields: null });
}

/**
 * Reads the components in attributes of rows, and in these: one statement for each table of places on each level, those of
 * one level together. What leads back to a row that it stands in is left out.
 */
export function* readPlacesInFields(
  context: WriteContext,
  { uid, rows, fields }: ReadRows,
): WriteSteps<PlacesIn> {
  const known: Known = new Map();
  let isMetAgain = false;
  let level: ReadonlyMap<string, readonly number[]> = new Map([[uid, rows]]);
  while (level.size > 0) {
    const models = [...level].flatMap(([model, ids]) => {
      const read = model === uid && fields !== null ? fields : composedFields(context, model);
      if (read.length === 0) return [];
      const owners = known.get(model) ?? new Map<number, readonly ComponentPlace[]>();
      known.set(model, owners);
      const unread = ids.filter((id) => !owners.has(id));
      isMetAgain ||= unread.length < ids.length;
      return [
        { owners, unread, reading: readPlaces(context, { uid: model, fields: read }, unread) },
      ];
    });
    const found = yield* together(models.map(({ reading }) => reading));
    for (const [i, { owners, unread }] of models.entries()) {
      const own = groupedBy(found[i] ?? [], ({ entity }) => entity);
      for (const id of unread) owners.set(id, own.get(id) ?? NONE);
    }
    level = componentRows(context, found.flat());
  }
  if (isMetAgain) cutCircles(known, uid, rows);
  return (model, row) => known.get(model)?.get(row) ?? NONE;
}

/** Nothing stands anywhere: of rows without components, and of new ones. */
export const NO_PLACES: PlacesIn = () => NONE;

/** Other programs may have put a component into itself, or into what stands in it. */
function cutCircles(known: Known, uid: string, rows: readonly number[]): void {
  const above = new Set<string>();
  const seen = new Set<string>();
  const staysIn = (model: string, row: number): boolean => {
    const key = `${model} ${row}`;
    if (seen.has(key)) return !above.has(key);
    seen.add(key);
    above.add(key);
    const owners = known.get(model);
    const places = owners?.get(row) ?? NONE;
    owners?.set(
      row,
      places.filter(({ type, part }) => staysIn(type, part)),
    );
    above.delete(key);
    return true;
  };
  for (const row of rows) staysIn(uid, row);
}

/** Rows of a model, and what stands in them. */
export interface PlacedRows {
  readonly uid: string;
  readonly rows: readonly number[];
  readonly placesIn: PlacesIn;
}

/** All components that stand in rows, on every level, by their uid. */
export function componentsIn(
  context: WriteContext,
  { uid, rows, placesIn }: PlacedRows,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const collect = (owner: string, ids: readonly number[]): void => {
    const places: ComponentPlace[] = [];
    for (const id of ids) for (const place of placesIn(owner, id)) places.push(place);
    for (const [part, parts] of componentRows(context, places)) {
      found.set(part, [...(found.get(part) ?? []), ...parts]);
      collect(part, parts);
    }
  };
  collect(uid, rows);
  return found;
}

/** The rows of components by their uid: a place of one that the project does not know any more leads nowhere. */
export function componentRows(
  { registry }: WriteContext,
  places: readonly Pick<ComponentPlace, 'part' | 'type'>[],
): ReadonlyMap<string, readonly number[]> {
  const groups = [...groupedBy(places, ({ type }) => type)];
  return new Map(
    groups.flatMap(([uid, group]) =>
      registry.components.has(uid) ? [[uid, group.map(({ part }) => part)] as const] : [],
    ),
  );
}

const NONE: readonly ComponentPlace[] = [];
