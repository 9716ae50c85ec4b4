// Writes an entry with its components and links. Rows of one model are written together, so that the number of statements
// does not depend on the number of rows.
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import type { LinkWrite, PublishedRow, RowChange } from '../links/link-write.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { isLinked } from '../check/linked-attribute.ts';
import {
  changesComponents,
  type ComponentPlan,
  planComponents,
  removeLeftOut,
  removePlanned,
  slotsAfter,
  withThoseInside,
  writeComponentRows,
  writeSlots,
  type WrittenComponent,
  type WrittenEntry,
} from '../components/write-components.ts';
import { insertEntries, type RowCreators, type RowValues, updateEntries } from './entry-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { afterRow, beforeRow, hasHooks } from './row-hooks.ts';
import type { EntryInput } from '../input.ts';
import { linkStorage } from '../links/link-storage.ts';
import { writeLinks } from '../links/write-links.ts';
import { NO_SLOTS, type SlotsOf } from '../components/stored-components.ts';
import { toRowChange } from '../links/row-change.ts';
import { type Targets, targetUid } from '../links/targets.ts';
import { removeReplacedPending } from '../versions/remove-pending.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';

/** The input of a write, and the rows of its targets. */
interface SentEntry {
  readonly input: EntryInput;
  readonly targets: Targets;
}

/** The row of a new document or a new locale. */
interface NewEntry extends SentEntry {
  /** True for the first row of its document. */
  readonly isFirst: boolean;
}

/** A written entry. */
export interface StoredEntry {
  readonly row: number;
  /** Its components on all levels, and those of other rows that were read. */
  readonly slotsOf: SlotsOf;
}

/** Inserts the row of a document with its components and links. @param system Values that clients cannot set */
export function insertEntry(
  operation: WriteOperation,
  { input, targets, isFirst }: NewEntry,
  system: RowValues,
): InteractiveWriteSteps<StoredEntry> {
  const values = new Map([...input.values, ...system]);
  const entry = { input, values, changes: null, created: true, row: 0, published: null };
  return writeEntry(operation, { entry, targets, slotsOf: NO_SLOTS, isFirst });
}

/** The changes of a row of a document. */
export interface ChangedEntry extends SentEntry {
  readonly row: number;
  /** The stored components of the written attributes. */
  readonly slotsOf: SlotsOf;
  /** The published row; null if there is none in the locale, or the type has no drafts. */
  readonly published: PublishedRow | null;
}

/** Updates a row of a document with its components and links. @param system Values that clients cannot set */
export function updateEntry(
  operation: WriteOperation,
  { input, row, published, targets, slotsOf }: ChangedEntry,
  system: RowValues,
): InteractiveWriteSteps<StoredEntry> {
  const values = new Map([...input.values, ...system]);
  const entry = { input, values, changes: null, created: false, row, published };
  return writeEntry(operation, { entry, targets, slotsOf, isFirst: false });
}

interface EntryWrite extends Pick<ChangedEntry, 'targets' | 'slotsOf'>, Pick<NewEntry, 'isFirst'> {
  readonly entry: WrittenEntry;
}

/** Writes components, then the row and its links. */
function* writeEntry(
  operation: WriteOperation,
  sent: EntryWrite,
): InteractiveWriteSteps<StoredEntry> {
  const { entry, slotsOf, targets, isFirst } = sent;
  const { context, creatorsOf } = operation;
  let plan = planComponents(context, entry, slotsOf);
  let event: RowEvent | null = null;
  const planned = { entry, slotsOf, targets, isFirst, plan };
  if (hasHooks(operation)) {
    event = yield* writeHookedRows(operation, planned);
    if (event) plan = yield* orderComponents(operation, planned, event);
  } else yield* writeRows(context, planned);
  if (changesComponents(plan)) yield* writeSlots(context, plan);
  yield* storeCreators(context, creatorsOf(entry.created), entry);
  const { groups } = plan;
  if (groups.some((group) => group.some(changesLinks))) {
    yield* writeAllLinks(context, { groups, targets });
  }
  if (event) yield* afterRow(operation, event, entry.row);
  return { row: entry.row, slotsOf: slotsAfter(plan, slotsOf) };
}

interface PlannedWrite extends EntryWrite {
  readonly plan: ComponentPlan;
}

/** Writes an entry and its components together. */
function* writeRows(
  context: WriteContext,
  { entry, plan, slotsOf }: PlannedWrite,
): WriteSteps<void> {
  if (!changesComponents(plan)) return yield* writeRow(context, entry);
  yield* concurrently([
    removePlanned(context, plan, slotsOf),
    writeComponentRows(context, plan),
    writeRow(context, entry),
  ]);
}

/** Writes components first, so that hooks of the entry see them in the database. @returns the event of the entry */
function* writeHookedRows(
  operation: WriteOperation,
  { entry, plan, slotsOf, targets, isFirst }: PlannedWrite,
): InteractiveWriteSteps<RowEvent | null> {
  const { context } = operation;
  const removals: (RowEvent | null)[] = [];
  for (const { type: uid, component: row } of [...plan.removed.values()].flat()) {
    removals.push(yield* beforeRow(operation, { action: 'delete', uid, row }));
  }
  yield* removePlanned(context, plan, slotsOf);
  for (const event of removals) yield* afterRow(operation, event);
  const components = plan.groups.slice(1).toReversed().flat();
  const events: (RowEvent | null)[] = [];
  for (const each of components) events.push(yield* beforeWritten(operation, each, { targets }));
  yield* writeComponentRows(context, plan);
  for (const [i, { row }] of components.entries()) {
    yield* afterRow(operation, events[i] ?? null, row);
  }
  const own = plan.components.filter(({ owner }) => owner === entry);
  const written = { targets, components: componentRefs(entry, own), isFirst };
  const event = yield* beforeWritten(operation, entry, written);
  yield* writeRow(context, entry);
  return event;
}

/** Applies the changes of hooks to the components of an entry. @returns the remaining plan */
function* orderComponents(
  operation: WriteOperation,
  { entry, plan, slotsOf }: PlannedWrite,
  { components }: RowEvent,
): InteractiveWriteSteps<ComponentPlan> {
  const orders = new Map<string, number>();
  for (const [field, list] of components) {
    for (const [i, { uid, row }] of list.entries()) orders.set(`${field} ${uid} ${row}`, i + 1);
  }
  const leftOut: WrittenComponent[] = [];
  for (const component of plan.components) {
    if (component.owner !== entry) continue;
    const { field, input, row } = component;
    const order = orders.get(`${field} ${input.uid} ${row}`);
    if (order === undefined) leftOut.push(component);
    else if (component.order !== null) component.order = order;
  }
  if (leftOut.length === 0) return plan;
  const removals: (RowEvent | null)[] = [];
  for (const { input, row } of withThoseInside(plan, leftOut)) {
    removals.push(yield* beforeRow(operation, { action: 'delete', uid: input.uid, row }));
  }
  const remaining = yield* removeLeftOut(operation.context, { plan, slotsOf }, leftOut);
  for (const event of removals) yield* afterRow(operation, event);
  return remaining;
}

/** The properties of an entry for its hooks. */
interface HookedEntry extends Pick<SentEntry, 'targets'> {
  readonly components?: RowEvent['components'];
  readonly isFirst?: boolean;
}

/** Runs the hooks before an entry is written, and applies their changes. */
function* beforeWritten(
  operation: WriteOperation,
  entry: WrittenEntry,
  { targets, ...known }: HookedEntry,
): InteractiveWriteSteps<RowEvent | null> {
  const { created, values, input } = entry;
  const { uid } = input;
  const event = yield* beforeRow(operation, {
    action: created ? 'create' : 'update',
    uid,
    row: created ? null : entry.row,
    values,
    relations: rowChanges(operation.context, input, targets),
    ...known,
  });
  if (!event) return null;
  entry.values = event.values;
  entry.changes = event.relations;
  return event;
}

function rowChanges(
  context: WriteContext,
  { uid, relations }: EntryInput,
  targets: Targets,
): ReadonlyMap<string, RowChange> {
  const changes = Array.from(relations, ([name, relation]) => {
    const found = { uid: targetUid(context, uid, name), targets };
    return [name, toRowChange(relation, found)] as const;
  });
  return new Map(changes);
}

/** Components by their attribute; an attribute that is emptied has none. */
function componentRefs(
  { input: { components } }: WrittenEntry,
  parts: ComponentPlan['components'],
): RowEvent['components'] {
  const byField = groupBy(parts, ({ field }) => field);
  return new Map(
    Array.from(components.keys(), (field) => [
      field,
      (byField.get(field) ?? []).map(({ input, row }) => ({ uid: input.uid, row })),
    ]),
  );
}

function* writeRow(context: WriteContext, entry: WrittenEntry): WriteSteps<void> {
  const { values, row } = entry;
  const { uid } = entry.input;
  if (!entry.created) return yield* updateEntries(context, uid, [{ id: row, values }]);
  const [inserted = 0] = yield* insertEntries(context, uid, [values]);
  entry.row = inserted;
}

/** The links of one attribute of some entries. */
interface LinkedWrites {
  /** Attributes with the same table are written one after another, since their links may depend on each other. */
  readonly table: string;
  readonly steps: () => WriteSteps<void>;
}

/** True if the links of an entry may change. */
function changesLinks({ changes, input: { relations } }: WrittenEntry): boolean {
  return relations.size > 0 || (changes !== null && changes.size > 0);
}

/** Writes the links of an entry and its components. */
function* writeAllLinks(
  context: WriteContext,
  { groups, targets }: Pick<ComponentPlan, 'groups'> & Pick<EntryWrite, 'targets'>,
): WriteSteps<void> {
  // An error in the innermost component is reported first.
  const linked = groups.toReversed().flatMap((group) => linksOf(context, group, targets));
  const byTable = groupBy(linked, ({ table }) => table);
  yield* concurrently([
    ...Array.from(byTable.values(), inSequence),
    ...groups.map((group) => removeReplacedPending(context, group)),
  ]);
}

function* inSequence(writes: readonly LinkedWrites[]): WriteSteps<void> {
  for (const { steps } of writes) yield* steps();
}

/** The links of entries of one model. */
function linksOf(
  context: WriteContext,
  entries: readonly WrittenEntry[],
  targets: Targets,
): readonly LinkedWrites[] {
  const first = entries.find(({ input, changes }) => (changes ?? input.relations).size > 0);
  if (!first) return [];
  const { uid } = first.input;
  return [...context.registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (!isLinked(attribute) || 'unlinked' in attribute) return [];
    const found = { uid: targetUid(context, uid, attribute.name), targets };
    const changeOf = ({ changes, input }: WrittenEntry): RowChange | null => {
      if (changes) return changes.get(attribute.name) ?? null;
      const relation = input.relations.get(attribute.name);
      return relation ? toRowChange(relation, found) : null;
    };
    const writes = entries.flatMap((entry): readonly LinkWrite[] => {
      const { row, created, published } = entry;
      const change = changeOf(entry);
      return change ? [{ row, created, change, published }] : [];
    });
    if (writes.length === 0) return [];
    const created = entries.every((entry) => entry.created);
    const { table } = linkStorage(context, { uid, attribute });
    const steps = (): WriteSteps<void> => writeLinks(context, { uid, attribute, created }, writes);
    return [{ table: `${uid} ${table}`, steps }];
  });
}

/** Stores the administrators who created and updated a row. */
function* storeCreators(
  { layout, statements }: WriteContext,
  { createdBy, updatedBy }: RowCreators,
  { row, input }: Pick<WrittenEntry, 'row' | 'input'>,
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
