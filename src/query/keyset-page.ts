// A page of keyset pagination: its rows and the cursors of the adjacent pages.
import type { Row } from '../storage/session.ts';
import { printCursor } from './parse/cursor.ts';
import type { Keyset } from './plan.ts';
import { printOrder } from './plan/keyset.ts';

/** Cursors of the adjacent pages, or `null`. An empty cursor is the start or the end of the list. */
export interface AdjacentCursors {
  readonly before: string | null;
  readonly after: string | null;
}

/** The rows of one page. */
export interface KeysetPage {
  /** Rows in the order of the list. */
  readonly rows: readonly Row[];
  readonly cursors: AdjacentCursors;
}

/**
 * Builds a page.
 * @param read The rows in the order of the statement: one more than the page size if the list continues
 * @param size Page size in rows
 * @throws ValidationError if the keys of a row cannot be a cursor
 */
export function keysetPage(keyset: Keyset, read: readonly Row[], size: number): KeysetPage {
  const { side, position } = keyset;
  const page = read.slice(0, size);
  const rows = side === 'after' ? page : page.toReversed();
  const hasMore = read.length > size;
  // A position is next to a row of the other page, or was when its cursor was created.
  const beganInside = position !== null;
  const [hasBefore, hasAfter] = side === 'after' ? [beganInside, hasMore] : [hasMore, beganInside];
  return {
    rows,
    cursors: {
      before: hasBefore ? cursorOf(keyset, rows[0]) : null,
      after: hasAfter ? cursorOf(keyset, rows.at(-1)) : null,
    },
  };
}

/** The keys are the last columns of a row. An empty page has the cursor of the end of the list. */
function cursorOf({ keys }: Keyset, row: Row | undefined): string {
  return row ? printCursor(printOrder(keys), row.slice(-keys.length)) : '';
}
