// Runs hooks around the rows of a write: the write waits for them, inside its transaction.
import type { InteractiveWriteSteps, Pause } from '../storage/database.ts';
import type { ColumnValue } from './input.ts';
import { NO_HOOKS, type RowEvent } from './write-hooks.ts';
import type { WriteOperation } from './write-operation.ts';

/** True if a write may have to wait for hooks. */
export function isHooked({ context: { registry }, type, hooks }: WriteOperation): boolean {
  if (hooks === NO_HOOKS.rows) return false;
  if (hooks.has(type.uid)) return true;
  for (const uid of registry.components.keys()) if (hooks.has(uid)) return true;
  return false;
}

/** A row that is about to be written. */
export type RowWrite = Pick<RowEvent, 'action' | 'uid' | 'row'> &
  Partial<Pick<RowEvent, 'copyOf'>> & { readonly values?: ReadonlyMap<string, ColumnValue> };

/** Runs the hooks before a row. @returns the event, with what they have changed; null: the row has no hooks */
export function* beforeRow(
  { hooks, by }: WriteOperation,
  { action, uid, row, copyOf = null, values }: RowWrite,
): InteractiveWriteSteps<RowEvent | null> {
  if (!hooks.has(uid)) return null;
  const event: RowEvent = {
    action,
    uid,
    row,
    copyOf,
    values: new Map(values),
    by,
    state: undefined,
  };
  yield pause(`A hook before the ${action} of ${uid}`, () => hooks.before(event));
  return event;
}

/** Runs the hooks after a row. @param event What `beforeRow` returned @param row Id of the row that was written */
export function* afterRow(
  { hooks }: WriteOperation,
  event: RowEvent | null,
  row: number | null = event?.row ?? null,
): InteractiveWriteSteps<void> {
  if (!event) return;
  event.row = row;
  yield pause(`A hook after the ${event.action} of ${event.uid}`, () => hooks.after(event));
}

function pause(name: string, wait: Pause['wait']): Pause {
  return { name, wait };
}
