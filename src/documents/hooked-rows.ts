// Runs hooks around the rows of a write: the write waits for them, inside its transaction.
import type { InteractiveWriteSteps } from '../storage/database.ts';
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
  Partial<Pick<RowEvent, 'copyOf' | 'copied' | 'isFirst' | 'components'>> & {
    readonly values?: Iterable<readonly [string, ValueOf<RowEvent['values']>]>;
    readonly relations?: Iterable<readonly [string, ValueOf<RowEvent['relations']>]>;
  };

type ValueOf<M> = M extends ReadonlyMap<string, infer V> ? V : never;

/** Runs the hooks before a row. @returns the event, with what they have changed; null: the row has no hooks */
export function* beforeRow(
  { hooks, by, answer, context }: WriteOperation,
  { action, uid, row, ...written }: RowWrite,
): InteractiveWriteSteps<RowEvent | null> {
  if (!hooks.has(uid)) return null;
  const event: RowEvent = {
    action,
    uid,
    row,
    copyOf: written.copyOf ?? null,
    copied: written.copied ?? null,
    isFirst: written.isFirst ?? false,
    values: new Map(written.values),
    relations: new Map(written.relations),
    components: written.components ?? new Map(),
    answer: context.registry.components.has(uid) ? null : answer,
    by,
    state: undefined,
  };
  yield {
    name: `A hook before the ${action} of ${uid}`,
    wait: () => hooks.before(event),
    timeout: hooks.timeout,
  };
  return event;
}

/** Runs the hooks after a row. @param event What `beforeRow` returned @param row Id of the row that was written */
export function* afterRow(
  { hooks, changes }: WriteOperation,
  event: RowEvent | null,
  row: number | null = event?.row ?? null,
): InteractiveWriteSteps<void> {
  if (!event) return;
  event.row = row;
  yield {
    name: `A hook after the ${event.action} of ${event.uid}`,
    wait: async () => {
      const changed = await hooks.after(event);
      if (changed && row !== null && event.answer) changes.set(row, changed);
    },
    timeout: hooks.timeout,
  };
}
