// In charge of writing entries with all that hangs on them: their rows, then their components level by level, then
// links. Rows of one model are written together, so that the number of statements does not depend on how many.
import type { Writing } from '../storage/database.ts';
import { isLinked } from './check/linked-attribute.ts';
import { writeComponents, type PlacedEntry } from './components.ts';
import { insertEntries, updateEntries, type RowValues } from './entry-rows.ts';
import type { EntryInput } from './input.ts';
import { writeLinks, type LinkWrite, type PublishedRow } from './links.ts';
import { toRowChange } from './row-change.ts';
import { targetUid, type Targets } from './targets.ts';
import { forgetPending } from './versions/forget-pending.ts';
import type { WriteContext } from './write-context.ts';

/** Inserts the row of a new document with all that hangs on it. @param system Values that no client gives @returns its id */
export function* insertEntry(
  context: WriteContext,
  { input, targets }: { readonly input: EntryInput; readonly targets: Targets },
  system: RowValues,
): Writing<number> {
  const values = new Map([...input.values, ...system]);
  const [row = 0] = yield* insertEntries(context, input.uid, [values]);
  yield* writeParts(context, targets, [{ row, created: true, input }]);
  return row;
}

/** What changes in a row of a document. */
export interface ChangedEntry {
  readonly input: EntryInput;
  readonly targets: Targets;
  readonly row: number;
  /** Null: the document has none in the row's locale, or its type has no drafts. */
  readonly published: PublishedRow | null;
}

/** Updates a row of a document with all that is sent for it. @param system Values that no client gives */
export function* updateEntry(
  context: WriteContext,
  { input, targets, row, published }: ChangedEntry,
  system: RowValues,
): Writing<void> {
  const values = new Map([...input.values, ...system]);
  yield* updateEntries(context, input.uid, [{ id: row, values }]);
  yield* writeParts(context, targets, [{ row, created: false, input, published }]);
}

/** Writes what hangs on entries of one model: components first, then links. */
function* writeParts(
  context: WriteContext,
  targets: Targets,
  entries: readonly PlacedEntry[],
): Writing<void> {
  const components = yield* writeComponents(context, entries);
  for (const placed of components) yield* writeParts(context, targets, placed);
  yield* writeRelations(context, targets, entries);
}

function* writeRelations(
  context: WriteContext,
  targets: Targets,
  entries: readonly PlacedEntry[],
): Writing<void> {
  const [first] = entries;
  if (!first) return;
  const { uid } = first.input;
  for (const attribute of context.registry.model(uid).attributes.values()) {
    if (!isLinked(attribute)) continue;
    const found = { uid: targetUid(context, uid, attribute.name), targets };
    const writes = entries.flatMap(({ row, created, input, published }): readonly LinkWrite[] => {
      const relation = input.relations.get(attribute.name);
      if (!relation) return [];
      return [{ row, created, change: toRowChange(relation, found), published: published ?? null }];
    });
    const created = entries.every((entry) => entry.created);
    if (writes.length > 0) yield* writeLinks(context, { uid, attribute, created }, writes);
    const older = entries.flatMap(({ row, created: isNew, input }) => {
      const relation = isNew ? undefined : input.relations.get(attribute.name);
      return relation ? [{ row, relation }] : [];
    });
    if (older.length > 0) yield* forgetPending(context, { uid, attribute }, older);
  }
}
