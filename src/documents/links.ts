// In charge of writing the links of relation and media attributes: what is there is read, what is to be is worked out,
// and only the difference is written, in a number of statements that does not depend on how many links there are.
import type { WriteSteps } from '../storage/database.ts';
import { together } from '../storage/together.ts';
import { linkDifference, type LinkDifference } from './links/link-difference.ts';
import { linkPlace, type LinkAttribute, type LinkPlace } from './links/link-place.ts';
import type { LinkWrite } from './links/link-write.ts';
import {
  readLinks,
  readLinksOfOthers,
  type PresentLink,
  type PresentLinks,
} from './links/present-links.ts';
import { storeLinks } from './links/store-links.ts';
import { claimsOf, wantedLinks, type WantedLinks } from './links/wanted-links.ts';
import { isIdle } from './links/wanted-rows.ts';
import { placedLinks } from './links/placed-links.ts';
import type { WriteContext } from './write-context.ts';

export type { LinkWrite, PublishedRow, RowChange } from './links/link-write.ts';

/**
 * Writes the links of one attribute, of any number of rows of its model, in a constant number of statements. Where two
 * writes name a row that can belong to one only, the later one gets it.
 * @throws AppError 400 `ValidationError` for positions and repetitions (docs/strapi/writing.md, "Order and positions")
 */
export function* writeLinks(
  context: WriteContext,
  attribute: LinkAttribute,
  writes: readonly LinkWrite[],
): WriteSteps<void> {
  const active = writes.filter(({ change }) => !isIdle(change));
  if (active.length === 0 || 'unlinked' in attribute.attribute) return;
  const place = linkPlace(context, attribute);
  const present = yield* readPresent(context, place, active);
  const wanted = yield* wantedLinks(context, place, { writes: active, present });
  const [taken, placed] = yield* together([
    readTaken(context, place, { writes: active, wanted }),
    placedLinks(context, place, { writes: active, present }),
  ]);
  // A new row that relations are connected to numbers them from 0 (docs/strapi/storage.md, "Order values").
  const counted = attribute.attribute.kind === 'relation' ? active : [];
  const connected = counted.filter(({ created, change }) => created && change.kind === 'change');
  const fromZero = new Set(connected.map(({ row }) => row));
  const keepsNumbers = context.registry.components.has(attribute.uid);
  const states = { present, wanted, taken, placed, fromZero, keepsNumbers };
  yield* storeLinks(context, place, withoutPublic(active, linkDifference(place, states)));
}

/** The links that are there before the writes, by the row that is written. */
function* readPresent(
  context: WriteContext,
  place: LinkPlace,
  writes: readonly LinkWrite[],
): WriteSteps<PresentLinks> {
  const older = writes.filter(({ created }) => !created);
  const rows = older.map(({ row }) => row);
  const published = place.holdsOneVersion
    ? older.flatMap((write) => (write.published ? [[write.row, write.published.row] as const] : []))
    : [];
  if (published.length === 0) return yield* readLinks(context, place, rows);
  const found = yield* readLinks(context, place, [...rows, ...published.map(([, row]) => row)]);
  const present = new Map(found);
  for (const [draft, row] of published) {
    present.set(draft, [...(found.get(draft) ?? []), ...(found.get(row) ?? [])]);
  }
  return present;
}

/** What leads to a published row stays until the row is replaced. */
function withoutPublic(writes: readonly LinkWrite[], difference: LinkDifference): LinkDifference {
  const kept = new Set(
    writes.flatMap(({ published }) => (published && !published.replaced ? [published.row] : [])),
  );
  if (kept.size === 0) return difference;
  return { ...difference, removed: difference.removed.filter(({ near }) => !kept.has(near)) };
}

/**
 * The links of other rows that end, because their far row belongs to one document only (docs/strapi/writing.md,
 * "Targets with one owner").
 */
function* readTaken(
  context: WriteContext,
  place: LinkPlace,
  { writes, wanted }: { readonly writes: readonly LinkWrite[]; readonly wanted: WantedLinks },
): WriteSteps<readonly PresentLink[]> {
  // A column of the far row is overwritten.
  if (!place.exclusive || place.rows === 'far') return [];
  const links = yield* readLinksOfOthers(context, place, claimsOf(writes, wanted));
  return links.filter(({ near }) => !wanted.has(near));
}
