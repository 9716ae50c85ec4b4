// Writes an entry with its components and links. Rows of one model are written together, so that the number of statements
// does not depend on the number of rows.
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import type { LinkWrite } from '../links/link-write.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { isLinked } from '../check/linked-attribute.ts';
import {
  changesComponents,
  removeLeftOut,
  removePlanned,
  slotsAfter,
  withNested,
  writeComponentRows,
  writeSlots,
} from '../components/write-components.ts';
import { insertEntries, type RowCreators, updateEntries } from './entry-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { afterRow, beforeRow, hasHooks, type RowWrite } from './row-hooks.ts';
import { linkStorage } from '../links/link-storage.ts';
import { writeLinks } from '../links/write-links.ts';
import type { SlotsOf } from '../components/stored-components.ts';
import type { EntryPlan, PlannedComponent, PlannedRow } from '../plan/plan-entry.ts';
import { removeReplacedPending } from '../versions/remove-pending.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';

/**
 * Writes the row of a document with its components and links.
 * @returns its components on all levels, and those of other rows that were read for the plan
 */
export function* writeEntry(
  operation: WriteOperation,
  planned: EntryPlan,
): InteractiveWriteSteps<SlotsOf> {
  const { context, creatorsOf } = operation;
  const { root } = planned;
  let plan = planned;
  let event: RowEvent | null = null;
  if (hasHooks(operation)) {
    event = yield* writeHookedRows(operation, plan);
    if (event) plan = yield* orderComponents(operation, plan, event);
  } else yield* writeRows(context, plan);
  if (changesComponents(plan)) yield* writeSlots(context, plan);
  yield* storeCreators(context, creatorsOf(root.created), root);
  const { groups } = plan;
  if (groups.some((group) => group.some(changesLinks))) yield* writeAllLinks(context, groups);
  if (event) yield* afterRow(operation, event, root.id);
  return slotsAfter(plan);
}

/** Writes an entry and its components together. */
function* writeRows(context: WriteContext, plan: EntryPlan): WriteSteps<void> {
  if (!changesComponents(plan)) return yield* writeRow(context, plan.root);
  yield* concurrently([
    removePlanned(context, plan),
    writeComponentRows(context, plan),
    writeRow(context, plan.root),
  ]);
}

/** Writes components first, so that hooks of the entry see them in the database. @returns the event of the entry */
function* writeHookedRows(
  operation: WriteOperation,
  plan: EntryPlan,
): InteractiveWriteSteps<RowEvent | null> {
  const { context } = operation;
  const { root, isFirst } = plan;
  const removals: (RowEvent | null)[] = [];
  for (const { type: uid, component: row } of [...plan.removed.values()].flat()) {
    removals.push(yield* beforeRow(operation, { action: 'delete', uid, row }));
  }
  yield* removePlanned(context, plan);
  for (const event of removals) yield* afterRow(operation, event);
  const components = plan.groups.slice(1).toReversed().flat();
  const events: (RowEvent | null)[] = [];
  for (const component of components) events.push(yield* beforeWritten(operation, component));
  yield* writeComponentRows(context, plan);
  for (const [i, { id }] of components.entries()) {
    yield* afterRow(operation, events[i] ?? null, id);
  }
  const written = { components: componentRefs(plan), isFirst };
  const event = yield* beforeWritten(operation, root, written);
  yield* writeRow(context, root);
  return event;
}

/** Applies the changes of hooks to the components of an entry. @returns the remaining plan */
function* orderComponents(
  operation: WriteOperation,
  plan: EntryPlan,
  { components }: RowEvent,
): InteractiveWriteSteps<EntryPlan> {
  const orders = new Map<string, number>();
  for (const [field, list] of components) {
    for (const [i, { uid, row }] of list.entries()) orders.set(`${field} ${uid} ${row}`, i + 1);
  }
  const leftOut: PlannedComponent[] = [];
  for (const component of plan.components) {
    if (component.owner !== plan.root) continue;
    const { field, input, id } = component;
    const order = orders.get(`${field} ${input.uid} ${id}`);
    if (order === undefined) leftOut.push(component);
    else if (component.order !== null) component.order = order;
  }
  if (leftOut.length === 0) return plan;
  const removals: (RowEvent | null)[] = [];
  for (const { input, id: row } of withNested(plan, leftOut)) {
    removals.push(yield* beforeRow(operation, { action: 'delete', uid: input.uid, row }));
  }
  const remaining = yield* removeLeftOut(operation.context, plan, leftOut);
  for (const event of removals) yield* afterRow(operation, event);
  return remaining;
}

/** Runs the hooks before a row is written, and applies their changes. */
function* beforeWritten(
  operation: WriteOperation,
  row: PlannedRow,
  own: Pick<RowWrite, 'components' | 'isFirst'> = {},
): InteractiveWriteSteps<RowEvent | null> {
  const { created, id, values, links, input } = row;
  const event = yield* beforeRow(operation, {
    action: created ? 'create' : 'update',
    uid: input.uid,
    row: created ? null : id,
    values,
    relations: links,
    ...own,
  });
  if (!event) return null;
  row.values = event.values;
  row.links = event.relations;
  return event;
}

/** The components of an entry by attribute; an attribute that is emptied has none. */
function componentRefs({ root, components }: EntryPlan): RowEvent['components'] {
  const own = components.filter(({ owner }) => owner === root);
  const byField = groupBy(own, ({ field }) => field);
  return new Map(
    Array.from(root.input.components.keys(), (field) => [
      field,
      (byField.get(field) ?? []).map(({ input, id }) => ({ uid: input.uid, row: id })),
    ]),
  );
}

function* writeRow(context: WriteContext, row: PlannedRow): WriteSteps<void> {
  const { values, id } = row;
  const { uid } = row.input;
  if (!row.created) return yield* updateEntries(context, uid, [{ id, values }]);
  const [inserted = 0] = yield* insertEntries(context, uid, [values]);
  row.id = inserted;
}

/** The links of one attribute of some rows. */
interface LinkedWrites {
  /** Attributes with the same table are written one after another, since their links may depend on each other. */
  readonly table: string;
  readonly steps: () => WriteSteps<void>;
}

/** True if the links of a row may change. A hook may leave out those that were sent. */
function changesLinks({ links, input: { relations } }: PlannedRow): boolean {
  return links.size > 0 || relations.size > 0;
}

/** Writes the links of an entry and its components. */
function* writeAllLinks(context: WriteContext, groups: EntryPlan['groups']): WriteSteps<void> {
  // An error in the innermost component is reported first.
  const linked = groups.toReversed().flatMap((group) => linksOf(context, group));
  const byTable = groupBy(linked, ({ table }) => table);
  yield* concurrently([
    ...Array.from(byTable.values(), inSequence),
    ...groups.map((group) => removeReplacedPending(context, group)),
  ]);
}

function* inSequence(writes: readonly LinkedWrites[]): WriteSteps<void> {
  for (const { steps } of writes) yield* steps();
}

/** The links of rows of one model. */
function linksOf(context: WriteContext, rows: readonly PlannedRow[]): readonly LinkedWrites[] {
  const first = rows.find(({ links }) => links.size > 0);
  if (!first) return [];
  const { uid } = first.input;
  return [...context.registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (!isLinked(attribute) || 'unlinked' in attribute) return [];
    const writes = rows.flatMap(({ id, created, links, published }): readonly LinkWrite[] => {
      const change = links.get(attribute.name);
      return change ? [{ row: id, created, change, published }] : [];
    });
    if (writes.length === 0) return [];
    const created = rows.every((row) => row.created);
    const { table } = linkStorage(context, { uid, attribute });
    const steps = (): WriteSteps<void> => writeLinks(context, { uid, attribute, created }, writes);
    return [{ table: `${uid} ${table}`, steps }];
  });
}

/** Stores the administrators who created and updated a row. */
function* storeCreators(
  { layout, statements }: WriteContext,
  { createdBy, updatedBy }: RowCreators,
  { id: row, input }: PlannedRow,
): WriteSteps<void> {
  const columns: string[] = [];
  const ids: (number | null)[] = [];
  for (const [name, id] of [
    ['createdBy', createdBy],
    ['updatedBy', updatedBy],
  ] as const) {
    const link = id === undefined ? null : layout.link(input.uid, name);
    if (id === undefined || link?.kind !== 'column') continue;
    columns.push(link.column);
    ids.push(id);
  }
  if (columns.length > 0)
    yield* statements.update(layout.table(input.uid), columns, [[row, ...ids]]);
}
