// In charge of what stands in rows, on every level: the components in them, those in these, and so on. It is read once,
// and known from then on: to check what is published, to copy it and to take away what was there before.
import type { Writing } from '../storage/database.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
import type { WriteContext } from './write-context.ts';

/** The components in a row of a model, in their order: one that was read, or that stands in one. */
export type PlacesIn = (uid: string, row: number) => readonly ComponentPlace[];

/** Reads what stands in rows: one statement for each table of places on each level. */
export function* readPlacesIn(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<PlacesIn> {
  const known = new Map<string, Map<number, ComponentPlace[]>>();
  let level: ReadonlyMap<string, readonly number[]> = new Map([[uid, rows]]);
  while (level.size > 0) {
    const found: ComponentPlace[] = [];
    for (const [model, ids] of level) {
      const fields = composedFields(context, model);
      if (fields.length === 0) continue;
      const owners = known.get(model) ?? new Map<number, ComponentPlace[]>();
      known.set(model, owners);
      const unread = ids.filter((id) => !owners.has(id));
      for (const id of unread) owners.set(id, []);
      for (const place of yield* readPlaces(context, { uid: model, fields }, unread)) {
        owners.get(place.entity)?.push(place);
        found.push(place);
      }
    }
    level = componentRows(context, found);
  }
  return (model, row) => known.get(model)?.get(row) ?? NONE;
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
