// Writes an entry with all that hangs on it: its row, its components and its links. Rows of one model are written
// together, so that the number of statements does not depend on how many there are.
import type { Writing } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { isLinked } from './check/linked-attribute.ts';
import {
  placesAfter,
  planComponents,
  removeLeaving,
  writeComponentRows,
  writePlaces,
  type WrittenEntry,
} from './components.ts';
import { insertEntries, updateEntries, type RowValues } from './entry-rows.ts';
import { groupedBy } from './grouped-by.ts';
import type { EntryInput } from './input.ts';
import { linkPlace } from './links/link-place.ts';
import { writeLinks, type LinkWrite, type PublishedRow } from './links.ts';
import { NO_PLACES, type PlacesIn } from './placed-components.ts';
import { toRowChange } from './row-change.ts';
import { targetUid, type Targets } from './targets.ts';
import { forgetPending } from './versions/end-pending.ts';
import type { WriteContext } from './write-context.ts';

/** What is written, and what it names. */
interface SentEntry {
  readonly input: EntryInput;
  readonly targets: Targets;
}

/** An entry that was written. */
export interface StoredEntry {
  readonly row: number;
  /** What stands in it now, on every level, and in the other rows of which that was known. */
  readonly placesIn: PlacesIn;
}

/** Inserts the row of a new document with all that hangs on it. @param system Values that no client gives */
export function insertEntry(
  context: WriteContext,
  { input, targets }: SentEntry,
  system: RowValues,
): Writing<StoredEntry> {
  const entry = { input, created: true, row: 0, published: null };
  return writeEntry(context, { entry, targets, system, placesIn: NO_PLACES });
}

/** What changes in a row of a document. */
export interface ChangedEntry extends SentEntry {
  readonly row: number;
  /** What stands in the attributes that are written. */
  readonly placesIn: PlacesIn;
  /** Null: the document has none in the row's locale, or its type has no drafts. */
  readonly published: PublishedRow | null;
}

/** Updates a row of a document with all that is sent for it. @param system Values that no client gives */
export function updateEntry(
  context: WriteContext,
  { input, row, published, targets, placesIn }: ChangedEntry,
  system: RowValues,
): Writing<StoredEntry> {
  const entry = { input, created: false, row, published };
  return writeEntry(context, { entry, targets, system, placesIn });
}

interface EntryWrite extends Pick<ChangedEntry, 'targets' | 'placesIn'> {
  readonly entry: WrittenEntry;
  readonly system: RowValues;
}

function* writeEntry(
  context: WriteContext,
  { entry, targets, system, placesIn }: EntryWrite,
): Writing<StoredEntry> {
  const plan = planComponents(context, entry, placesIn);
  yield* together([
    removeLeaving(context, plan, placesIn),
    writeComponentRows(context, plan),
    writeRow(context, entry, system),
  ]);
  yield* writePlaces(context, plan);
  // Of several mistakes the one in the innermost component is answered.
  const linked = plan.groups.toReversed().flatMap((group) => linksOf(context, group, targets));
  const byTable = groupedBy(linked, ({ table }) => table);
  yield* together([
    ...Array.from(byTable.values(), inTurn),
    ...plan.groups.map((group) => forgetPending(context, group)),
  ]);
  return { row: entry.row, placesIn: placesAfter(plan, placesIn) };
}

function* writeRow(context: WriteContext, entry: WrittenEntry, system: RowValues): Writing<void> {
  const { uid, values: sent } = entry.input;
  const values = new Map([...sent, ...system]);
  if (!entry.created) return yield* updateEntries(context, uid, [{ id: entry.row, values }]);
  const [row = 0] = yield* insertEntries(context, uid, [values]);
  entry.row = row;
}

/** The links of one attribute of some entries. */
interface LinkedWrites {
  /** Links of one table are written one attribute after another: they may depend on each other. */
  readonly table: string;
  readonly writing: () => Writing<void>;
}

function* inTurn(writes: readonly LinkedWrites[]): Writing<void> {
  for (const { writing } of writes) yield* writing();
}

/** The links of entries of one model. */
function linksOf(
  context: WriteContext,
  entries: readonly WrittenEntry[],
  targets: Targets,
): readonly LinkedWrites[] {
  const [first] = entries;
  if (!first) return [];
  const { uid } = first.input;
  return [...context.registry.model(uid).attributes.values()].flatMap((attribute) => {
    if (!isLinked(attribute) || 'unlinked' in attribute) return [];
    const found = { uid: targetUid(context, uid, attribute.name), targets };
    const writes = entries.flatMap(({ row, created, input, published }): readonly LinkWrite[] => {
      const relation = input.relations.get(attribute.name);
      return relation ? [{ row, created, change: toRowChange(relation, found), published }] : [];
    });
    if (writes.length === 0) return [];
    const created = entries.every((entry) => entry.created);
    const { table } = linkPlace(context, { uid, attribute });
    const writing = (): Writing<void> => writeLinks(context, { uid, attribute, created }, writes);
    return [{ table: `${uid} ${table}`, writing }];
  });
}
