// Orders the links of a row after a connect and a disconnect with positions (docs/strapi/writing.md, "Order and positions";
// D12).
import { validationError } from '../../base/errors.ts';
import type { LinkedRow } from './linked-row.ts';
import { RowSequence } from './row-sequence.ts';

/** The rows of one target, which stay together: a single row, or the draft and the published row of a document. */
export type RowGroup = readonly LinkedRow[];

/** The position of rows: first, last, or directly before or after all rows of an anchor. */
export type RowPosition =
  | { readonly at: 'start' | 'end' }
  | {
      readonly at: 'before' | 'after';
      readonly anchor: RowGroup;
      /** The position in error messages, such as `{"before":4,"locale":"en"}`. */
      readonly shown: string;
    };

export interface OrderedConnect {
  readonly rows: RowGroup;
  readonly position: RowPosition;
  /**
   * The target as the client named it: documentId, locale and status. Two different names may refer to the same row at one
   * position; the same name twice is an error.
   */
  readonly name?: string;
}

export interface OrderChange {
  /** Targets to connect, one after another. Rows that are already linked are moved. */
  readonly connect: readonly OrderedConnect[];
  /** Targets to remove, unless they are connected as well. */
  readonly disconnect: readonly RowGroup[];
  /** If false, a row whose anchor is missing is added at the end. */
  readonly strict: boolean;
}

/**
 * Applies a change to the links of a row.
 * @param current Distinct rows, in order
 * @throws ValidationError if a target is connected twice, relative to itself, relative to one that is neither linked nor
 * connected, or if anchors form a cycle
 */
export function reorder(current: readonly LinkedRow[], change: OrderChange): readonly LinkedRow[] {
  const sequence = new RowSequence(current);
  const items = withAnchors(distinctConnects(change.connect), sequence);
  const connected = indexByRow(items);
  const isLinked = (row: LinkedRow): boolean => sequence.has(row);
  const sorted = insertionOrder({ items, connected, isLinked }, change);
  const removed = new Set(change.disconnect.flat().filter((row) => !connected.has(row)));
  const followers = new Map<LinkedRow, LinkedRow>();
  for (const index of sorted) insertItem({ sequence, removed, followers }, items[index]);
  return sequence.toArray().filter((row) => !removed.has(row));
}

/**
 * Of an anchor with a draft and a published row, the first decides whether the anchor is linked (docs/strapi/publishing.md,
 * "Links between versions and locales").
 */
function withAnchors(
  items: readonly OrderedConnect[],
  sequence: Pick<RowSequence, 'has'>,
): readonly OrderedConnect[] {
  const connected = indexByRow(items);
  return items.map((item) => {
    const [first, ...others] = anchorOf(item);
    if (first === undefined || others.length === 0 || !('anchor' in item.position)) return item;
    if (sequence.has(first) || connected.has(first)) return item;
    return { ...item, position: { ...item.position, anchor: [first] } };
  });
}

/**
 * The items of a connect without repeated rows.
 * @throws ValidationError if a target is connected twice or relative to itself
 */
export function distinctConnects(connect: readonly OrderedConnect[]): readonly OrderedConnect[] {
  const names = new Set<string>();
  const items = new Map<LinkedRow, OrderedConnect>();
  return connect.flatMap((item) => {
    const self = anchorOf(item).find((row) => item.rows.includes(row));
    if (self !== undefined) {
      throw validationError(
        `The relation with id ${self} cannot be positioned relative to itself.`,
      );
    }
    const repeated = item.rows.find((row) => {
      const earlier = items.get(row);
      return earlier && (names.has(item.name ?? '') || !isOneTarget(earlier, item));
    });
    if (repeated !== undefined) {
      throw validationError(
        `The relation with id ${repeated} is already connected. You cannot connect the same relation twice.`,
      );
    }
    const rows = item.rows.filter((row) => !items.has(row));
    for (const row of rows) items.set(row, item);
    if (item.name !== undefined) names.add(item.name);
    return rows.length === 0 ? [] : [{ ...item, rows }];
  });
}

/** Two names of one row, at one position. */
function isOneTarget(earlier: OrderedConnect, item: OrderedConnect): boolean {
  if (earlier.name === undefined || item.name === undefined) return false;
  return JSON.stringify(earlier.position) === JSON.stringify(item.position);
}

function indexByRow(items: readonly OrderedConnect[]): ReadonlyMap<LinkedRow, number> {
  return new Map(items.flatMap(({ rows }, index) => rows.map((row) => [row, index] as const)));
}

interface Anchors {
  readonly items: readonly OrderedConnect[];
  /** The index of the item that connects a row. */
  readonly connected: ReadonlyMap<LinkedRow, number>;
  readonly isLinked: (row: LinkedRow) => boolean;
}

/** The order in which items are inserted: as given, but after their new anchors. */
function insertionOrder(anchors: Anchors, change: Pick<OrderChange, 'strict'>): readonly number[] {
  const { items, connected, isLinked } = anchors;
  const anchorsIn = (index: number): readonly number[] =>
    anchorOf(items[index]).flatMap((row) => connected.get(row) ?? []);
  // If every anchor precedes its item, there can be no cycle.
  const isPlaceable = items.every(
    (item, index) =>
      anchorOf(item).some(isLinked) || anchorsIn(index).some((anchor) => anchor < index),
  );
  if (isPlaceable) return [...items.keys()];
  return anchorsFirst(items.length, { anchorsIn, newOf: newAnchors(anchors, change) });
}

/** The items that are anchors of an item and not linked yet. */
function newAnchors(
  { items, connected, isLinked }: Anchors,
  { strict }: Pick<OrderChange, 'strict'>,
): (index: number) => readonly number[] {
  return (index) => {
    const item = items[index];
    const anchor = anchorOf(item);
    if (!item || anchor.length === 0 || anchor.some(isLinked)) return [];
    const anchors = anchor.flatMap((row) => connected.get(row) ?? []);
    if (anchors.length === 0 && strict && 'shown' in item.position) {
      throw validationError(
        `There was a problem connecting relation with id ${item.rows[0]} at position ${item.position.shown}. The relation with id ${anchor[0]} needs to be connected first.`,
      );
    }
    return anchors;
  };
}

interface Neighbours {
  /** The items that are anchors of an item. */
  readonly anchorsIn: (index: number) => readonly number[];
  /** The anchors that must be inserted first. */
  readonly newOf: (index: number) => readonly number[];
}

/** Sorts anchors first, without recursion. A cycle that includes a linked item is an error as well. */
function anchorsFirst(length: number, { anchorsIn, newOf }: Neighbours): readonly number[] {
  const open = new Set<number>();
  const done = new Set<number>();
  const isOpen = (index: number): boolean => open.has(index);
  for (let start = 0; start < length; start += 1) {
    const path = [start];
    for (let index = path.at(-1); index !== undefined; index = path.at(-1)) {
      if (open.has(index) || done.has(index)) {
        done.add(index);
        open.delete(index);
        path.pop();
        continue;
      }
      open.add(index);
      const anchors = newOf(index);
      if (anchors.some((anchor) => isOpen(anchor) || anchorsIn(anchor).some(isOpen))) {
        throw validationError(
          'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
        );
      }
      path.push(...anchors.toSorted((a, b) => b - a));
    }
  }
  return [...done];
}

interface Insertion {
  readonly sequence: RowSequence;
  /** The rows that are removed at the end. */
  readonly removed: ReadonlySet<LinkedRow>;
  /** The last row that was inserted after an anchor which is removed. */
  readonly followers: Map<LinkedRow, LinkedRow>;
}

function insertItem(
  { sequence, removed, followers }: Insertion,
  item: OrderedConnect | undefined,
): void {
  if (!item) return;
  const { rows, position } = item;
  for (const row of rows) sequence.remove(row);
  if (!('anchor' in position)) return sequence.addAt(position.at, rows);
  const side = position.at === 'before' ? 'first' : 'last';
  const anchor = sequence.outermost(side, position.anchor);
  if (anchor === undefined) return sequence.addAt('end', rows);
  if (position.at === 'before' || !removed.has(anchor)) {
    return sequence.addNextTo(position.at, anchor, rows);
  }
  sequence.addNextTo('after', followers.get(anchor) ?? anchor, rows);
  followers.set(anchor, rows.at(-1) ?? anchor);
}

function anchorOf(item: OrderedConnect | undefined): RowGroup {
  return item && 'anchor' in item.position ? item.position.anchor : [];
}
