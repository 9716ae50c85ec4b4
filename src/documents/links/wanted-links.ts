// In charge of the links that there are to be after several writes of one attribute, where drafts and published rows
// and rows that can belong to one document only are told apart.
import type { WriteSteps } from '../../storage/database.ts';
import type { WriteContext } from '../write-context.ts';
import { groupedBy } from '../grouped-by.ts';
import { partsOf, typedRow, type LinkedRow } from './linked-row.ts';
import type { LinkPlace } from './link-place.ts';
import type { LinkWrite } from './link-write.ts';
import { readPublished, readSameness, type IsSame, type PresentLinks } from './present-links.ts';
import { namedRows, wantedRows } from './wanted-rows.ts';

/** The far rows of each near row that is written, in order. */
export type WantedLinks = ReadonlyMap<number, readonly LinkedRow[]>;

/** Writes, and what is there before them. */
export interface Situation {
  readonly writes: readonly LinkWrite[];
  readonly present: PresentLinks;
}

const NEVER: IsSame = () => false;

/** Works out the links. @throws AppError 400 `ValidationError` as `reorder` */
export function* wantedLinks(
  context: WriteContext,
  place: LinkPlace,
  { writes, present }: Situation,
): WriteSteps<WantedLinks> {
  const isSameTarget = yield* readVersions(context, place, { writes, present });
  const named = new Map(
    writes.map((write) => {
      const current = [...new Set(present.get(write.row)?.map(({ far }) => far))];
      return [write.row, wantedRows(write, { current, toOne: place.toOne, isSameTarget })];
    }),
  );
  const wanted = place.rows === 'near' ? yield* oneEach(context, place, named) : named;
  if (!place.exclusive || writes.length === 1) return wanted;
  const nearRows = { table: place.nearTable, rows: [...wanted.keys()] };
  const isSameOwner =
    place.rows === 'far' ? NEVER : yield* readSameness(context, nearRows, ['document_id']);
  return withoutRivals(writes, wanted, isSameOwner);
}

/** The pairs that writes name and get. */
export function claimsOf(
  writes: readonly LinkWrite[],
  wanted: WantedLinks,
): readonly (readonly [near: number, far: LinkedRow])[] {
  return writes.flatMap(({ row, change }) => {
    const named = new Set(namedRows(change));
    const rows = wanted.get(row) ?? [];
    return rows.filter((far) => named.has(far)).map((far) => [row, far] as const);
  });
}

/** Asks only where a draft and a published row can be linked one by one. */
function* readVersions(
  context: WriteContext,
  { rows: kept, versions: table }: LinkPlace,
  { writes, present }: Situation,
): WriteSteps<IsSame> {
  if (table === null || kept === 'near') return NEVER;
  const connecting = writes.filter(
    ({ change }) => change.kind === 'change' && change.change.connect.length > 0,
  );
  const rows = connecting.flatMap(({ row, change }) => [
    ...namedRows(change),
    ...(present.get(row) ?? []).map(({ far }) => far),
  ]);
  if (rows.length < 2) return NEVER;
  return yield* readSameness(context, { table, rows }, ['document_id', 'locale']);
}

/** A column holds one row: of a draft and a published one that which the public sees. */
function* oneEach(
  context: WriteContext,
  { versions, farType }: LinkPlace,
  wanted: WantedLinks,
): WriteSteps<WantedLinks> {
  const several = [...wanted.values()].filter((rows) => rows.length > 1).flat();
  const published =
    farType === null
      ? yield* readPublished(context, versions, several)
      : yield* readPublishedOfTypes(context, several);
  return new Map(
    [...wanted].map(([near, rows]) => {
      const shown = rows.filter((row) => published.has(row));
      return [near, (shown.length > 0 ? shown : rows).slice(-1)];
    }),
  );
}

/** The published ones of rows of several types. */
function* readPublishedOfTypes(
  context: WriteContext,
  rows: readonly LinkedRow[],
): WriteSteps<ReadonlySet<LinkedRow>> {
  const published = new Set<LinkedRow>();
  for (const [uid, group] of groupedBy(rows.map(partsOf), (row) => row.uid ?? '')) {
    const ids = group.map(({ id }) => id);
    for (const id of yield* readPublished(context, context.layout.table(uid), ids)) {
      published.add(typedRow(Number(id), uid));
    }
  }
  return published;
}

/** Of rows that can belong to one document only, those that a later write named are no longer wanted by the others. */
function withoutRivals(
  writes: readonly LinkWrite[],
  wanted: WantedLinks,
  isSameOwner: IsSame,
): WantedLinks {
  const owners = new Map<LinkedRow, number>();
  for (const [near, far] of claimsOf(writes, wanted)) owners.set(far, near);
  return new Map(
    [...wanted].map(([near, rows]) => [
      near,
      rows.filter((far) => {
        const owner = owners.get(far) ?? near;
        return owner === near || isSameOwner(owner, near);
      }),
    ]),
  );
}
