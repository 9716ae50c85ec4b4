// Runs hooks before rows are removed with the components in them.
import type { InteractiveWriting } from '../storage/database.ts';
import { beforeRow, isHooked } from './hooked-rows.ts';
import { componentsIn, readPlacesIn, type PlacesIn } from './placed-components.ts';
import type { RowEvent } from './write-hooks.ts';
import type { WriteOperation } from './write-operation.ts';

/** Rows of a model that are going to be removed. */
interface Removal {
  readonly uid: string;
  readonly rows: readonly number[];
  /** What stands in them; absent: it was not read. */
  readonly placesIn?: PlacesIn;
}

/** Runs the hooks before rows are removed, then those of their components. @returns the events, in that order */
export function* beforeRemoval(
  operation: WriteOperation,
  { uid, rows, placesIn }: Removal,
): InteractiveWriting<readonly (RowEvent | null)[]> {
  if (rows.length === 0 || !isHooked(operation)) return [];
  const events: (RowEvent | null)[] = [];
  for (const row of rows) events.push(yield* beforeRow(operation, { action: 'delete', uid, row }));
  const { context } = operation;
  const places = placesIn ?? (yield* readPlacesIn(context, uid, rows));
  for (const [part, parts] of componentsIn(context, { uid, rows, placesIn: places })) {
    for (const row of parts) {
      events.push(yield* beforeRow(operation, { action: 'delete', uid: part, row }));
    }
  }
  return events;
}
