// In charge of copying the components of rows: new rows with the same values, in the same places.
import { copyRows } from '../../storage/row-copies.ts';
import type { SqlValue, Writing } from '../../storage/database.ts';
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
  const wanted = wantedPlaces(context, copies, placesIn);
  const filled = new Map<string, SqlValue[][]>();
  const components: ModelCopies[] = [];
  for (const [uid, places] of groupedBy(wanted, ({ place }) => place.type)) {
    if (!context.registry.components.has(uid)) continue;
    const ids = yield* copyComponentRows(
      context,
      uid,
      places.map(({ place }) => place.part),
    );
    const added: RowCopy[] = [];
    for (const [i, { table, place, copy }] of places.entries()) {
      const part = ids[i] ?? null;
      // A place may name a component that another program removed.
      if (part === null) continue;
      added.push({ from: place.part, to: part, root: copy.root });
      const rows = filled.get(table) ?? [];
      filled.set(table, rows);
      rows.push([copy.to, part, place.type, place.field, place.order]);
    }
    components.push({ uid, copies: added, attributes: null });
  }
  const { entity, part, type, field, order } = componentsColumns;
  const columns = [entity, part, type, field, order];
  for (const [table, rows] of filled) yield* context.statements.add(table, columns, rows);
  return components;
}

function wantedPlaces(
  context: WriteContext,
  copies: readonly ModelCopies[],
  placesIn: PlacesIn,
): readonly NewPlace[] {
  const wanted: NewPlace[] = [];
  for (const group of copies) {
    const [first] = composedFields(context, group.uid);
    if (first === undefined) continue;
    const table = placesTable(context, group.uid, first);
    for (const copy of group.copies) {
      for (const place of placesIn(group.uid, copy.from))
        if (isCopied(group, place.field)) wanted.push({ table, place, copy });
    }
  }
  return wanted;
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
