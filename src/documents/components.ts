// The components of an entry that is written: which rows are new, kept and removed is planned from what stands there, then
// all levels are written together.
import { AppError } from '../base/errors.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../schema/types.ts';
import type { Writing } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import {
  componentsColumns,
  composedFields,
  placesTable,
  type ComponentPlace,
} from './component-places.ts';
import { insertEntries, updateEntries, type RowValues } from './entry-rows.ts';
import { groupedBy } from './grouped-by.ts';
import type { ComponentInput, EntryInput } from './input.ts';
import type { PublishedRow, RowChange } from './links.ts';
import type { PlacesIn } from './placed-components.ts';
import { removeComponents } from './remove.ts';
import { removePendingLinksFrom } from './versions/pending-links.ts';
import type { WriteContext } from './write-context.ts';

/** An entry that is written: a document's row, or a component. */
export interface WrittenEntry {
  readonly input: EntryInput;
  /** What is stored in the row; a hook may change it. */
  values: RowValues;
  /** The links that are written instead of those of the input; null: no hook could change them. */
  changes: ReadonlyMap<string, RowChange> | null;
  /** True: the row is inserted in this write, so nothing hangs on it yet. */
  readonly created: boolean;
  /** Id of the row; 0 until it is inserted. */
  row: number;
  /** Of a draft; null: the document has none in the row's locale, or its type has no drafts. */
  readonly published: PublishedRow | null;
}

/** A component that is written, and where it stands. */
export interface WrittenPart extends WrittenEntry {
  readonly input: ComponentInput;
  readonly owner: WrittenEntry;
  readonly field: string;
  /** Null for a single component: only lists are ordered. */
  readonly order: number | null;
  /** The place it has already; null: a new row. */
  readonly place: ComponentPlace | null;
}

/** What becomes of the components of an entry. */
export interface ComponentPlan {
  /** All entries that are written, those of one model and level together; the first is the one that holds the others. */
  readonly groups: readonly (readonly WrittenEntry[])[];
  readonly parts: readonly WrittenPart[];
  /** Components that are removed, by the table of their places. */
  readonly leaving: ReadonlyMap<string, readonly ComponentPlace[]>;
}

/**
 * Plans the components of an entry.
 * @param placesIn What stands in it, and in the components below
 * @throws AppError for an id of a component that is not in the attribute
 */
export function planComponents(
  context: WriteContext,
  root: WrittenEntry,
  placesIn: PlacesIn,
): ComponentPlan {
  const groups: (readonly WrittenEntry[])[] = [[root]];
  const parts: WrittenPart[] = [];
  const leaving = new Map<string, ComponentPlace[]>();
  for (const group of groups) {
    const wanted = group.flatMap((entry) => {
      const { uid, components } = entry.input;
      const fields = composedFields(context, uid).filter((field) => components.has(field));
      const present = entry.created ? [] : placesIn(uid, entry.row);
      return fields.flatMap((field) => {
        const own = present.filter((place) => place.field === field);
        const found = partsIn(context, entry, { field, own });
        const staying = new Set(found.flatMap(({ place }) => (place ? [place.id] : [])));
        const gone = own.filter(({ id }) => !staying.has(id));
        const table = placesTable(context, uid, field);
        if (gone.length > 0) leaving.set(table, [...(leaving.get(table) ?? []), ...gone]);
        return found;
      });
    });
    parts.push(...wanted);
    groups.push(...groupedBy(wanted, ({ input }) => input.uid).values());
  }
  return { groups, parts, leaving };
}

interface Field {
  readonly field: string;
  /** What stands in it. */
  readonly own: readonly ComponentPlace[];
}

function partsIn(
  { registry }: WriteContext,
  owner: WrittenEntry,
  { field, own }: Field,
): readonly WrittenPart[] {
  const attribute = registry.attribute(owner.input.uid, field) as
    | ComponentAttribute
    | DynamicZoneAttribute;
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  const places = new Map(own.map((place) => [placeKey(attribute, place), place]));
  return (owner.input.components.get(field) ?? []).map((input, i) => {
    const isNew = owner.created || input.id === null;
    const place = isNew ? null : placeOf(attribute, places, input);
    return {
      input,
      values: input.values,
      changes: null,
      created: place === null,
      row: place?.part ?? 0,
      published: null,
      owner,
      field,
      order: isList ? i + 1 : null,
      place,
    };
  });
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

/** 400 for a component id that is not in the attribute; dynamic zones have another error name. */
export function notRelated({ kind, name }: ComponentAttribute | DynamicZoneAttribute): AppError {
  const message = `Some of the provided components in ${name} are not related to the entity`;
  return kind === 'component'
    ? new AppError('ApplicationError', message)
    : new AppError('Error', message, null);
}

/** Removes the components that do not stay. @param placesIn What stands in them */
export function* removeLeaving(
  context: WriteContext,
  { leaving }: ComponentPlan,
  placesIn: PlacesIn,
): Writing<void> {
  if (leaving.size === 0) return;
  for (const [table, places] of leaving) {
    yield* context.statements.delete(table, [{ column: 'id', in: places.map(({ id }) => id) }]);
  }
  const removed = yield* removeComponents(context, [...leaving.values()].flat(), placesIn);
  yield* removePendingLinksFrom(context, removed);
}

/** Inserts the rows of new components and updates those of kept ones: those of one model in one statement. */
export function* writeComponentRows(
  context: WriteContext,
  { parts }: ComponentPlan,
): Writing<void> {
  const groups = [...groupedBy(parts, ({ input }) => input.uid)];
  yield* together(groups.map(([uid, group]) => writeRows(context, uid, group)));
}

function* writeRows(
  context: WriteContext,
  uid: string,
  parts: readonly WrittenPart[],
): Writing<void> {
  const added = parts.filter(({ created }) => created);
  const kept = parts.filter(({ created }) => !created);
  yield* updateEntries(
    context,
    uid,
    kept.map(({ row, values }) => ({ id: row, values })),
  );
  const ids = yield* insertEntries(
    context,
    uid,
    added.map(({ values }) => values),
  );
  for (const [i, part] of added.entries()) part.row = ids[i] ?? 0;
}

/** Writes where components stand, once all rows are there. */
export function* writePlaces(context: WriteContext, { parts }: ComponentPlan): Writing<void> {
  const { entity, part, type, field, order } = componentsColumns;
  const { statements } = context;
  const byTable = groupedBy(parts, (each) =>
    placesTable(context, each.owner.input.uid, each.field),
  );
  for (const [table, group] of byTable) {
    yield* statements.add(
      table,
      [entity, part, type, field, order],
      group
        .filter(({ created }) => created)
        .map((each) => [each.owner.row, each.row, each.input.uid, each.field, each.order]),
    );
    yield* statements.update(
      table,
      [order],
      group.flatMap(({ place, order: wanted }) =>
        place && wanted !== null && place.order !== wanted ? [[place.id, wanted]] : [],
      ),
    );
  }
}

/** What stands in rows once a plan is carried out. @param before What stood there */
export function placesAfter({ groups, parts }: ComponentPlan, before: PlacesIn): PlacesIn {
  const written = new Map(
    groups.flat().map((entry) => [rowKey(entry.input.uid, entry.row), entry]),
  );
  const byOwner = groupedBy(parts, ({ owner }) => owner);
  return (uid, row) => {
    const entry = written.get(rowKey(uid, row));
    if (!entry) return before(uid, row);
    const others = entry.created ? [] : before(uid, row);
    const left = others.filter(({ field }) => !entry.input.components.has(field));
    const own = (byOwner.get(entry) ?? []).map((part): ComponentPlace => ({
      id: part.place?.id ?? 0,
      entity: row,
      field: part.field,
      part: part.row,
      type: part.place?.type ?? part.input.uid,
      order: part.order,
    }));
    return [...left, ...own].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  };
}

function rowKey(uid: string, row: number): string {
  return `${uid} ${row}`;
}
