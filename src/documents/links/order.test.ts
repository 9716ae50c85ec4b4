import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LinkedRow } from './linked-row.ts';
import { reorder, type OrderChange, type OrderedConnect, type RowGroup } from './order.ts';

const at = (end: 'start' | 'end', ...rows: number[]): OrderedConnect => ({
  rows,
  position: { at: end },
});

const beside = (side: 'before' | 'after', anchor: RowGroup, ...rows: number[]): OrderedConnect => ({
  rows,
  position: { at: side, anchor, shown: `{"${side}":${anchor[0]}}` },
});

const before = (anchor: number, row: number): OrderedConnect => beside('before', [anchor], row);
const after = (anchor: number, row: number): OrderedConnect => beside('after', [anchor], row);

const connect = (...items: OrderedConnect[]): OrderChange => ({
  connect: items,
  disconnect: [],
  strict: true,
});

describe('positions', () => {
  const cases: readonly (readonly [
    name: string,
    current: readonly number[],
    change: OrderChange,
    wanted: readonly number[],
  ])[] = [
    ['a new one at the end', [1, 2], connect(at('end', 3)), [1, 2, 3]],
    ['several at the end', [1], connect(at('end', 3), at('end', 2)), [1, 3, 2]],
    ['a linked one to the end', [1, 2, 3], connect(at('end', 1)), [2, 3, 1]],
    ['the last one to the end', [1, 2, 3], connect(at('end', 3)), [1, 2, 3]],
    ['a new one at the start', [1, 2], connect(at('start', 3)), [3, 1, 2]],
    ['several at the start', [1], connect(at('start', 2), at('start', 3)), [3, 2, 1]],
    ['the first one to the start', [1, 2, 3, 4], connect(at('start', 1)), [1, 2, 3, 4]],
    ['the first of an empty list', [], connect(at('start', 1)), [1]],
    ['before one', [1, 2], connect(before(2, 3)), [1, 3, 2]],
    ['after one', [1, 2], connect(after(1, 3)), [1, 3, 2]],
    ['several before one', [1, 2], connect(before(2, 3), before(2, 4)), [1, 3, 4, 2]],
    ['several after one', [1, 2], connect(after(1, 3), after(1, 4)), [1, 4, 3, 2]],
    ['before the next one', [1, 2, 3], connect(before(2, 1)), [1, 2, 3]],
    ['after one that moves first', [1, 2, 3], connect(before(1, 3), after(3, 2)), [3, 2, 1]],
    ['after one that moves later', [1, 2, 3], connect(after(3, 1), at('start', 3)), [3, 2, 1]],
    ['two linked ones next to each other', [1, 2, 3], connect(after(2, 1), after(1, 2)), [1, 2, 3]],
    [
      'next to new ones that come later',
      [],
      connect(before(1, 3), before(2, 1), at('end', 2)),
      [3, 1, 2],
    ],
    [
      'next to new ones that come earlier',
      [],
      connect(at('end', 1), at('end', 2), after(1, 3), after(1, 4)),
      [1, 4, 3, 2],
    ],
  ];

  it.each(cases)('%s', (_name, current, change, wanted) => {
    expect(reorder(current, change)).toEqual(wanted);
  });
});

describe('disconnect', () => {
  it('removes linked rows and ignores others', () => {
    const change = { connect: [], disconnect: [[2], [9]], strict: true };
    expect(reorder([1, 2, 3], change)).toEqual([1, 3]);
  });

  it('keeps a row that is connected as well', () => {
    const change = { connect: [at('end', 1)], disconnect: [[1]], strict: true };
    expect(reorder([1, 2], change)).toEqual([2, 1]);
  });

  it('keeps the position of its row for rows that are positioned next to it', () => {
    const change = { connect: [before(2, 4)], disconnect: [[2]], strict: true };
    expect(reorder([1, 2, 3, 4], change)).toEqual([1, 4, 3]);
  });
});

describe('targets of several rows', () => {
  it('are placed next to all rows of the anchor', () => {
    const list = [11, 12, 21, 22];
    expect(reorder(list, connect(beside('before', [21, 22], 31, 32)))).toEqual([
      11, 12, 31, 32, 21, 22,
    ]);
    expect(reorder(list, connect(beside('after', [11, 12], 31, 32)))).toEqual([
      11, 12, 31, 32, 21, 22,
    ]);
  });

  it('use the first row of the anchor for before, and its last row for after', () => {
    const list = [22, 11, 12, 21];
    expect(reorder(list, connect(beside('before', [21, 22], 3)))).toEqual([3, 22, 11, 12, 21]);
    expect(reorder(list, connect(beside('after', [21, 22], 3)))).toEqual([22, 11, 12, 21, 3]);
  });

  it('are completed and kept together if some of their rows are linked', () => {
    expect(reorder([11, 21], connect(at('start', 21, 22)))).toEqual([21, 22, 11]);
    expect(reorder([11, 21], connect(beside('after', [21, 22], 3)))).toEqual([11, 21, 3]);
  });

  it('follow an anchor whose rows are connected one by one', () => {
    const items = [beside('after', [1, 2], 3), at('end', 1), at('end', 2)];
    expect(reorder([], connect(...items))).toEqual([1, 2, 3]);
  });
});

describe('an anchor that is removed', () => {
  const gone = (rows: readonly number[], ...items: OrderedConnect[]): OrderChange => ({
    ...connect(...items),
    disconnect: rows.map((row) => [row]),
  });

  it.each<[string, OrderChange, readonly number[]]>([
    ['is replaced by a row next to it', gone([2], after(2, 5)), [1, 5, 3, 4]],
    ['keeps the order of rows before it', gone([2], before(2, 5), before(2, 6)), [1, 5, 6, 3, 4]],
    ['keeps the order of rows after it', gone([2], after(2, 5), after(2, 6)), [1, 5, 6, 3, 4]],
    [
      'keeps rows on both sides',
      gone([2], after(2, 5), before(2, 6), after(2, 4)),
      [1, 6, 5, 4, 3],
    ],
    ['may be the last', gone([4], after(4, 5), after(4, 6)), [1, 2, 3, 5, 6]],
  ])('%s', (_name, change, wanted) => {
    expect(reorder([1, 2, 3, 4], change)).toEqual(wanted);
  });
});

describe('circles', () => {
  const list = [1, 2, 3];

  it.each<[string, readonly OrderedConnect[]]>([
    ['of new rows', [after(5, 4), after(4, 5)]],
    ['closed by a linked row', [after(4, 1), after(1, 4)]],
    ['closed by a linked row, over several', [after(4, 1), after(5, 4), after(1, 5)]],
    [
      'closed by a linked row, while another has no position',
      [after(1, 4), after(4, 1), at('end', 6)],
    ],
  ])('%s are rejected', (_name, items) => {
    expect(() => reorder(list, connect(...items))).toThrow('circular reference');
  });

  it.each<[string, readonly OrderedConnect[], readonly number[]]>([
    ['of linked rows', [after(2, 1), after(1, 2), at('end', 6)], [1, 2, 3, 6]],
    ['with two linked rows', [after(4, 1), after(2, 4), before(1, 2)], [4, 2, 1, 3]],
    ['in which each anchor has a position', [after(1, 4), after(4, 1)], [4, 1, 2, 3]],
  ])('%s are resolved in order', (_name, items, wanted) => {
    expect(reorder(list, connect(...items))).toEqual(wanted);
  });
});

describe('rejects', () => {
  const cases: readonly (readonly [message: string, change: OrderChange])[] = [
    [
      'There was a problem connecting relation with id 3 at position {"before":4}. The relation with id 4 needs to be connected first.',
      connect(before(4, 3)),
    ],
    [
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
      connect(after(5, 4), after(4, 5)),
    ],
    [
      'A circular reference was found in the connect array. One relation is trying to connect before/after another one that is trying to connect before/after it',
      { ...connect(after(5, 4), after(6, 5), before(4, 6)), strict: false },
    ],
    [
      'The relation with id 4 is already connected. You cannot connect the same relation twice.',
      connect(at('start', 4), at('end', 4)),
    ],
    [
      'The relation with id 2 is already connected. You cannot connect the same relation twice.',
      connect(at('start', 1, 2), at('end', 2)),
    ],
    ['The relation with id 1 cannot be positioned relative to itself.', connect(before(1, 1))],
    ['The relation with id 4 cannot be positioned relative to itself.', connect(after(4, 4))],
  ];

  it.each(cases)('%s', (message, change) => {
    expect(() => reorder([1, 2], change)).toThrowError(
      expect.objectContaining({ name: 'ValidationError', status: 400, message, details: {} }),
    );
  });

  it('merges two names of one row at one position', () => {
    const both = { ...at('end', 3, 4), name: 'x' };
    const draft = { ...at('end', 3), name: 'x draft' };
    expect(reorder([1], connect(both, draft))).toEqual([1, 3, 4]);
    expect(reorder([1], connect(draft, at('end', 2), both))).toEqual([1, 3, 2, 4]);
    for (const other of [
      { ...draft, name: 'x' },
      { ...at('start', 3), name: 'x draft' },
    ]) {
      expect(() => reorder([1], connect(both, other))).toThrow('already connected');
    }
  });

  it('appends items without an anchor if strict is off', () => {
    const change = { ...connect(before(4, 3), at('end', 5)), strict: false };
    expect(reorder([1, 2], change)).toEqual([1, 2, 3, 5]);
  });
});

/** Documents of one to three rows: document 3 has the rows 30, 31 and 32. */
const groupOf = (document: number): number[] =>
  Array.from({ length: 1 + (document % 3) }, (_, i) => document * 10 + i);

const someOf = (document: number): fc.Arbitrary<number[]> =>
  fc.subarray(groupOf(document), { minLength: 1 });

const documents = fc.integer({ min: 1, max: 12 });
const target = documents.chain(someOf);
const position = fc.oneof(
  fc.constantFrom({ at: 'start' } as const, { at: 'end' } as const),
  fc.record({
    at: fc.constantFrom('before' as const, 'after' as const),
    anchor: documents.map(groupOf),
    shown: fc.constant('{}'),
  }),
);
const changes: fc.Arbitrary<OrderChange> = fc.record({
  connect: fc.array(fc.record({ rows: target, position }), { maxLength: 8 }),
  disconnect: fc.array(target, { maxLength: 4 }),
  strict: fc.boolean(),
});

/** The rule as it reads, on arrays; a rejection is null. */
function reorderNaively(
  current: RowGroup,
  { connect: items, disconnect, strict }: OrderChange,
): RowGroup | null {
  const connected = items.flatMap(({ rows }) => rows);
  if (new Set(connected).size < connected.length) return null;
  const named = ({ position: where }: OrderedConnect): RowGroup =>
    'anchor' in where ? where.anchor : [];
  if (items.some((item) => item.rows.some((row) => named(item).includes(row)))) return null;
  const anchorOf = (item: OrderedConnect): RowGroup => {
    const [first = -1] = named(item);
    const isThere = current.includes(first) || connected.includes(first);
    return isThere ? named(item) : named(item).slice(0, 1);
  };

  const turn: OrderedConnect[] = [];
  const holdersOf = (item: OrderedConnect): readonly OrderedConnect[] =>
    items.filter(({ rows }) => rows.some((row) => anchorOf(item).includes(row)));
  const isAsGiven = items.every(
    (item, i) =>
      anchorOf(item).some((row) => current.includes(row)) ||
      holdersOf(item).some((holder) => items.indexOf(holder) < i),
  );
  const visit = (item: OrderedConnect, path: readonly OrderedConnect[]): boolean => {
    if (path.includes(item)) return false;
    if (!isAsGiven && holdersOf(item).some((holder) => path.includes(holder))) return false;
    if (turn.includes(item)) return true;
    const anchor = anchorOf(item);
    if (anchor.length > 0 && !anchor.some((row) => current.includes(row))) {
      const holders = holdersOf(item);
      if (holders.length === 0 && strict) return false;
      if (!holders.every((holder) => visit(holder, [...path, item]))) return false;
    }
    if (!turn.includes(item)) turn.push(item);
    return true;
  };
  if (!items.every((item) => visit(item, []))) return null;

  let list = [...current];
  const gone = disconnect.flat().filter((row) => !connected.includes(row));
  const lastAfter = new Map<LinkedRow, LinkedRow>();
  for (const item of turn) {
    const { rows, position: where } = item;
    list = list.filter((row) => !rows.includes(row));
    const places = anchorOf(item)
      .filter((row) => list.includes(row))
      .map((row) => list.indexOf(row));
    let index = where.at === 'start' ? 0 : list.length;
    if (places.length > 0 && where.at === 'before') index = Math.min(...places);
    if (places.length > 0 && where.at === 'after') {
      const anchor = list[Math.max(...places)] ?? -1;
      const last = lastAfter.get(anchor) ?? anchor;
      index = list.indexOf(last) + 1;
      if (gone.includes(anchor)) lastAfter.set(anchor, rows.at(-1) ?? anchor);
    }
    list.splice(index, 0, ...rows);
  }
  return list.filter((row) => !gone.includes(row));
}

function reorderOrNull(current: RowGroup, change: OrderChange): RowGroup | null {
  try {
    return reorder(current, change);
  } catch {
    return null;
  }
}

describe('any sequence of changes', () => {
  it('matches a naive implementation on arrays', () => {
    fc.assert(
      fc.property(fc.array(changes, { minLength: 1, maxLength: 12 }), (sequence) => {
        let list: RowGroup = [];
        for (const change of sequence) {
          const wanted = reorderNaively(list, change);
          expect(reorderOrNull(list, change)).toEqual(wanted);
          list = wanted ?? list;
        }
      }),
      { numRuns: 3000 },
    );
  });

  it('keeps the order of a list that is longer than one chunk', () => {
    const length = 3000;
    const list = Array.from({ length }, (_, i) => i);
    const rows = fc.integer({ min: 0, max: length + 50 }).map((row) => [row]);
    const item = fc.record({
      rows,
      position: fc.oneof(
        fc.constantFrom({ at: 'start' } as const, { at: 'end' } as const),
        fc.record({
          at: fc.constantFrom('before' as const, 'after' as const),
          anchor: fc.array(fc.integer({ min: 0, max: length - 1 }), {
            minLength: 1,
            maxLength: 3,
          }),
          shown: fc.constant('{}'),
        }),
      ),
    });
    const change = fc.record({
      connect: fc.uniqueArray(item, { maxLength: 60, selector: ({ rows: [row] }) => row }),
      disconnect: fc.array(rows, { maxLength: 5 }),
      strict: fc.boolean(),
    });
    fc.assert(
      fc.property(change, (each) => {
        expect(reorderOrNull(list, each)).toEqual(reorderNaively(list, each));
      }),
      { numRuns: 60 },
    );
  });

  it('places next to a draft and its published row only if the draft is linked', () => {
    const item = {
      rows: [9],
      position: { at: 'after', anchor: [1, 2], shown: '{"after":1}' },
    } as const;
    const change = { connect: [item], disconnect: [], strict: true };
    expect(reorder([1, 2, 3], change)).toEqual([1, 2, 9, 3]);
    expect(() => reorder([2, 3], change)).toThrow('needs to be connected first');
    expect(reorder([2, 3], { ...change, strict: false })).toEqual([2, 3, 9]);
  });

  it('inserts thousands of items at one position, in order', () => {
    const current = Array.from({ length: 2000 }, (_, i) => i);
    const items = Array.from({ length: 5000 }, (_, i) => beside('after', [999, 5000], 10_000 + i));
    const list = reorder(current, connect(...items));
    expect(list.slice(1000, 6000)).toEqual(items.flatMap(({ rows }) => rows).toReversed());
    expect([...list.slice(0, 1000), ...list.slice(6000)]).toEqual(current);
  });

  it('follows a chain of anchors as long as a request', () => {
    const items = Array.from({ length: 20_000 }, (_, i) => before(i + 1, i));
    const list = reorder([], connect(...items, at('end', 20_000)));
    expect(list).toEqual(Array.from({ length: 20_001 }, (_, i) => i));
  });
});
