// Computes the links after several writes of one attribute, including the rules for drafts and published rows and for targets
// with one owner.
import type { WriteSteps } from '../../storage/session.ts';
import type { WriteContext } from '../write-context.ts';
import { groupBy } from '../../base/group-by.ts';
import { parseRow, typedRow, type LinkedRow } from './linked-row.ts';
import type { LinkStorage } from './link-storage.ts';
import type { LinkWrite } from './link-write.ts';
import {
  readPublished,
  readRowMatcher,
  type RowMatcher,
  type ExistingLinks,
} from './read-links.ts';
import { connectedRows, desiredRows } from './desired-rows.ts';

/** The far rows of each written near row, in order. */
export type DesiredLinks = ReadonlyMap<number, readonly LinkedRow[]>;

/** Writes, and the stored links before them. */
export interface WritesWithLinks {
  readonly writes: readonly LinkWrite[];
  readonly present: ExistingLinks;
}

const NEVER: RowMatcher = () => false;

/** Computes the links. @throws ValidationError as `reorder` */
export function* desiredLinks(
  context: WriteContext,
  storage: LinkStorage,
  { writes, present }: WritesWithLinks,
): WriteSteps<DesiredLinks> {
  const isSameTarget = yield* readVersions(context, storage, { writes, present });
  const named = new Map(
    writes.map((write) => {
      const current = [...new Set(present.get(write.row)?.map(({ far }) => far))];
      return [write.row, desiredRows(write, { current, toOne: storage.toOne, isSameTarget })];
    }),
  );
  const desired = storage.rows === 'near' ? yield* oneEach(context, storage, named) : named;
  if (!storage.exclusive || writes.length === 1) return desired;
  const nearRows = { table: storage.nearTable, rows: [...desired.keys()] };
  const isSameOwner =
    storage.rows === 'far' ? NEVER : yield* readRowMatcher(context, nearRows, ['document_id']);
  return lastClaimWins(writes, desired, isSameOwner);
}

/** The pairs that writes link. */
export function claimsOf(
  writes: readonly LinkWrite[],
  desired: DesiredLinks,
): readonly (readonly [near: number, far: LinkedRow])[] {
  return writes.flatMap(({ row, change }) => {
    const named = new Set(connectedRows(change));
    const rows = desired.get(row) ?? [];
    return rows.filter((far) => named.has(far)).map((far) => [row, far] as const);
  });
}

/** Reads versions only if a draft and a published row can be linked separately. */
function* readVersions(
  context: WriteContext,
  { rows: storedRows, versions: table }: LinkStorage,
  { writes, present }: WritesWithLinks,
): WriteSteps<RowMatcher> {
  if (table === null || storedRows === 'near') return NEVER;
  const connecting = writes.filter(
    ({ change }) => change.kind === 'change' && change.change.connect.length > 0,
  );
  const rows = connecting.flatMap(({ row, change }) => [
    ...connectedRows(change),
    ...(present.get(row) ?? []).map(({ far }) => far),
  ]);
  if (rows.length < 2) return NEVER;
  return yield* readRowMatcher(context, { table, rows }, ['document_id', 'locale']);
}

/** A column contains one row: the published one if there are both. */
function* oneEach(
  context: WriteContext,
  { versions, farType }: LinkStorage,
  desired: DesiredLinks,
): WriteSteps<DesiredLinks> {
  const several = [...desired.values()].filter((rows) => rows.length > 1).flat();
  const published =
    farType === null
      ? yield* readPublished(context, versions, several)
      : yield* readPublishedOfTypes(context, several);
  return new Map(
    [...desired].map(([near, rows]) => {
      const shown = rows.filter((row) => published.has(row));
      return [near, (shown.length > 0 ? shown : rows).slice(-1)];
    }),
  );
}

/** Reads which rows of several types are published. */
function* readPublishedOfTypes(
  context: WriteContext,
  rows: readonly LinkedRow[],
): WriteSteps<ReadonlySet<LinkedRow>> {
  const published = new Set<LinkedRow>();
  for (const [uid, group] of groupBy(rows.map(parseRow), (row) => row.uid ?? '')) {
    const ids = group.map(({ id }) => id);
    for (const id of yield* readPublished(context, context.layout.table(uid), ids)) {
      published.add(typedRow(Number(id), uid));
    }
  }
  return published;
}

/** Removes far rows with one owner from all writes but the last one that links them. */
function lastClaimWins(
  writes: readonly LinkWrite[],
  desired: DesiredLinks,
  isSameOwner: RowMatcher,
): DesiredLinks {
  const owners = new Map<LinkedRow, number>();
  for (const [near, far] of claimsOf(writes, desired)) owners.set(far, near);
  return new Map(
    [...desired].map(([near, rows]) => [
      near,
      rows.filter((far) => {
        const owner = owners.get(far) ?? near;
        return owner === near || isSameOwner(owner, near);
      }),
    ]),
  );
}
