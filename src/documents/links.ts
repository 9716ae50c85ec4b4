// In charge of writing the links of relation and media attributes: what is there is read, what is to be is worked out,
// and only the difference is written, in a number of statements that does not depend on how many links there are.
import type { Writing } from '../storage/database.ts';
import { linkDifference } from './links/link-difference.ts';
import { linkPlace, type LinkAttribute, type LinkPlace } from './links/link-place.ts';
import type { LinkWrite } from './links/link-write.ts';
import { readLinks, readLinksOfOthers, type PresentLink } from './links/present-links.ts';
import { storeLinks } from './links/store-links.ts';
import { claimsOf, wantedLinks, type WantedLinks } from './links/wanted-links.ts';
import { isIdle } from './links/wanted-rows.ts';
import type { WriteContext } from './write-context.ts';

export type { LinkWrite, RowChange } from './links/link-write.ts';

/**
 * Writes the links of one attribute, of any number of rows of its model, in a constant number of statements. Where two
 * writes name a row that can belong to one only, the later one gets it.
 * @throws AppError 400 `ValidationError` for positions and repetitions (spec/write.md section 9.3)
 */
export function* writeLinks(
  context: WriteContext,
  attribute: LinkAttribute,
  writes: readonly LinkWrite[],
): Writing<void> {
  const active = writes.filter(({ change }) => !isIdle(change));
  if (active.length === 0 || 'unlinked' in attribute.attribute) return;
  const place = linkPlace(context, attribute);
  const older = active.filter(({ created }) => !created).map(({ row }) => row);
  const present = yield* readLinks(context, place, older);
  const wanted = yield* wantedLinks(context, place, { writes: active, present });
  const taken = yield* readTaken(context, place, { writes: active, wanted });
  // A new row that relations are connected to numbers them from 0 (spec/storage.md section 6, "Order arithmetic").
  const counted = attribute.attribute.kind === 'relation' ? active : [];
  const connected = counted.filter(({ created, change }) => created && change.kind === 'change');
  const fromZero = new Set(connected.map(({ row }) => row));
  const keepsNumbers = context.registry.components.has(attribute.uid);
  const states = { present, wanted, taken, fromZero, keepsNumbers };
  yield* storeLinks(context, place, linkDifference(place, states));
}

/** The links of other rows that end, because their far row belongs to one document only (spec/write.md section 9.5). */
function* readTaken(
  context: WriteContext,
  place: LinkPlace,
  { writes, wanted }: { readonly writes: readonly LinkWrite[]; readonly wanted: WantedLinks },
): Writing<readonly PresentLink[]> {
  // A column of the far row is overwritten.
  if (!place.exclusive || place.rows === 'far') return [];
  const links = yield* readLinksOfOthers(context, place, claimsOf(writes, wanted));
  return links.filter(({ near }) => !wanted.has(near));
}
