// In charge of the components of entries: the rows that come, stay and go, and their places
// (spec/write.md sections 7 and 8). What hangs on them is written by the caller, level by level.
import { AppError } from '../base/errors.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../schema/types.ts';
import type { Writing } from '../storage/database.ts';
import {
  componentsColumns,
  composedFields,
  placesTable,
  readPlaces,
  type ComponentPlace,
} from './component-places.ts';
import { insertEntries, updateEntries } from './entry-rows.ts';
import { groupedBy } from './grouped-by.ts';
import type { ComponentInput, EntryInput } from './input.ts';
import type { PublishedRow } from './links.ts';
import { removeComponents } from './remove.ts';
import { removePendingLinksFrom } from './versions/pending-links.ts';
import type { WriteContext } from './write-context.ts';

/** An entry that has its row. */
export interface PlacedEntry {
  readonly row: number;
  /** True where the row was inserted in this write: nothing hangs on it yet. */
  readonly created: boolean;
  readonly input: EntryInput;
  readonly published?: PublishedRow | null;
}

/** A component that is to stand somewhere. */
interface Wanted {
  readonly entity: number;
  readonly field: string;
  readonly input: ComponentInput;
  /** Null for a single component: only lists are ordered. */
  readonly order: number | null;
  /** The place it has already; null: a new row. */
  readonly place: ComponentPlace | null;
}

/**
 * Writes the component rows of entries of one model and their places.
 * @returns the components, those of one uid together
 * @throws AppError for an id of a component that is not in the attribute
 */
export function* writeComponents(
  context: WriteContext,
  entries: readonly PlacedEntry[],
): Writing<readonly (readonly PlacedEntry[])[]> {
  const [first] = entries;
  if (!first) return [];
  const { uid } = first.input;
  const fields = composedFields(context, uid).filter((name) =>
    entries.some(({ input }) => input.components.has(name)),
  );
  const [anyField] = fields;
  if (anyField === undefined) return [];
  const present = yield* readPresent(context, { uid, fields }, entries);
  const owned = groupedBy(present, ({ entity }) => entity);
  const wanted = entries.flatMap((entry) => {
    const own = owned.get(entry.row) ?? [];
    return fields.flatMap((field) => wantedIn(context, entry, { field, own }));
  });
  const table = placesTable(context, uid, anyField);
  yield* dropOthers(context, table, { present, wanted });
  const rows = yield* writeRows(context, wanted);
  yield* writePlaces(context, table, rows);
  return [...groupedBy(rows, ({ wanted: { input } }) => input.uid).values()].map((group) =>
    group.map(({ wanted: { input, place }, row }) => ({ row, created: place === null, input })),
  );
}

/** What stands in the attributes that an entry is sent for; nothing in those of new rows. */
function* readPresent(
  context: WriteContext,
  of: { readonly uid: string; readonly fields: readonly string[] },
  entries: readonly PlacedEntry[],
): Writing<readonly ComponentPlace[]> {
  const old = entries.filter(({ created }) => !created);
  const places = yield* readPlaces(
    context,
    of,
    old.map(({ row }) => row),
  );
  const sent = new Map(old.map(({ row, input }) => [row, input.components]));
  return places.filter(({ entity, field }) => sent.get(entity)?.has(field));
}

interface Field {
  readonly field: string;
  /** What stands in the entry's attributes. */
  readonly own: readonly ComponentPlace[];
}

function wantedIn(
  { registry }: WriteContext,
  { row, created, input }: PlacedEntry,
  { field, own }: Field,
): readonly Wanted[] {
  const attribute = registry.attribute(input.uid, field) as
    | ComponentAttribute
    | DynamicZoneAttribute;
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  const places = new Map(
    own
      .filter((place) => place.field === field)
      .map((place) => [placeKey(attribute, place), place]),
  );
  return (input.components.get(field) ?? []).map((component, i) => ({
    entity: row,
    field,
    input: component,
    order: isList ? i + 1 : null,
    place: created || component.id === null ? null : placeOf(attribute, places, component),
  }));
}

/** A component attribute knows its components by id, whatever type their place names; a zone by both. */
function placeKey(
  { kind }: ComponentAttribute | DynamicZoneAttribute,
  { part, type }: Pick<ComponentPlace, 'part' | 'type'>,
): string {
  return kind === 'component' ? String(part) : `${type} ${part}`;
}

function placeOf(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  places: ReadonlyMap<string, ComponentPlace>,
  { id, uid }: ComponentInput,
): ComponentPlace {
  const place = places.get(placeKey(attribute, { part: id ?? 0, type: uid }));
  if (!place) throw notRelated(attribute);
  return place;
}

/** 400 for a component id that is not in the attribute; zones answer it by another name (spec/write.md section 8). */
export function notRelated({ kind, name }: ComponentAttribute | DynamicZoneAttribute): AppError {
  const message = `Some of the provided components in ${name} are not related to the entity`;
  return kind === 'component'
    ? new AppError('ApplicationError', message)
    : new AppError('Error', message, null);
}

/** Removes what stands in a sent attribute and is not wanted any more. */
function* dropOthers(
  context: WriteContext,
  table: string,
  { present, wanted }: { present: readonly ComponentPlace[]; wanted: readonly Wanted[] },
): Writing<void> {
  const staying = new Set(wanted.flatMap(({ place }) => (place ? [place.id] : [])));
  const leaving = present.filter(({ id }) => !staying.has(id));
  if (leaving.length === 0) return;
  yield* context.statements.delete(table, [{ column: 'id', in: leaving.map(({ id }) => id) }]);
  yield* removePendingLinksFrom(context, yield* removeComponents(context, leaving));
}

/** A wanted component with its row. */
interface Written {
  readonly wanted: Wanted;
  readonly row: number;
}

/** Inserts the new rows of each component and updates the kept ones. In the order of `wanted`. */
function* writeRows(context: WriteContext, wanted: readonly Wanted[]): Writing<readonly Written[]> {
  const rows = new Map<Wanted, number>();
  for (const [uid, group] of groupedBy(wanted, ({ input }) => input.uid)) {
    const added = group.filter(({ place }) => place === null);
    const ids = yield* insertEntries(
      context,
      uid,
      added.map(({ input }) => input.values),
    );
    added.forEach((each, i) => rows.set(each, ids[i] ?? 0));
    const kept = group.flatMap((each) => (each.place ? [{ each, id: each.place.part }] : []));
    for (const { each, id } of kept) rows.set(each, id);
    yield* updateEntries(
      context,
      uid,
      kept.map(({ each, id }) => ({ id, values: each.input.values })),
    );
  }
  return wanted.map((each) => ({ wanted: each, row: rows.get(each) ?? 0 }));
}

function* writePlaces(
  { statements }: WriteContext,
  table: string,
  rows: readonly Written[],
): Writing<void> {
  const { entity, part, type, field, order } = componentsColumns;
  yield* statements.add(
    table,
    [entity, part, type, field, order],
    rows
      .filter(({ wanted: { place } }) => place === null)
      .map(({ wanted, row }) => [wanted.entity, row, wanted.input.uid, wanted.field, wanted.order]),
  );
  yield* statements.update(
    table,
    [order],
    rows.flatMap(({ wanted: { place, order: wantedOrder } }) =>
      place && wantedOrder !== null && place.order !== wantedOrder ? [[place.id, wantedOrder]] : [],
    ),
  );
}
