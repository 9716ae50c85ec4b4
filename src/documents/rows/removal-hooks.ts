// Runs hooks before rows and their components are removed.
import type { InteractiveWriteSteps } from '../../storage/session.ts';
import { beforeRow, hasHooks } from './row-hooks.ts';
import { componentsIn, readSlotsOf, type SlotsOf } from '../components/stored-components.ts';
import type { RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';

/** Rows of a model to be removed. */
interface Removal {
  readonly uid: string;
  readonly rows: readonly number[];
  /** Their components; absent if they were not read. */
  readonly slotsOf?: SlotsOf;
}

/** Runs the hooks of rows, then those of their components. @returns the events in that order */
export function* beforeRemoval(
  operation: WriteOperation,
  { uid, rows, slotsOf }: Removal,
): InteractiveWriteSteps<readonly (RowEvent | null)[]> {
  if (rows.length === 0 || !hasHooks(operation)) return [];
  const events: (RowEvent | null)[] = [];
  for (const row of rows) events.push(yield* beforeRow(operation, { action: 'delete', uid, row }));
  const { context } = operation;
  const slots = slotsOf ?? (yield* readSlotsOf(context, uid, rows));
  for (const [part, parts] of componentsIn(context, { uid, rows, slotsOf: slots })) {
    for (const row of parts) {
      events.push(yield* beforeRow(operation, { action: 'delete', uid: part, row }));
    }
  }
  return events;
}
