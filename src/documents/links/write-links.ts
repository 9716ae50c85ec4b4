// Writes the links of relations and media: reads the stored links, computes the desired ones and writes the difference. The
// number of statements does not depend on the number of links.
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { linkDifference, type LinkDifference } from './link-difference.ts';
import { linkStorage, type LinkAttribute, type LinkStorage } from './link-storage.ts';
import type { LinkWrite } from './link-write.ts';
import {
  readLinks,
  readLinksOfOthers,
  type ExistingLink,
  type ExistingLinks,
} from './read-links.ts';
import { storeLinks } from './store-links.ts';
import { claimsOf, desiredLinks, type DesiredLinks } from './desired-links.ts';
import { isUnchanged } from './desired-rows.ts';
import { positionedLinks } from './positioned-links.ts';
import type { WriteContext } from '../write-context.ts';

/**
 * Writes the links of one attribute for any number of rows. If two writes link a row that can have one owner only, the later
 * one wins.
 * @throws ValidationError for positions and repetitions (docs/strapi/writing.md, "Order and positions")
 */
export function* writeLinks(
  context: WriteContext,
  attribute: LinkAttribute,
  writes: readonly LinkWrite[],
): WriteSteps<void> {
  const active = writes.filter(({ change }) => !isUnchanged(change));
  if (active.length === 0 || 'unlinked' in attribute.attribute) return;
  const storage = linkStorage(context, attribute);
  const present = yield* readExisting(context, storage, active);
  const desired = yield* desiredLinks(context, storage, { writes: active, present });
  const [taken, positioned] = yield* concurrently([
    readTaken(context, storage, { writes: active, desired }),
    positionedLinks(context, storage, { writes: active, present }),
  ]);
  // A new row that relations are connected to numbers them from 0 (docs/strapi/storage.md, "Order values").
  const counted = attribute.attribute.kind === 'relation' ? active : [];
  const connected = counted.filter(({ created, change }) => created && change.kind === 'change');
  const fromZero = new Set(connected.map(({ row }) => row));
  const keepsNumbers = context.registry.components.has(attribute.uid);
  const states = { present, desired, taken, positioned, fromZero, keepsNumbers };
  yield* storeLinks(context, storage, keepPublishedLinks(active, linkDifference(storage, states)));
}

/** Reads the links before the writes, by written row. */
function* readExisting(
  context: WriteContext,
  storage: LinkStorage,
  writes: readonly LinkWrite[],
): WriteSteps<ExistingLinks> {
  const older = writes.filter(({ created }) => !created);
  const rows = older.map(({ row }) => row);
  const published = storage.holdsOneVersion
    ? older.flatMap((write) => (write.published ? [[write.row, write.published.row] as const] : []))
    : [];
  if (published.length === 0) return yield* readLinks(context, storage, rows);
  const found = yield* readLinks(context, storage, [...rows, ...published.map(([, row]) => row)]);
  const present = new Map(found);
  for (const [draft, row] of published) {
    present.set(draft, [...(found.get(draft) ?? []), ...(found.get(row) ?? [])]);
  }
  return present;
}

/** Keeps links to a published row until the row is replaced. */
function keepPublishedLinks(
  writes: readonly LinkWrite[],
  difference: LinkDifference,
): LinkDifference {
  const keptIds = new Set(
    writes.flatMap(({ published }) => (published && !published.replaced ? [published.row] : [])),
  );
  if (keptIds.size === 0) return difference;
  return { ...difference, removed: difference.removed.filter(({ near }) => !keptIds.has(near)) };
}

/**
 * Reads the links of other rows to far rows that can have one owner only, which are removed (docs/strapi/writing.md,
 * "Targets with one owner").
 */
function* readTaken(
  context: WriteContext,
  storage: LinkStorage,
  { writes, desired }: { readonly writes: readonly LinkWrite[]; readonly desired: DesiredLinks },
): WriteSteps<readonly ExistingLink[]> {
  // A column of the far row is overwritten.
  if (!storage.exclusive || storage.rows === 'far') return [];
  const links = yield* readLinksOfOthers(context, storage, claimsOf(writes, desired));
  return links.filter(({ near }) => !desired.has(near));
}
