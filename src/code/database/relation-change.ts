// Converts relations in row data, which contain row ids, to changes of links for the writer.
import { validationError } from '../../base/errors.ts';
import { stringOf } from '../../base/json.ts';
import { MAX_ROW_ID } from '../../base/limits.ts';
import type { RowChange } from '../../documents/links/link-write.ts';
import { parseRow, typedRow, type LinkedRow } from '../../documents/links/linked-row.ts';
import type { OrderedConnect, RowGroup, RowPosition } from '../../documents/links/order.ts';

/** A reference to a row. */
interface NamedRow {
  readonly id: number;
  /** Set for relations to several types. */
  readonly __type?: string;
}

/** Converts changes of links for code: `{set}`, or `{connect}` and `{disconnect}`, with row ids. */
export function toCodeRelation(change: RowChange): Record<string, NamedRow[]> {
  if (change.kind === 'set') return { set: change.rows.flatMap(namedRows) };
  const { connect, disconnect } = change.change;
  return {
    ...(connect.length > 0 ? { connect: connect.flatMap(({ rows }) => namedRows(rows)) } : {}),
    ...(disconnect.length > 0 ? { disconnect: disconnect.flatMap(namedRows) } : {}),
  };
}

function namedRows(rows: RowGroup): readonly NamedRow[] {
  return rows.map((row) => {
    const { id, uid } = parseRow(row);
    return uid === null ? { id } : { id, __type: uid };
  });
}

/**
 * Parses links from code: an id, an object with an id, a list of these, null, or `set`, `connect` and `disconnect`. @returns
 * null if there is nothing to change
 */
export function toRelationChange(value: unknown): RowChange | null {
  if (value === undefined || typeof value === 'boolean') return null;
  if (!isObject(value) || 'id' in value) return { kind: 'set', rows: rowsIn(value) };
  const { set, connect, disconnect } = value;
  if (set !== undefined && set !== null) return { kind: 'set', rows: rowsIn(set) };
  if ((connect ?? disconnect ?? null) === null) return null;
  const added = itemsOf(connect ?? []).map((item): OrderedConnect => ({
    rows: [rowOf(item)],
    position: positionOf(item),
  }));
  const removed = rowsIn(disconnect ?? []);
  return { kind: 'change', change: { connect: added, disconnect: removed, strict: false } };
}

/** Parses links from code as links to be added: rows in `set` are connected. */
export function toAddition(value: unknown): RowChange | null {
  const change = toRelationChange(value);
  if (change?.kind !== 'set') return change;
  const connect = change.rows.map((rows): OrderedConnect => ({ rows, position: positionOf(null) }));
  return { kind: 'change', change: { connect, disconnect: [], strict: false } };
}

function rowsIn(value: unknown): readonly RowGroup[] {
  return itemsOf(value).map((item) => [rowOf(item)]);
}

/** @throws ValidationError unless it is a row id or an object with one */
function rowOf(item: unknown): LinkedRow {
  const named = isObject(item) ? item['id'] : item;
  const isText = typeof named === 'string' && named.trim() !== '';
  const id = typeof named === 'number' || isText ? Number(named) : Number.NaN;
  if (!Number.isInteger(id) || id > MAX_ROW_ID) {
    throw validationError(`Invalid id, expected a string or integer, got ${stringOf(item)}`);
  }
  const type = isObject(item) ? item['__type'] : undefined;
  return typeof type === 'string' ? typedRow(id, type) : id;
}

function positionOf(item: unknown): RowPosition {
  const position = isObject(item) && isObject(item['position']) ? item['position'] : {};
  if (position['start'] === true) return { at: 'start' };
  for (const at of ['before', 'after'] as const) {
    if ((position[at] ?? null) === null) continue;
    const anchor = rowOf(position[at]);
    return { at, anchor: [anchor], shown: JSON.stringify({ [at]: anchor }) };
  }
  return { at: 'end' };
}

function itemsOf(value: unknown): readonly unknown[] {
  if (value === null) return [];
  return Array.isArray(value) ? value.filter((item) => item !== null) : [value];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
