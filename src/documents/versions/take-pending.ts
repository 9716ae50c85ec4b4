// In charge of links that stand ready to a document that can belong to one other only: the last one that is published
// gets it, as it would if the document were published (spec/write.md section 9.5).
import type { Writing } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import { readSameness } from '../links/present-links.ts';
import type { WriteContext } from '../write-context.ts';
import type { NewLink } from './insert-links.ts';
import { inverseName, modelLink } from './model-links.ts';
import {
  pendingLinksOf,
  pendingLinksTo,
  removePendingLinks,
  type PendingLink,
  type StoredPendingLink,
} from './pending-links.ts';

/** Takes targets of pending links away from the pending links of other documents. */
export function* takePending(context: WriteContext, links: readonly PendingLink[]): Writing<void> {
  const exclusive = links.filter(
    ({ source, attribute }) => modelLink(context, source.uid, attribute)?.place.exclusive,
  );
  for (const [uid, group] of groupedBy(exclusive, ({ target }) => target.uid)) {
    const documents = [...new Set(group.map(({ target }) => target.documentId))];
    const byTarget = groupedBy(yield* pendingLinksTo(context, uid, documents), keyOf);
    const rivals = group.flatMap((link) =>
      (byTarget.get(keyOf(link)) ?? []).map((other) => ({ id: link.source.id, other })),
    );
    yield* removeRivals(context, rivals);
  }
}

/** Forgets what rows wait for that belong to one other only, and get it now. */
export function* endWaiting(context: WriteContext, added: readonly NewLink[]): Writing<void> {
  const taken = added.filter(({ link: { place } }) => place.exclusive);
  const waiting = yield* pendingLinksOf(context, [...new Set(taken.map(({ far }) => far))]);
  if (waiting.length === 0) return;
  const names = new Set(
    taken.flatMap(({ link: { attribute }, far, target }) => {
      const name = inverseName(attribute);
      return name === undefined ? [] : [`${target} ${far} ${name}`];
    }),
  );
  const gone = waiting.filter(({ source: { uid, id }, attribute }) =>
    names.has(`${uid} ${id} ${attribute}`),
  );
  yield* removePendingLinks(context, gone);
}

interface Rival {
  /** The row that gets the target. */
  readonly id: number;
  /** Another link of the same attribute to it. */
  readonly other: StoredPendingLink;
}

/** The rows of one document may all be linked to it. */
function* removeRivals(context: WriteContext, rivals: readonly Rival[]): Writing<void> {
  for (const [uid, group] of groupedBy(rivals, ({ other }) => other.source.uid)) {
    const rows = [...new Set(group.flatMap(({ id, other }) => [id, other.source.id]))];
    const table = context.layout.table(uid);
    const isSame = yield* readSameness(context, { table, rows }, ['document_id']);
    const gone = group.filter(
      ({ id, other: { source } }) => id !== source.id && !isSame(id, source.id),
    );
    yield* removePendingLinks(
      context,
      gone.map(({ other }) => other),
    );
  }
}

function keyOf({ source, attribute, target }: PendingLink): string {
  return JSON.stringify([source.uid, attribute, target.documentId, target.locale, target.status]);
}
