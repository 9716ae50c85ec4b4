// In charge of the order of links: the rows that one row is linked to, after a connect and a disconnect with positions
// (docs/strapi/writing.md, "Order and positions"; D12).
import { validationError } from '../base/errors.ts';
import type { LinkedRow } from './links/linked-row.ts';
import { RowSequence } from './links/row-sequence.ts';

/** The rows of one target, which stay together: one, or the draft and the published row of a document. */
export type RowGroup = readonly LinkedRow[];

/** Where rows go: `start` is first, `end` last, the others directly beside all rows of the anchor. */
export type RowPosition =
  | { readonly at: 'start' | 'end' }
  | {
      readonly at: 'before' | 'after';
      readonly anchor: RowGroup;
      /** The position as an error shows it: `{"before":4,"locale":"en"}`. */
      readonly shown: string;
    };

export interface OrderedConnect {
  readonly rows: RowGroup;
  readonly position: RowPosition;
  /**
   * What the client called the target: documentId, locale and status. Two names at one position may lead to one row;
   * the same name twice, or none, may not.
   */
  readonly name?: string;
}

export interface OrderChange {
  /** Placed one after another; rows that are linked already are moved. */
  readonly connect: readonly OrderedConnect[];
  /** Removed, unless they are connected as well. */
  readonly disconnect: readonly RowGroup[];
  /** False puts a row whose anchor is missing at the end. */
  readonly strict: boolean;
}

/**
 * The rows that one row is linked to after a change.
 * @param current Distinct rows, in order
 * @throws AppError 400 `ValidationError`: a target twice in `connect`, beside itself, beside one that is neither linked
 * nor connected, or several beside each other in a circle of which one is linked at most
 */
export function reorder(current: readonly LinkedRow[], change: OrderChange): readonly LinkedRow[] {
  const sequence = new RowSequence(current);
  const items = withAnchors(distinctConnects(change.connect), sequence);
  const connected = placesByRow(items);
  const isLinked = (row: LinkedRow): boolean => sequence.has(row);
  const inTurn = placingOrder({ items, connected, isLinked }, change);
  const gone = new Set(change.disconnect.flat().filter((row) => !connected.has(row)));
  const followers = new Map<LinkedRow, LinkedRow>();
  for (const index of inTurn) place({ sequence, gone, followers }, items[index]);
  return sequence.toArray().filter((row) => !gone.has(row));
}

/**
 * Of a draft and a published row the first one says whether the anchor is there (docs/strapi/publishing.md,
 * "Links between versions and locales").
 */
function withAnchors(
  items: readonly OrderedConnect[],
  sequence: Pick<RowSequence, 'has'>,
): readonly OrderedConnect[] {
  const connected = placesByRow(items);
  return items.map((item) => {
    const [first, ...others] = anchorOf(item);
    if (first === undefined || others.length === 0 || !('anchor' in item.position)) return item;
    if (sequence.has(first) || connected.has(first)) return item;
    return { ...item, position: { ...item.position, anchor: [first] } };
  });
}

/**
 * The items of a connect with each row once.
 * @throws AppError 400 `ValidationError` where a target is connected twice, or beside itself
 */
export function distinctConnects(connect: readonly OrderedConnect[]): readonly OrderedConnect[] {
  const names = new Set<string>();
  const items = new Map<LinkedRow, OrderedConnect>();
  return connect.flatMap((item) => {
    const self = anchorOf(item).find((row) => item.rows.includes(row));
    if (self !== undefined) {
      throw validationError(`The relation with id ${self} cannot be connected beside itself.`);
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

function placesByRow(items: readonly OrderedConnect[]): ReadonlyMap<LinkedRow, number> {
  return new Map(items.flatMap(({ rows }, place) => rows.map((row) => [row, place] as const)));
}

interface Anchors {
  readonly items: readonly OrderedConnect[];
  /** The item of each row that is connected. */
  readonly connected: ReadonlyMap<LinkedRow, number>;
  readonly isLinked: (row: LinkedRow) => boolean;
}

/** Items in the order of their placing: as given, but after their new anchors. */
function placingOrder(anchors: Anchors, change: Pick<OrderChange, 'strict'>): readonly number[] {
  const { items, connected, isLinked } = anchors;
  const besideOf = (index: number): readonly number[] =>
    anchorOf(items[index]).flatMap((row) => connected.get(row) ?? []);
  // Where each finds its anchor in its place, nobody asks for circles.
  const isPlaceable = items.every(
    (item, index) =>
      anchorOf(item).some(isLinked) || besideOf(index).some((anchor) => anchor < index),
  );
  if (isPlaceable) return [...items.keys()];
  return anchorsFirst(items.length, { besideOf, newOf: newAnchors(anchors, change) });
}

/** The items that one wants to stand beside, if they are not linked before. */
function newAnchors(
  { items, connected, isLinked }: Anchors,
  { strict }: Pick<OrderChange, 'strict'>,
): (index: number) => readonly number[] {
  return (index) => {
    const item = items[index];
    const anchor = anchorOf(item);
    if (!item || anchor.length === 0 || anchor.some(isLinked)) return [];
    const places = anchor.flatMap((row) => connected.get(row) ?? []);
    if (places.length === 0 && strict && 'shown' in item.position) {
      throw validationError(
        `There was a problem connecting relation with id ${item.rows[0]} at position ${item.position.shown}. The relation with id ${anchor[0]} needs to be connected first.`,
      );
    }
    return places;
  };
}

interface Neighbours {
  /** The items that one wants to stand beside. */
  readonly besideOf: (index: number) => readonly number[];
  /** Those of them that must be placed before. */
  readonly newOf: (index: number) => readonly number[];
}

/** A chain may be as long as the request. A circle that is closed by a linked item is one too. */
function anchorsFirst(length: number, { besideOf, newOf }: Neighbours): readonly number[] {
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
      if (anchors.some((anchor) => isOpen(anchor) || besideOf(anchor).some(isOpen))) {
        throw validationError(
          'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
        );
      }
      path.push(...anchors.toSorted((a, b) => b - a));
    }
  }
  return [...done];
}

interface Placing {
  readonly sequence: RowSequence;
  /** The rows that are taken out in the end. */
  readonly gone: ReadonlySet<LinkedRow>;
  /** Behind an anchor that goes stand those that are placed after it, in the order given: the last of them. */
  readonly followers: Map<LinkedRow, LinkedRow>;
}

function place({ sequence, gone, followers }: Placing, item: OrderedConnect | undefined): void {
  if (!item) return;
  const { rows, position } = item;
  for (const row of rows) sequence.remove(row);
  if (!('anchor' in position)) return sequence.addAt(position.at, rows);
  const side = position.at === 'before' ? 'first' : 'last';
  const anchor = sequence.outermost(side, position.anchor);
  if (anchor === undefined) return sequence.addAt('end', rows);
  if (position.at === 'before' || !gone.has(anchor)) {
    return sequence.addBeside(position.at, anchor, rows);
  }
  sequence.addBeside('after', followers.get(anchor) ?? anchor, rows);
  followers.set(anchor, rows.at(-1) ?? anchor);
}

function anchorOf(item: OrderedConnect | undefined): RowGroup {
  return item && 'anchor' in item.position ? item.position.anchor : [];
}
