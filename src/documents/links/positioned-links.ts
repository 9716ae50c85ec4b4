// Finds the links that a change positions among links which keep their numbers.
import type { WriteSteps } from '../../storage/session.ts';
import { highestOrders } from '../../storage/statements/link-statements.ts';
import type { OrderChange } from './order.ts';
import type { WriteContext } from '../write-context.ts';
import type { PositionedLinks } from './link-difference.ts';
import type { LinkStorage } from './link-storage.ts';
import type { ExistingLink } from './read-links.ts';
import type { WritesWithLinks } from './desired-links.ts';

/** The positioned links by near row; empty if all links are renumbered. */
export function* positionedLinks(
  context: WriteContext,
  storage: LinkStorage,
  { writes, present }: WritesWithLinks,
): WriteSteps<ReadonlyMap<number, PositionedLinks>> {
  const { numbering } = storage;
  if (numbering.kind === 'all') return new Map();
  const changes = writes.flatMap(({ row, created, change }) =>
    created || change.kind === 'set' ? [] : [[row, change.change] as const],
  );
  const highest = yield* highestOfOthers(context, storage, changes);
  return new Map<number, PositionedLinks>(
    changes.map(([row, change]) => {
      const rows = new Set(change.connect.flatMap((each) => each.rows));
      const links = present.get(row) ?? [];
      if (numbering.kind === 'between') {
        return [row, { rows, highest: highestOf(links), steps: 'parts' }];
      }
      const removed = new Set(change.disconnect.flat());
      const left = links.filter(({ far }) => !rows.has(far) && !removed.has(far));
      const last = Math.max(highestOf(left), highest.get(row) ?? 0);
      return [row, { rows, highest: last, steps: 'whole' }];
    }),
  );
}

/** The highest numbers of the links of other attributes of rows. */
function* highestOfOthers(
  context: WriteContext,
  { table, near, order, numbering }: LinkStorage,
  changes: readonly (readonly [row: number, change: OrderChange])[],
): WriteSteps<ReadonlyMap<number, number>> {
  const rows = changes.flatMap(([row, { connect }]) => (connect.length > 0 ? [row] : []));
  if (numbering.kind !== 'after' || order === null || rows.length === 0) return new Map();
  const links = { table, of: near, order, where: numbering.others };
  const [found = []] = yield [highestOrders(context, links, rows)];
  return new Map(found.map(([row, number]) => [Number(row), Number(number)]));
}

function highestOf(links: readonly ExistingLink[]): number {
  return links.reduce((highest, { order }) => Math.max(highest, Number(order ?? 0)), 0);
}
