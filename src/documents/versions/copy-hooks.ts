// Runs hooks of copies, and writes the changes of the hooks to the copies.
import type { InteractiveWriteSteps, WriteSteps } from '../../storage/session.ts';
import { isLinked } from '../check/linked-attribute.ts';
import { updateEntries } from '../rows/entry-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { beforeRow, hasHooks } from '../rows/row-hooks.ts';
import { writeLinks } from '../links/write-links.ts';
import type { WriteContext } from '../write-context.ts';
import type { RowEvent } from '../write-hooks.ts';
import type { WriteOperation } from '../write-operation.ts';
import type { ModelCopies, RowCopy } from './copies.ts';

/** A copy whose model has hooks. */
export interface HookedCopy {
  readonly uid: string;
  readonly copy: RowCopy;
  readonly event: RowEvent;
}

/** Runs the hooks before copies are inserted: those of components first, starting with the innermost. */
export function* beforeCopies(
  operation: WriteOperation,
  copies: readonly ModelCopies[],
): InteractiveWriteSteps<readonly HookedCopy[]> {
  if (!hasHooks(operation)) return [];
  const hooked: HookedCopy[] = [];
  for (const { uid, copies: group } of copies.toReversed()) {
    for (const copy of group) {
      const created = { action: 'create', uid, row: null, copyOf: copy.from } as const;
      const event = yield* beforeRow(operation, created);
      if (event) hooked.push({ uid, copy, event });
    }
  }
  return hooked;
}

/** Writes the values that hooks changed, after the copies are inserted. */
export function* writeChangedValues(
  context: WriteContext,
  hooked: readonly HookedCopy[],
): WriteSteps<void> {
  const changed = hooked.filter(({ copy, event }) => copy.to !== 0 && event.values.size > 0);
  for (const [uid, group] of groupBy(changed, (each) => each.uid)) {
    yield* updateEntries(
      context,
      uid,
      group.map(({ copy, event }) => ({ id: copy.to, values: event.values })),
    );
  }
}

/** Writes the links that hooks changed, after those of the sources are copied. */
export function* writeChangedLinks(
  context: WriteContext,
  hooked: readonly HookedCopy[],
): WriteSteps<void> {
  for (const { uid, copy, event } of hooked) {
    for (const [name, change] of event.relations) {
      const attribute = context.registry.attribute(uid, name);
      if (copy.to === 0 || !attribute || !isLinked(attribute)) continue;
      yield* writeLinks(context, { uid, attribute }, [{ row: copy.to, created: false, change }]);
    }
  }
}
