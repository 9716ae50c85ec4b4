// In charge of what has to be known of links before they are written: those that are there, and which rows belong to
// one document.
import type { WriteSteps } from '../../storage/database.ts';
import { linksOfOthers } from '../../storage/link-statements.ts';
import type { WriteContext } from '../write-context.ts';
import { partsOf, typedRow, type LinkedRow } from './linked-row.ts';
import type { LinkPlace } from './link-place.ts';

/** A link that is there. */
export interface PresentLink {
  /** Id of the row that keeps it. */
  readonly id: number;
  readonly near: number;
  readonly far: LinkedRow;
  /** As stored. */
  readonly order: unknown;
}

/** The links of near rows, each list in order. */
export type PresentLinks = ReadonlyMap<number, readonly PresentLink[]>;

/** Whether two rows belong together. */
export type IsSame = (row: LinkedRow, other: LinkedRow) => boolean;

/** The links of near rows, each list in the order in which it is read. */
export function* readLinks(
  { statements }: WriteContext,
  { table, near, far, farType, fixed, order, reading }: LinkPlace,
  nearRows: readonly number[],
): WriteSteps<PresentLinks> {
  const rows = yield* statements.select(table, {
    columns: [
      'id',
      near,
      far,
      ...(order === null ? [] : [order]),
      ...(farType === null ? [] : [farType]),
    ],
    where: [{ column: near, in: nearRows }, ...fixed],
    order: reading,
  });
  const links = new Map<number, PresentLink[]>();
  for (const row of rows) {
    const [id, nearRow, farRow] = row;
    if (farRow === null) continue;
    const name = farType === null ? Number(farRow) : typedRow(Number(farRow), String(row.at(-1)));
    const link = { id: Number(id), near: Number(nearRow), far: name, order: row[3] };
    const list = links.get(link.near);
    if (list) list.push(link);
    else links.set(link.near, [link]);
  }
  return links;
}

/** The links that documents other than those of some pairs have to the far rows of the pairs. */
export function* readLinksOfOthers(
  context: WriteContext,
  place: LinkPlace,
  pairs: readonly (readonly [near: number, far: LinkedRow])[],
): WriteSteps<readonly PresentLink[]> {
  if (pairs.length === 0) return [];
  const ids = pairs.map(([near, far]) => [near, partsOf(far).id] as const);
  const [rows = []] = yield [linksOfOthers(context, { ...place, documents: place.nearTable }, ids)];
  return rows.map(([id, near, far]) => ({
    id: Number(id),
    near: Number(near),
    far: Number(far),
    order: null,
  }));
}

/**
 * Which rows belong together.
 * @param by `document_id`, or `document_id` and `locale`
 * @returns whether two of the rows have the same; nobody shares NULL as a document
 */
export function* readSameness(
  { statements }: WriteContext,
  { table, rows }: { readonly table: string; readonly rows: readonly LinkedRow[] },
  by: readonly string[],
): WriteSteps<IsSame> {
  const found = yield* statements.select(table, {
    columns: ['id', ...by],
    where: [{ column: 'id', in: rows }],
  });
  const keys = new Map<LinkedRow, string>(
    found.flatMap(([id, ...key]) =>
      key[0] === null ? [] : [[Number(id), JSON.stringify(key)] as const],
    ),
  );
  return (row, other) => keys.has(row) && keys.get(row) === keys.get(other);
}

/** The published ones of some rows; none in no table. */
export function* readPublished(
  { statements }: WriteContext,
  table: string | null,
  rows: readonly LinkedRow[],
): WriteSteps<ReadonlySet<LinkedRow>> {
  if (table === null) return new Set();
  const found = yield* statements.select(table, {
    columns: ['id', 'published_at'],
    where: [{ column: 'id', in: rows }],
  });
  return new Set(found.flatMap(([id, publishedAt]) => (publishedAt === null ? [] : [Number(id)])));
}
