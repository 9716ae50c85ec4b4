// Runs hooks before and after the rows of a write, which waits for them inside its transaction, and applies their changes to
// the response.
import { isJsonObject } from '../../base/json.ts';
import type { EntryObject } from '../../query/object-builder.ts';
import type { ContentType } from '../../schema/types.ts';
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import { NO_HOOKS, type ResponseChanges, type RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';

/** True if hooks may run during a write. */
export function hasHooks({ context: { registry }, type, hooks }: WriteOperation): boolean {
  if (hooks === NO_HOOKS.rows) return false;
  if (hooks.has(type.uid)) return true;
  for (const uid of registry.components.keys()) if (hooks.has(uid)) return true;
  return false;
}

/** A row to be written. */
export type RowWrite = Pick<RowEvent, 'action' | 'uid' | 'row'> &
  Partial<Pick<RowEvent, 'copyOf' | 'copied' | 'isFirst'>> & {
    readonly components?: ReadonlyMap<string, ValueOf<RowEvent['components']>>;
    readonly values?: Iterable<readonly [string, ValueOf<RowEvent['values']>]>;
    readonly relations?: Iterable<readonly [string, ValueOf<RowEvent['relations']>]>;
  };

type ValueOf<M> = M extends ReadonlyMap<string, infer V> ? V : never;

/** Runs the hooks before a row. @returns the event with their changes; null if the row has no hooks */
export function* beforeRow(
  { hooks, by, responseRead, context }: WriteOperation,
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
    components: new Map(written.components),
    responseRead: context.registry.components.has(uid) ? null : responseRead,
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

/** Runs the hooks after a row. @param event The result of `beforeRow` @param row Id of the written row */
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
      if (changed && row !== null && event.responseRead) changes.set(row, changed);
    },
    timeout: hooks.timeout,
  };
}

/**
 * Applies changes of hooks to an entry. Attributes that are not part of the response are ignored.
 * @param entry Version 4 has the values in `attributes`
 */
export function applyChanges(
  entry: EntryObject,
  changes: ResponseChanges | undefined,
  type: ContentType,
): EntryObject {
  if (!changes) return entry;
  const wrapped = type.attributes.has('attributes') ? null : entry['attributes'];
  const values = isJsonObject(wrapped) ? wrapped : entry;
  const shown = [...changes].filter(([name]) => name in values || !type.attributes.has(name));
  const changed = { ...values, ...Object.fromEntries(shown) };
  return values === entry ? changed : { ...entry, attributes: changed };
}
