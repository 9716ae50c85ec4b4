// Page next to a row: the rows of the page, and the cursors of the pages beside it.
import type { Row } from '../storage/database.ts';
import { printCursor } from './parse/cursor.ts';
import type { Keyset } from './plan.ts';
import { orderText } from './plan/keyset.ts';

/** What is sent to get the pages beside one; null where there is none, an empty text for an end of the list. */
export interface Neighbours {
  readonly before: string | null;
  readonly after: string | null;
}

/** Rows of one page. */
export interface KeysetPage {
  /** In the order of the list. */
  readonly rows: readonly Row[];
  readonly neighbours: Neighbours;
}

/**
 * @param read The rows of the statement, in its order: one more than the page has where the list goes on
 * @param size Of the page, in rows
 * @throws ValidationError where a row's keys make no cursor
 */
export function keysetPage(keyset: Keyset, read: readonly Row[], size: number): KeysetPage {
  const { side, place } = keyset;
  const taken = read.slice(0, size);
  const rows = side === 'after' ? taken : taken.toReversed();
  const goesOn = read.length > size;
  // A place is next to a row of the other side, or was when its cursor was given.
  const beganInside = place !== null;
  const [hasBefore, hasAfter] = side === 'after' ? [beganInside, goesOn] : [goesOn, beganInside];
  return {
    rows,
    neighbours: {
      before: hasBefore ? cursorOf(keyset, rows[0]) : null,
      after: hasAfter ? cursorOf(keyset, rows.at(-1)) : null,
    },
  };
}

/** The keys are a row's last columns. Beside an empty page lies the end of the list. */
function cursorOf({ keys }: Keyset, row: Row | undefined): string {
  return row ? printCursor(orderText(keys), row.slice(-keys.length)) : '';
}
