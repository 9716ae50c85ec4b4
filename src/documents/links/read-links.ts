// Reads the stored links of an attribute, and which rows belong to the same document.
import type { WriteSteps } from '../../storage/session.ts';
import { linksOfOthers } from '../../storage/statements/link-statements.ts';
import type { WriteContext } from '../write-context.ts';
import { parseRow, typedRow, type LinkedRow } from './linked-row.ts';
import type { LinkStorage } from './link-storage.ts';

/** A stored link. */
export interface ExistingLink {
  /** Id of the row that contains it. */
  readonly id: number;
  readonly near: number;
  readonly far: LinkedRow;
  /** As stored. */
  readonly order: unknown;
}

/** The stored links by near row, in order. */
export type ExistingLinks = ReadonlyMap<number, readonly ExistingLink[]>;

/** Returns true if two rows belong together. */
export type RowMatcher = (row: LinkedRow, other: LinkedRow) => boolean;

/** Reads the links of near rows, in order. */
export function* readLinks(
  { statements }: WriteContext,
  { table, near, far, farType, fixed, order, readOrder }: LinkStorage,
  nearRows: readonly number[],
): WriteSteps<ExistingLinks> {
  const rows = yield* statements.select(table, {
    columns: [
      'id',
      near,
      far,
      ...(order === null ? [] : [order]),
      ...(farType === null ? [] : [farType]),
    ],
    where: [{ column: near, in: nearRows }, ...fixed],
    order: readOrder,
  });
  const links = new Map<number, ExistingLink[]>();
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

/** Reads the links from other documents to the far rows of pairs. */
export function* readLinksOfOthers(
  context: WriteContext,
  storage: LinkStorage,
  pairs: readonly (readonly [near: number, far: LinkedRow])[],
): WriteSteps<readonly ExistingLink[]> {
  if (pairs.length === 0) return [];
  const ids = pairs.map(([near, far]) => [near, parseRow(far).id] as const);
  const [rows = []] = yield [
    linksOfOthers(context, { ...storage, documents: storage.nearTable }, ids),
  ];
  return rows.map(([id, near, far]) => ({
    id: Number(id),
    near: Number(near),
    far: Number(far),
    order: null,
  }));
}

/**
 * Reads which rows belong together.
 * @param by `document_id`, or `document_id` and `locale`
 * @returns a function that compares these columns of two rows; rows with a NULL document are never equal
 */
export function* readRowMatcher(
  { statements }: WriteContext,
  { table, rows }: { readonly table: string; readonly rows: readonly LinkedRow[] },
  by: readonly string[],
): WriteSteps<RowMatcher> {
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

/** Reads which rows are published. @param table Null if there are none */
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
