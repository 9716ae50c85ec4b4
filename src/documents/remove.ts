// In charge of removing rows with all that hangs on them: components on every level below and media links. Link rows
// go by their foreign keys (spec/storage.md section 6, "delete"). Files are never removed.
import type { Writing } from '../storage/database.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
import type { WriteContext } from './write-context.ts';

/** Removes rows of one model. */
export function* removeEntries(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<void> {
  if (rows.length === 0) return;
  const fields = composedFields(context, uid);
  const places = yield* readPlaces(context, { uid, fields }, rows);
  yield* removeMorphLinks(context, uid, rows);
  yield* context.statements.delete(context.layout.table(uid), [{ column: 'id', in: rows }]);
  yield* removeComponents(context, places);
}

/** Removes the components of places whose own rows are removed by the caller, or with their owner. */
export function* removeComponents(
  context: WriteContext,
  places: readonly Pick<ComponentPlace, 'part' | 'type'>[],
): Writing<void> {
  for (const [uid, group] of groupedBy(places, ({ type }) => type)) {
    // A place of a component that the project does not know any more leads nowhere.
    if (!context.registry.components.has(uid)) continue;
    const rows = group.map(({ part }) => part);
    yield* removeEntries(context, uid, rows);
  }
}

/** The links that name a row by id and type have no foreign key to go by. */
function* removeMorphLinks(
  { registry, layout, statements }: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<void> {
  const tables = new Map<string, { idColumn: string; typeColumn: string }>();
  for (const attribute of registry.model(uid).attributes.values()) {
    if (attribute.kind !== 'media' && attribute.kind !== 'morph') continue;
    const link = layout.link(uid, attribute.name);
    if (link.kind === 'morphInverse') tables.set(link.table, link);
  }
  for (const [table, { idColumn, typeColumn }] of tables) {
    yield* statements.delete(table, [
      { column: idColumn, in: rows },
      { column: typeColumn, is: uid },
    ]);
  }
}
