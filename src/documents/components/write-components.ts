// Writes the components of an entry: plans from the stored components which rows are inserted, updated and removed, then
// writes all levels together.
import { AppError } from '../../base/errors.ts';
import type { ComponentAttribute, DynamicZoneAttribute } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { PublishedRow, RowChange } from '../links/link-write.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { slotColumns, componentFields, slotsTable, type ComponentSlot } from './component-slots.ts';
import { insertEntries, updateEntries, type RowValues } from '../rows/entry-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import type { ComponentInput, EntryInput } from '../input.ts';
import type { SlotsOf } from './stored-components.ts';
import { removeComponents } from '../rows/remove.ts';
import { removePendingLinksFrom } from '../versions/pending-links.ts';
import type { WriteContext } from '../write-context.ts';

/** An entry to be written: the row of a document, or a component. */
export interface WrittenEntry {
  readonly input: EntryInput;
  /** The values of the row; a hook may change them. */
  values: RowValues;
  /** Changes of links by a hook, which replace those of the input; null if there are no hooks. */
  changes: ReadonlyMap<string, RowChange> | null;
  /** True if this write inserts the row, so it has no components or links yet. */
  readonly created: boolean;
  /** Id of the row; 0 until it is inserted. */
  row: number;
  /** The published row of a draft; null if there is none in its locale, or the type has no drafts. */
  readonly published: PublishedRow | null;
}

/** A component to be written, and its slot. */
export interface WrittenComponent extends WrittenEntry {
  readonly input: ComponentInput;
  readonly owner: WrittenEntry;
  readonly field: string;
  /** The position in a list, which a hook may change; null for a single component. */
  order: number | null;
  /** The existing slot; null for a new component. */
  readonly slot: ComponentSlot | null;
}

/** The planned changes of the components of an entry. */
export interface ComponentPlan {
  /** All entries to be written, grouped by model and level; the first is the entry itself. */
  readonly groups: readonly (readonly WrittenEntry[])[];
  readonly components: readonly WrittenComponent[];
  /** Components to be removed, by the table of their slots. */
  readonly removed: ReadonlyMap<string, readonly ComponentSlot[]>;
}

/**
 * Plans the components of an entry.
 * @param slotsOf The stored components of the entry on all levels
 * @throws AppError for the id of a component that the attribute does not contain
 */
export function planComponents(
  context: WriteContext,
  root: WrittenEntry,
  slotsOf: SlotsOf,
): ComponentPlan {
  if (root.input.components.size === 0) return { groups: [[root]], components: [], removed: NONE };
  const groups: (readonly WrittenEntry[])[] = [[root]];
  const components: WrittenComponent[] = [];
  const removed = new Map<string, ComponentSlot[]>();
  for (const group of groups) {
    const requested = group.flatMap((entry) => {
      const { uid, components } = entry.input;
      const fields = componentFields(context, uid).filter((field) => components.has(field));
      const stored = entry.created ? [] : slotsOf(uid, entry.row);
      return fields.flatMap((field) => {
        const own = stored.filter((slot) => slot.field === field);
        const found = componentsOf(context, entry, { field, own });
        const used = new Set(found.flatMap(({ slot }) => (slot ? [slot.id] : [])));
        const unused = own.filter(({ id }) => !used.has(id));
        const table = slotsTable(context, uid, field);
        if (unused.length > 0) removed.set(table, [...(removed.get(table) ?? []), ...unused]);
        return found;
      });
    });
    components.push(...requested);
    groups.push(...groupBy(requested, ({ input }) => input.uid).values());
  }
  return { groups, components, removed };
}

const NONE: ComponentPlan['removed'] = new Map();

/** True if a plan writes or removes components. */
export function changesComponents({ components, removed }: ComponentPlan): boolean {
  return components.length > 0 || removed.size > 0;
}

interface Field {
  readonly field: string;
  /** Its stored components. */
  readonly own: readonly ComponentSlot[];
}

function componentsOf(
  { registry }: WriteContext,
  owner: WrittenEntry,
  { field, own }: Field,
): readonly WrittenComponent[] {
  const attribute = registry.attribute(owner.input.uid, field) as
    | ComponentAttribute
    | DynamicZoneAttribute;
  const isList = attribute.kind === 'dynamiczone' || attribute.repeatable;
  const slots = new Map(own.map((slot) => [slotKey(attribute, slot), slot]));
  return (owner.input.components.get(field) ?? []).map((input, i) => {
    const isNew = owner.created || input.id === null;
    const slot = isNew ? null : slotOf(attribute, slots, input);
    return {
      input,
      values: input.values,
      changes: null,
      created: slot === null,
      row: slot?.component ?? 0,
      published: null,
      owner,
      field,
      order: isList ? i + 1 : null,
      slot,
    };
  });
}

/** The key of a slot. In a component attribute the id is enough; in a dynamic zone the type is needed as well. */
function slotKey(
  { kind }: ComponentAttribute | DynamicZoneAttribute,
  { component, type }: Pick<ComponentSlot, 'component' | 'type'>,
): string {
  return kind === 'component' ? String(component) : `${type} ${component}`;
}

function slotOf(
  attribute: ComponentAttribute | DynamicZoneAttribute,
  slots: ReadonlyMap<string, ComponentSlot>,
  { id, uid }: ComponentInput,
): ComponentSlot {
  const slot = slots.get(slotKey(attribute, { component: id ?? 0, type: uid }));
  if (!slot) throw notRelated(attribute);
  return slot;
}

/** The error for a component id that the attribute does not contain. Dynamic zones have another error name. */
export function notRelated({ kind, name }: ComponentAttribute | DynamicZoneAttribute): AppError {
  const message = `Some of the provided components in ${name} are not related to the entity`;
  return kind === 'component'
    ? new AppError('ApplicationError', message)
    : new AppError('Error', message, { details: null });
}

/** Removes the components that are no longer used. @param slotsOf The components inside them */
export function* removePlanned(
  context: WriteContext,
  { removed: slotsByTable }: ComponentPlan,
  slotsOf: SlotsOf,
): WriteSteps<void> {
  if (slotsByTable.size === 0) return;
  for (const [table, slots] of slotsByTable) {
    yield* context.statements.delete(table, [{ column: 'id', in: slots.map(({ id }) => id) }]);
  }
  const removed = yield* removeComponents(context, [...slotsByTable.values()].flat(), slotsOf);
  yield* removePendingLinksFrom(context, removed);
}

/** Returns components that a hook has left out, and those in them. */
export function withThoseInside(
  { components }: ComponentPlan,
  leftOut: readonly WrittenComponent[],
): ReadonlySet<WrittenEntry> {
  const gone = new Set<WrittenEntry>(leftOut);
  // Owners come before the components in them.
  for (const component of components) if (gone.has(component.owner)) gone.add(component);
  return gone;
}

/**
 * Removes components that a hook has left out: their rows are written, the slots of new ones are not. @param slotsOf The
 * components of the entry before the write @returns the remaining plan
 */
export function* removeLeftOut(
  context: WriteContext,
  { plan, slotsOf }: { readonly plan: ComponentPlan; readonly slotsOf: SlotsOf },
  leftOut: readonly WrittenComponent[],
): WriteSteps<ComponentPlan> {
  const stored = leftOut.filter(({ slot }) => slot !== null);
  const byTable = groupBy(stored, ({ owner, field }) =>
    slotsTable(context, owner.input.uid, field),
  );
  for (const [table, group] of byTable) {
    const ids = group.flatMap(({ slot }) => (slot ? [slot.id] : []));
    yield* context.statements.delete(table, [{ column: 'id', in: ids }]);
  }
  const rows = leftOut.map(({ row, input }) => ({ component: row, type: input.uid }));
  const removed = yield* removeComponents(context, rows, slotsAfter(plan, slotsOf));
  yield* removePendingLinksFrom(context, removed);
  const gone = withThoseInside(plan, leftOut);
  return {
    groups: plan.groups.map((group) => group.filter((entry) => !gone.has(entry))),
    components: plan.components.filter((component) => !gone.has(component)),
    removed: plan.removed,
  };
}

/** Inserts new components and updates existing ones, with one statement for each model. */
export function* writeComponentRows(
  context: WriteContext,
  { components }: ComponentPlan,
): WriteSteps<void> {
  const groups = [...groupBy(components, ({ input }) => input.uid)];
  yield* concurrently(groups.map(([uid, group]) => writeRows(context, uid, group)));
}

function* writeRows(
  context: WriteContext,
  uid: string,
  components: readonly WrittenComponent[],
): WriteSteps<void> {
  const added = components.filter(({ created }) => created);
  const existing = components.filter(({ created }) => !created);
  yield* updateEntries(
    context,
    uid,
    existing.map(({ row, values }) => ({ id: row, values })),
  );
  const ids = yield* insertEntries(
    context,
    uid,
    added.map(({ values }) => values),
  );
  for (const [i, component] of added.entries()) component.row = ids[i] ?? 0;
}

/** Writes the slots of components after their rows. */
export function* writeSlots(
  context: WriteContext,
  { components }: ComponentPlan,
): WriteSteps<void> {
  const { owner, component, type, field, order } = slotColumns;
  const { statements } = context;
  const byTable = groupBy(components, (each) =>
    slotsTable(context, each.owner.input.uid, each.field),
  );
  for (const [table, group] of byTable) {
    yield* statements.add(
      table,
      [owner, component, type, field, order],
      group
        .filter(({ created }) => created)
        .map((each) => [each.owner.row, each.row, each.input.uid, each.field, each.order]),
    );
    yield* statements.update(
      table,
      [order],
      group.flatMap(({ slot, order: requested }) =>
        slot && requested !== null && slot.order !== requested ? [[slot.id, requested]] : [],
      ),
    );
  }
}

/** The components of rows after a plan was executed. @param before Their components before */
export function slotsAfter(plan: ComponentPlan, before: SlotsOf): SlotsOf {
  const { groups, components } = plan;
  // A plan without components may have emptied attributes.
  if (groups.every((group) => group.every(({ input }) => input.components.size === 0)))
    return before;
  const written = new Map(
    groups.flat().map((entry) => [rowKey(entry.input.uid, entry.row), entry]),
  );
  const byOwner = groupBy(components, ({ owner }) => owner);
  return (uid, row) => {
    const entry = written.get(rowKey(uid, row));
    if (!entry) return before(uid, row);
    const others = entry.created ? [] : before(uid, row);
    const left = others.filter(({ field }) => !entry.input.components.has(field));
    const own = (byOwner.get(entry) ?? []).map((component): ComponentSlot => ({
      id: component.slot?.id ?? 0,
      owner: row,
      field: component.field,
      component: component.row,
      type: component.slot?.type ?? component.input.uid,
      order: component.order,
    }));
    return [...left, ...own].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  };
}

function rowKey(uid: string, row: number): string {
  return `${uid} ${row}`;
}
