// In charge of copying the components of rows: new rows with the same values, in the same places.
import { copyRows } from '../../storage/row-copies.ts';
import type { Writing } from '../../storage/database.ts';
import {
  componentsColumns,
  composedFields,
  placesTable,
  type ComponentPlace,
} from '../component-places.ts';
import { scalarColumns } from '../entry-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { PlacesIn } from '../placed-components.ts';
import type { WriteContext } from '../write-context.ts';
import { isCopied, type ModelCopies, type RowCopy } from './copy.ts';
import { plainLinkColumns } from './model-links.ts';

/** A place that is to be filled: that of a component in the source, in the row that gets the copy. */
interface NewPlace {
  readonly table: string;
  readonly place: ComponentPlace;
  readonly copy: RowCopy;
}

/**
 * Copies the components of rows, level by level.
 * @param placesIn What stands in the rows that are copied
 * @returns these copies, and those of the components, by model
 */
export function* copyComponents(
  context: WriteContext,
  copies: ModelCopies,
  placesIn: PlacesIn,
): Writing<readonly ModelCopies[]> {
  const all: ModelCopies[] = [];
  let level: readonly ModelCopies[] = copies.copies.length === 0 ? [] : [copies];
  while (level.length > 0) {
    all.push(...level);
    level = yield* copyLevel(context, level, placesIn);
  }
  return all;
}

/** Copies what stands in the component attributes of rows. @returns the copied components, whose own are still to be copied */
function* copyLevel(
  context: WriteContext,
  copies: readonly ModelCopies[],
  placesIn: PlacesIn,
): Writing<readonly ModelCopies[]> {
  const wanted = copies.flatMap((each) => wantedPlaces(context, each, placesIn));
  const placed: (NewPlace & { readonly part: number })[] = [];
  const components: ModelCopies[] = [];
  for (const [uid, places] of groupedBy(wanted, ({ place }) => place.type)) {
    if (!context.registry.components.has(uid)) continue;
    const ids = yield* copyComponentRows(
      context,
      uid,
      places.map(({ place }) => place.part),
    );
    const added: RowCopy[] = [];
    for (const [i, each] of places.entries()) {
      const part = ids[i] ?? null;
      // A place may name a component that another program removed.
      if (part === null) continue;
      placed.push({ ...each, part });
      added.push({ from: each.place.part, to: part, root: each.copy.root });
    }
    components.push({ uid, copies: added, attributes: null });
  }
  for (const [table, places] of groupedBy(placed, (each) => each.table)) {
    const { entity, part, type, field, order } = componentsColumns;
    yield* context.statements.add(
      table,
      [entity, part, type, field, order],
      places.map(({ copy, place, part: id }) => [
        copy.to,
        id,
        place.type,
        place.field,
        place.order,
      ]),
    );
  }
  return components;
}

function wantedPlaces(
  context: WriteContext,
  group: ModelCopies,
  placesIn: PlacesIn,
): readonly NewPlace[] {
  const { uid, copies } = group;
  const [field] = composedFields(context, uid);
  if (field === undefined) return [];
  const table = placesTable(context, uid, field);
  return copies.flatMap((copy) =>
    placesIn(uid, copy.from).flatMap((place) =>
      isCopied(group, place.field) ? [{ table, place, copy }] : [],
    ),
  );
}

function copyComponentRows(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<readonly (number | null)[]> {
  const scalars = scalarColumns(context, uid).map(({ column }) => column);
  const copied = [...scalars, ...plainLinkColumns(context, uid)];
  return copyRows(
    context,
    { table: context.layout.table(uid), copied, given: [] },
    rows.map((id) => [id]),
  );
}
