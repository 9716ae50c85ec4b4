// Reads the components of rows on all levels, once for each write: to change, check, copy and remove them.
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { componentFields, readSlots, type ComponentSlot } from './component-slots.ts';
import { groupBy } from '../../base/group-by.ts';
import type { WriteContext } from '../write-context.ts';

/** Returns the component slots of a row, in order. The row must have been read, or be a component of such a row. */
export type SlotsOf = (uid: string, row: number) => readonly ComponentSlot[];

/** Slots by model and row. */
type SlotIndex = Map<string, Map<number, readonly ComponentSlot[]>>;

/** Rows of a model, and the component attributes to read; null for all. */
interface ReadRows {
  readonly uid: string;
  readonly rows: readonly number[];
  readonly fields: readonly string[] | null;
}

/** Reads all components of rows. */
export function readSlotsOf(
  context: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<SlotsOf> {
  return readSlotsOfFields(context, { uid, rows, fields: null });
}

/**
 * Reads the components in attributes of rows on all levels: one statement for each table of slots on each level. Cycles are
 * removed.
 */
export function* readSlotsOfFields(
  context: WriteContext,
  { uid, rows, fields }: ReadRows,
): WriteSteps<SlotsOf> {
  const own = fields ?? componentFields(context, uid);
  if (own.length === 0) return NO_SLOTS;
  const index: SlotIndex = new Map();
  let hasRepeated = false;
  let level: ReadonlyMap<string, readonly number[]> = new Map([[uid, rows]]);
  while (level.size > 0) {
    const models = [...level].flatMap(([model, ids]) => {
      const read = model === uid ? own : componentFields(context, model);
      if (read.length === 0) return [];
      const owners = index.get(model) ?? new Map<number, readonly ComponentSlot[]>();
      index.set(model, owners);
      const unread = ids.filter((id) => !owners.has(id));
      hasRepeated ||= unread.length < ids.length;
      return [{ owners, unread, steps: readSlots(context, { uid: model, fields: read }, unread) }];
    });
    const found = yield* concurrently(models.map(({ steps }) => steps));
    for (const [i, { owners, unread }] of models.entries()) {
      const own = groupBy(found[i] ?? [], ({ owner }) => owner);
      for (const id of unread) owners.set(id, own.get(id) ?? NONE);
    }
    level = componentRows(context, found.flat());
  }
  if (hasRepeated) removeCycles(index, uid, rows);
  return (model, row) => index.get(model)?.get(row) ?? NONE;
}

/** The slots of rows without components, and of new rows. */
export const NO_SLOTS: SlotsOf = () => NONE;

/** Removes cycles: another program may have added a component to itself or to one of its components. */
function removeCycles(index: SlotIndex, uid: string, rows: readonly number[]): void {
  const above = new Set<string>();
  const seen = new Set<string>();
  const staysIn = (model: string, row: number): boolean => {
    const key = `${model} ${row}`;
    if (seen.has(key)) return !above.has(key);
    seen.add(key);
    above.add(key);
    const owners = index.get(model);
    const slots = owners?.get(row) ?? NONE;
    owners?.set(
      row,
      slots.filter(({ type, component }) => staysIn(type, component)),
    );
    above.delete(key);
    return true;
  };
  for (const row of rows) staysIn(uid, row);
}

/** Rows of a model and their components. */
export interface RowsWithSlots {
  readonly uid: string;
  readonly rows: readonly number[];
  readonly slotsOf: SlotsOf;
}

/** The ids of all components of rows on all levels, by uid. */
export function componentsIn(
  context: WriteContext,
  { uid, rows, slotsOf }: RowsWithSlots,
): ReadonlyMap<string, readonly number[]> {
  const found = new Map<string, number[]>();
  const collect = (owner: string, ids: readonly number[]): void => {
    const slots: ComponentSlot[] = [];
    for (const id of ids) for (const slot of slotsOf(owner, id)) slots.push(slot);
    for (const [part, parts] of componentRows(context, slots)) {
      found.set(part, [...(found.get(part) ?? []), ...parts]);
      collect(part, parts);
    }
  };
  collect(uid, rows);
  return found;
}

/** The ids of components by uid. Components that are no longer part of the schema are ignored. */
export function componentRows(
  { registry }: WriteContext,
  slots: readonly Pick<ComponentSlot, 'component' | 'type'>[],
): ReadonlyMap<string, readonly number[]> {
  const groups = [...groupBy(slots, ({ type }) => type)];
  return new Map(
    groups.flatMap(([uid, group]) =>
      registry.components.has(uid) ? [[uid, group.map(({ component }) => component)] as const] : [],
    ),
  );
}

const NONE: readonly ComponentSlot[] = [];
