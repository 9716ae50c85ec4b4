// Finds which links a change places among those that keep their numbers, and the numbers that they come behind.
import type { WriteSteps } from '../../storage/database.ts';
import { highestOrders } from '../../storage/link-statements.ts';
import type { OrderChange } from '../order.ts';
import type { WriteContext } from '../write-context.ts';
import type { PlacedLinks } from './link-difference.ts';
import type { LinkPlace } from './link-place.ts';
import type { PresentLink } from './present-links.ts';
import type { Situation } from './wanted-links.ts';

/** What is placed, by near row; nothing of rows all of whose links are numbered again. */
export function* placedLinks(
  context: WriteContext,
  place: LinkPlace,
  { writes, present }: Situation,
): WriteSteps<ReadonlyMap<number, PlacedLinks>> {
  const { numbering } = place;
  if (numbering.kind === 'all') return new Map();
  const changes = writes.flatMap(({ row, created, change }) =>
    created || change.kind === 'set' ? [] : [[row, change.change] as const],
  );
  const highest = yield* highestOfOthers(context, place, changes);
  return new Map<number, PlacedLinks>(
    changes.map(([row, change]) => {
      const rows = new Set(change.connect.flatMap((each) => each.rows));
      const links = present.get(row) ?? [];
      if (numbering.kind === 'between') {
        return [row, { rows, highest: highestOf(links), steps: 'parts' }];
      }
      const gone = new Set(change.disconnect.flat());
      const left = links.filter(({ far }) => !rows.has(far) && !gone.has(far));
      const last = Math.max(highestOf(left), highest.get(row) ?? 0);
      return [row, { rows, highest: last, steps: 'whole' }];
    }),
  );
}

/** The highest numbers of links of the other attributes of rows. */
function* highestOfOthers(
  context: WriteContext,
  { table, near, order, numbering }: LinkPlace,
  changes: readonly (readonly [row: number, change: OrderChange])[],
): WriteSteps<ReadonlyMap<number, number>> {
  const rows = changes.flatMap(([row, { connect }]) => (connect.length > 0 ? [row] : []));
  if (numbering.kind !== 'behind' || order === null || rows.length === 0) return new Map();
  const links = { table, of: near, order, where: numbering.others };
  const [found = []] = yield [highestOrders(context, links, rows)];
  return new Map(found.map(([row, number]) => [Number(row), Number(number)]));
}

function highestOf(links: readonly PresentLink[]): number {
  return links.reduce((highest, { order }) => Math.max(highest, Number(order ?? 0)), 0);
}
