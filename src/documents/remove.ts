// In charge of removing rows with all that hangs on them: components on every level below and media links. Link rows
// go by their foreign keys (spec/storage.md section 6, "delete"). Files are never removed.
import type { Writing } from '../storage/database.ts';
import type { RowCondition } from '../storage/row-statements.ts';
import { composedFields, readPlaces, type ComponentPlace } from './component-places.ts';
import { groupedBy } from './grouped-by.ts';
import { targetUid } from './targets.ts';
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
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): Writing<void> {
  const { registry, layout, statements } = context;
  const done = new Set<string>();
  for (const attribute of registry.model(uid).attributes.values()) {
    if (attribute.kind !== 'media' && attribute.kind !== 'morph') continue;
    const link = layout.link(uid, attribute.name);
    if (link.kind !== 'morphInverse' && link.kind !== 'morphColumnsInverse') continue;
    const isOwnRow = link.kind === 'morphInverse';
    const table = isOwnRow ? link.table : layout.table(targetUid(context, uid, attribute.name));
    if (done.has(table)) continue;
    done.add(table);
    const where = [
      { column: link.idColumn, in: rows },
      { column: link.typeColumn, is: uid },
    ];
    if (isOwnRow) yield* statements.delete(table, where);
    else yield* clearColumns(context, table, { columns: [link.idColumn, link.typeColumn], where });
  }
}

/** Empties columns of the rows that conditions hold for. */
function* clearColumns(
  { statements }: WriteContext,
  table: string,
  {
    columns,
    where,
  }: { readonly columns: readonly string[]; readonly where: readonly RowCondition[] },
): Writing<void> {
  const found = yield* statements.select(table, { columns: ['id'], where });
  const empty = columns.map(() => null);
  yield* statements.update(
    table,
    columns,
    found.map(([id]) => [Number(id), ...empty]),
  );
}
