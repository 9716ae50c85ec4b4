// In charge of copying the components of rows, one level: new rows with the same values, in the same places.
import { copyRows } from '../../storage/row-copies.ts';
import { selectFromAll } from '../../storage/union-selection.ts';
import type { Writing } from '../../storage/database.ts';
import {
  componentsColumns,
  composedFields,
  placesTable,
  readPlaces,
  type ComponentPlace,
} from '../component-places.ts';
import { scalarColumns } from '../entry-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { WriteContext } from '../write-context.ts';
import { isCopied, type ModelCopies, type RowCopy } from './copy.ts';
import { plainLinkColumns } from './model-links.ts';

/** A place that is to be filled: that of a component in the source, in the row that gets the copy. */
interface NewPlace {
  readonly table: string;
  readonly place: ComponentPlace;
  readonly copy: RowCopy;
}

/** Copies what stands in the component attributes of rows. @returns the copied components, whose own are still to be copied */
export function* copyComponents(
  context: WriteContext,
  copies: readonly ModelCopies[],
): Writing<readonly ModelCopies[]> {
  const found: (readonly NewPlace[])[] = [];
  for (const each of copies) found.push(yield* readWanted(context, each));
  const wanted = found.flat();
  if (wanted.length === 0) return [];
  const present = yield* existing(context, wanted);
  const byType = groupedBy(
    wanted.filter(({ place }) => present.get(place.type)?.has(place.part) === true),
    ({ place }) => place.type,
  );
  const placed: (NewPlace & { readonly part: number })[] = [];
  const components: ModelCopies[] = [];
  for (const [uid, places] of byType) {
    const ids = yield* copyComponentRows(
      context,
      uid,
      places.map(({ place }) => place.part),
    );
    for (const [i, each] of places.entries()) placed.push({ ...each, part: ids[i] ?? 0 });
    const added = places.map(({ place, copy: { root } }, i) => ({
      from: place.part,
      to: ids[i] ?? 0,
      root,
    }));
    components.push({ uid, copies: added, attributes: null });
  }
  for (const [table, places] of groupedBy(placed, (each) => each.table)) {
    const { entity, part, type, field, order } = componentsColumns;
    yield* context.statements.insert(
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

function* readWanted(context: WriteContext, group: ModelCopies): Writing<readonly NewPlace[]> {
  const { uid, copies } = group;
  const fields = composedFields(context, uid).filter((name) => isCopied(group, name));
  const [field] = fields;
  if (field === undefined) return [];
  const table = placesTable(context, uid, field);
  const rows = [...new Set(copies.map(({ from }) => from))];
  const places = yield* readPlaces(context, { uid, fields }, rows);
  const owned = groupedBy(places, ({ entity }) => entity);
  return copies.flatMap((copy) =>
    (owned.get(copy.from) ?? []).map((place) => ({ table, place, copy })),
  );
}

/** The components that are there: a place may name one that another program removed, or a kind that is gone. */
function* existing(
  context: WriteContext,
  wanted: readonly NewPlace[],
): Writing<ReadonlyMap<string, ReadonlySet<number>>> {
  const byType = groupedBy(wanted, ({ place }) => place.type);
  const types = [...byType.keys()].filter((uid) => context.registry.components.has(uid));
  const found = yield* selectFromAll(
    context,
    types.map((uid) => ({
      table: context.layout.table(uid),
      columns: ['id'],
      where: [{ column: 'id', in: [...new Set(byType.get(uid)?.map(({ place }) => place.part))] }],
    })),
  );
  return new Map(
    types.map((uid, i) => [uid, new Set(found[i]?.map(([id]) => Number(id)))] as const),
  );
}

function copyComponentRows(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<readonly number[]> {
  const scalars = scalarColumns(context, uid).map(({ column }) => column);
  const copied = [...scalars, ...plainLinkColumns(context, uid)];
  const table = context.layout.table(uid);
  // A component without any value of its own is a row all the same.
  if (copied.length === 0) {
    return context.statements.insert(
      table,
      [],
      rows.map(() => []),
    );
  }
  return copyRows(
    context,
    { table, copied, given: [] },
    rows.map((id) => [id]),
  );
}
