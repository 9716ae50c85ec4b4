// Writes an entry with its components and links. Rows of one model are written together, so that the number of statements
// does not depend on the number of rows.
import type { InteractiveWriteSteps, WriteSteps } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { isLinked } from './check/linked-attribute.ts';
import {
  slotsAfter,
  planComponents,
  removePlanned,
  writeComponentRows,
  writeSlots,
  type ComponentPlan,
  type WrittenEntry,
} from './components.ts';
import { insertEntries, updateEntries, type RowValues } from './entry-rows.ts';
import { groupBy } from './group-by.ts';
import { afterRow, beforeRow, hasHooks } from './row-hooks.ts';
import type { EntryInput } from './input.ts';
import { linkStorage } from './links/link-storage.ts';
import { writeLinks, type LinkWrite, type PublishedRow, type RowChange } from './links.ts';
import { NO_SLOTS, type SlotsOf } from './stored-components.ts';
import { toRowChange } from './row-change.ts';
import { targetUid, type Targets } from './targets.ts';
import { removeReplacedPending } from './versions/remove-pending.ts';
import type { WriteContext } from './write-context.ts';
import type { RowEvent } from './write-hooks.ts';
import type { WriteOperation } from './write-operation.ts';
import { storeCreator } from './creators.ts';

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
  const { entry, targets, slotsOf } = sent;
  const { context } = operation;
  const plan = planComponents(context, entry, slotsOf);
  const rows = {
    leaving: removePlanned(context, plan, slotsOf),
    components: writeComponentRows(context, plan),
    entry: writeRow(context, entry),
  };
  const event = hasHooks(operation)
    ? yield* writeHookedRows(operation, { ...sent, plan }, rows)
    : yield* writeTogether(rows);
  yield* writeSlots(context, plan);
  yield* storeCreator(operation, entry);
  const byDepth = plan.groups.toReversed();
  // An error in the innermost component is reported first.
  const linked = byDepth.flatMap((group) => linksOf(context, group, targets));
  const byTable = groupBy(linked, ({ table }) => table);
  yield* together([
    ...Array.from(byTable.values(), inSequence),
    ...plan.groups.map((group) => removeReplacedPending(context, group)),
  ]);
  yield* afterRow(operation, event, entry.row);
  return { row: entry.row, slotsOf: slotsAfter(plan, slotsOf) };
}

/** The rows of an entry and its components. */
interface EntryRows {
  readonly leaving: WriteSteps<void>;
  readonly components: WriteSteps<void>;
  readonly entry: WriteSteps<void>;
}

function* writeTogether({ leaving, components, entry }: EntryRows): WriteSteps<null> {
  yield* together([leaving, components, entry]);
  return null;
}

interface PlannedWrite extends Pick<EntryWrite, 'targets' | 'isFirst'> {
  readonly plan: ComponentPlan;
}

/** Writes components first, so that hooks of the entry see them in the database. @returns the event of the entry */
function* writeHookedRows(
  operation: WriteOperation,
  { plan: { groups, removed, components: placed }, targets, isFirst }: PlannedWrite,
  rows: EntryRows,
): InteractiveWriteSteps<RowEvent | null> {
  const gone: (RowEvent | null)[] = [];
  for (const { type: uid, component: row } of [...removed.values()].flat()) {
    gone.push(yield* beforeRow(operation, { action: 'delete', uid, row }));
  }
  yield* rows.leaving;
  for (const event of gone) yield* afterRow(operation, event);
  const [[entry] = [], ...components] = groups;
  const parts = components.toReversed().flat();
  const events: (RowEvent | null)[] = [];
  for (const part of parts) events.push(yield* beforeWritten(operation, part, { targets }));
  yield* rows.components;
  for (const [i, { row }] of parts.entries()) yield* afterRow(operation, events[i] ?? null, row);
  const own = placed.filter(({ owner }) => owner === entry);
  const written = { targets, components: componentRefs(own), isFirst };
  const event = entry ? yield* beforeWritten(operation, entry, written) : null;
  yield* rows.entry;
  return event;
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

/** Written components by their attribute. */
function componentRefs(parts: ComponentPlan['components']): RowEvent['components'] {
  return new Map(
    Array.from(
      groupBy(parts, ({ field }) => field),
      ([field, placed]) => [field, placed.map(({ input, row }) => ({ uid: input.uid, row }))],
    ),
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
