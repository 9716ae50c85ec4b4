// In charge of publishing drafts (spec/lifecycle.md section 5): they are checked, copied in the place of what was
// published, and found by the links that waited for them.
import type { ContentType } from '../../schema/types.ts';
import type { Writing } from '../../storage/database.ts';
import { newRow, type DocumentRow } from '../document-rows.ts';
import { readPlacesIn } from '../placed-components.ts';
import { removeRows } from '../remove.ts';
import { assertPublishable } from '../validity.ts';
import type { WriteContext } from '../write-context.ts';
import { applyPending } from './apply-pending.ts';
import { removePendingLinksOf } from './pending-links.ts';
import { replaceRows } from './replace-rows.ts';

/** Drafts of a document that are published, and all rows that it has besides. */
export interface Publication {
  readonly drafts: readonly DocumentRow[];
  readonly rows: readonly DocumentRow[];
}

/** Publishes drafts of one document. @returns the ids of the published rows, in the order of the drafts. @throws ValidationError */
export function* publishRows(
  context: WriteContext,
  type: ContentType,
  { drafts, rows }: Publication,
): Writing<readonly number[]> {
  if (drafts.length === 0) return [];
  const locales = new Set(drafts.map(({ locale }) => locale));
  const old = rows.filter(({ isDraft, locale }) => !isDraft && locales.has(locale));
  const read = [...drafts, ...old].map(({ id }) => id);
  const placesIn = yield* readPlacesIn(context, type.uid, read);
  yield* assertPublishable(context, { type, placesIn }, drafts);
  const taken = new Set<number>();
  const replaced = drafts.map(({ id, locale }) => {
    const row = old.find((each) => each.locale === locale && !taken.has(each.id));
    if (row) taken.add(row.id);
    return { from: id, replaced: row?.id ?? null };
  });
  const ids = yield* replaceRows(context, { type, status: 'published', placesIn }, replaced);
  // Another program may have published a version twice: only one is there afterwards.
  const gone = old.flatMap(({ id }) => (taken.has(id) ? [] : [id]));
  if (gone.length > 0) yield* removePendingLinksOf(context, type.uid, gone);
  yield* removeRows(context, { uid: type.uid, ids: gone }, placesIn);
  const published = drafts.map((draft, i) => newRow(ids[i] ?? 0, { ...draft, isDraft: false }));
  yield* applyPending(context, type.uid, published);
  return ids;
}
