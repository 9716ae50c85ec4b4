// In charge of the order of links: the rows that one row is linked to, after a connect and a disconnect with positions
// (spec/write.md section 9.3, decision D12).
import { validationError } from '../base/errors.ts';
import { RowSequence } from './links/row-sequence.ts';

/** The rows of one target, which stay together: one, or the draft and the published row of a document. */
export type RowGroup = readonly number[];

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
 * @param current Distinct row ids, in order
 * @throws AppError 400 `ValidationError`: a target twice in `connect`, beside itself, beside one that is neither linked
 * nor connected, or two beside each other of which none is linked
 */
export function reorder(current: readonly number[], change: OrderChange): readonly number[] {
  const sequence = new RowSequence(current);
  const items = distinctConnects(change.connect);
  const connected = placesByRow(items);
  const isLinked = (row: number): boolean => sequence.has(row);
  const inTurn = anchorsFirst(items.length, newAnchors({ items, connected, isLinked }, change));
  for (const index of inTurn) place(sequence, items[index]);
  const gone = new Set(change.disconnect.flat().filter((row) => !connected.has(row)));
  return sequence.toArray().filter((row) => !gone.has(row));
}

/**
 * The items of a connect with each row once.
 * @throws AppError 400 `ValidationError` where a target is connected twice, or beside itself
 */
export function distinctConnects(connect: readonly OrderedConnect[]): readonly OrderedConnect[] {
  const names = new Set<string>();
  const items = new Map<number, OrderedConnect>();
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

function placesByRow(items: readonly OrderedConnect[]): ReadonlyMap<number, number> {
  return new Map(items.flatMap(({ rows }, place) => rows.map((row) => [row, place] as const)));
}

interface Anchors {
  readonly items: readonly OrderedConnect[];
  /** The item of each row that is connected. */
  readonly connected: ReadonlyMap<number, number>;
  readonly isLinked: (row: number) => boolean;
}

/** The items that one wants to stand beside, if they are not linked before. */
function newAnchors(
  { items, connected, isLinked }: Anchors,
  { strict }: Pick<OrderChange, 'strict'>,
): (index: number) => readonly number[] {
  return (index) => {
    const item = items[index];
    const anchor = item ? anchorOf(item) : [];
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

/** Items in the order of their placing: as given, but after their new anchors. A chain may be as long as the request. */
function anchorsFirst(
  length: number,
  anchorsOf: (index: number) => readonly number[],
): readonly number[] {
  const open = new Set<number>();
  const done = new Set<number>();
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
      const anchors = anchorsOf(index);
      if (anchors.some((anchor) => open.has(anchor))) {
        throw validationError(
          'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
        );
      }
      path.push(...anchors.toSorted((a, b) => b - a));
    }
  }
  return [...done];
}

function place(sequence: RowSequence, item: OrderedConnect | undefined): void {
  if (!item) return;
  const { rows, position } = item;
  for (const row of rows) sequence.remove(row);
  if (!('anchor' in position)) return sequence.addAt(position.at, rows);
  const side = position.at === 'before' ? 'first' : 'last';
  const anchor = sequence.outermost(side, position.anchor);
  if (anchor === undefined) sequence.addAt('end', rows);
  else sequence.addBeside(position.at, anchor, rows);
}

function anchorOf({ position }: OrderedConnect): RowGroup {
  return 'anchor' in position ? position.anchor : [];
}
