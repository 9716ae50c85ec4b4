// Writes the planned components of an entry, all levels together.
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { slotColumns, slotsTable, type ComponentSlot } from './component-slots.ts';
import { insertEntries, updateEntries } from '../rows/entry-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import type { EntryPlan, PlannedComponent, PlannedRow } from '../plan/plan-entry.ts';
import type { SlotsOf } from './stored-components.ts';
import { removeComponents } from '../rows/remove.ts';
import { removePendingLinksFrom } from '../versions/pending-links.ts';
import type { WriteContext } from '../write-context.ts';

/** True if a plan writes or removes components. */
export function changesComponents({ components, removed }: EntryPlan): boolean {
  return components.length > 0 || removed.size > 0;
}

/** Removes the components that are no longer used. */
export function* removePlanned(
  context: WriteContext,
  { removed: slotsByTable, stored }: EntryPlan,
): WriteSteps<void> {
  if (slotsByTable.size === 0) return;
  for (const [table, slots] of slotsByTable) {
    yield* context.statements.delete(table, [{ column: 'id', in: slots.map(({ id }) => id) }]);
  }
  const removed = yield* removeComponents(context, [...slotsByTable.values()].flat(), stored);
  yield* removePendingLinksFrom(context, removed);
}

/** Returns components that a hook has left out, and the components in them. */
export function withNested(
  { components }: EntryPlan,
  leftOut: readonly PlannedComponent[],
): ReadonlySet<PlannedRow> {
  const gone = new Set<PlannedRow>(leftOut);
  // Owners come before the components in them.
  for (const component of components) if (gone.has(component.owner)) gone.add(component);
  return gone;
}

/**
 * Removes components that a hook has left out: their rows are written, the slots of new ones are not. @returns the remaining
 * plan
 */
export function* removeLeftOut(
  context: WriteContext,
  plan: EntryPlan,
  leftOut: readonly PlannedComponent[],
): WriteSteps<EntryPlan> {
  const existing = leftOut.filter(({ slot }) => slot !== null);
  const byTable = groupBy(existing, ({ owner, field }) =>
    slotsTable(context, owner.input.uid, field),
  );
  for (const [table, group] of byTable) {
    const ids = group.flatMap(({ slot }) => (slot ? [slot.id] : []));
    yield* context.statements.delete(table, [{ column: 'id', in: ids }]);
  }
  const rows = leftOut.map(({ id, input }) => ({ component: id, type: input.uid }));
  const removed = yield* removeComponents(context, rows, slotsAfter(plan));
  yield* removePendingLinksFrom(context, removed);
  const gone = withNested(plan, leftOut);
  return {
    root: plan.root,
    isFirst: plan.isFirst,
    groups: plan.groups.map((group) => group.filter((row) => !gone.has(row))),
    components: plan.components.filter((component) => !gone.has(component)),
    removed: plan.removed,
    stored: plan.stored,
  };
}

/** Inserts new components and updates existing ones, with one statement for each model. */
export function* writeComponentRows(
  context: WriteContext,
  { components }: EntryPlan,
): WriteSteps<void> {
  const groups = [...groupBy(components, ({ input }) => input.uid)];
  yield* concurrently(groups.map(([uid, group]) => writeRows(context, uid, group)));
}

function* writeRows(
  context: WriteContext,
  uid: string,
  components: readonly PlannedComponent[],
): WriteSteps<void> {
  const added = components.filter(({ created }) => created);
  const existing = components.filter(({ created }) => !created);
  yield* updateEntries(
    context,
    uid,
    existing.map(({ id, values }) => ({ id, values })),
  );
  const ids = yield* insertEntries(
    context,
    uid,
    added.map(({ values }) => values),
  );
  for (const [i, component] of added.entries()) component.id = ids[i] ?? 0;
}

/** Writes the slots of components after their rows. */
export function* writeSlots(context: WriteContext, { components }: EntryPlan): WriteSteps<void> {
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
        .map((each) => [each.owner.id, each.id, each.input.uid, each.field, each.order]),
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

/** The components of rows after a plan was executed. */
export function slotsAfter({ groups, components, stored }: EntryPlan): SlotsOf {
  // A plan without components may have emptied attributes.
  if (groups.every((group) => group.every(({ input }) => input.components.size === 0)))
    return stored;
  const written = new Map(groups.flat().map((row) => [rowKey(row.input.uid, row.id), row]));
  const byOwner = groupBy(components, ({ owner }) => owner);
  return (uid, id) => {
    const row = written.get(rowKey(uid, id));
    if (!row) return stored(uid, id);
    const others = row.created ? [] : stored(uid, id);
    const left = others.filter(({ field }) => !row.input.components.has(field));
    const own = (byOwner.get(row) ?? []).map((component): ComponentSlot => ({
      id: component.slot?.id ?? 0,
      owner: id,
      field: component.field,
      component: component.id,
      type: component.slot?.type ?? component.input.uid,
      order: component.order,
    }));
    return [...left, ...own].sort((a, b) => (a.order ?? 0) - (b.order ?? 0));
  };
}

function rowKey(uid: string, id: number): string {
  return `${uid} ${id}`;
}
