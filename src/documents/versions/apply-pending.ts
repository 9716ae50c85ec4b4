// Converts pending links to links when their targets exist (docs/strapi/differences.md, D6, D7).
import type { Registry } from '../../schema/registry.ts';
import type { Database } from '../../storage/database.ts';
import type { WriteSteps } from '../../storage/session.ts';
import type { Layout } from '../../storage/layout/layout.ts';
import { readServedRows } from '../../storage/served-rows.ts';
import { readDefaultLocale } from '../../storage/settings/core-store.ts';
import { rowsOfDocuments, type DocumentRow } from '../rows/document-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import { contextWithoutRules } from '../options/context-without-rules.ts';
import type { WriteContext } from '../write-context.ts';
import { insertLinks, reorderLinks, type NewLink } from './insert-links.ts';
import {
  inverseName,
  modelLink,
  type ModelLink,
  readStoredLinks,
  type StoredLink,
} from './model-links.ts';
import {
  allPendingLinks,
  pendingLinksOf,
  pendingLinksTo,
  readSources,
  removePendingLinks,
  type StoredPendingLink,
} from './pending-links.ts';
import type { DocumentVersion } from './read-versions.ts';

/** A row that may be the target of pending links. */
export interface AwaitedRow extends DocumentVersion {
  readonly id: number;
}

/** Converts the pending links to new rows of a type. @param made The new rows */
export function* applyPending(
  context: WriteContext,
  uid: string,
  made: readonly DocumentRow[],
): WriteSteps<void> {
  const rows = made.flatMap(toAwaited);
  const documents = [...new Set(rows.map(({ documentId }) => documentId))];
  const pending = yield* pendingLinksTo(context, uid, documents);
  yield* applyLinks(context, pending, rows);
}

/** The content model, and the default locale of a database that has none. */
interface StartedModel {
  readonly registry: Registry;
  readonly layout: Layout;
  readonly initialLocale: string;
}

/** Converts the pending links to rows that another program published since the last start. */
export async function applyPendingAtStart(
  { registry, layout, initialLocale }: StartedModel,
  database: Database,
): Promise<void> {
  const { dialect } = database;
  const all = contextWithoutRules({ registry, layout, dialect, defaultLocale: initialLocale });
  const pending = await database.read(allPendingLinks(all));
  if (pending.length > 0) await database.transact(applyAllPending(all));
}

function* applyAllPending(all: WriteContext): WriteSteps<void> {
  const defaultLocale = yield* readDefaultLocale(all.defaultLocale);
  const served = yield* readServedRows(all.registry, defaultLocale);
  const context: WriteContext = { ...all, defaultLocale, served };
  const pending = yield* allPendingLinks(context);
  for (const [uid, group] of groupBy(pending, ({ target }) => target.uid)) {
    if (!context.registry.contentTypes.has(uid)) continue;
    const documents = group.map(({ target }) => target.documentId);
    const found = yield* rowsOfDocuments(context, uid, documents);
    yield* applyLinks(context, group, found.flatMap(toAwaited));
  }
}

interface DueLink {
  readonly pending: StoredPendingLink;
  readonly link: ModelLink | undefined;
  readonly far: number;
}

function* applyLinks(
  context: WriteContext,
  pending: readonly StoredPendingLink[],
  rows: readonly AwaitedRow[],
): WriteSteps<void> {
  const published = new Map(rows.map((row) => [keyOf(row), row.id]));
  const due = pending.flatMap((each): readonly DueLink[] => {
    const far = published.get(keyOf(each.target));
    const { source, attribute } = each;
    return far === undefined
      ? []
      : [{ pending: each, far, link: modelLink(context, source.uid, attribute) }];
  });
  if (due.length === 0) return;
  const exists = yield* readSources(
    context,
    due.flatMap(({ link, pending: each }) => (link ? [each] : [])),
  );
  const candidates = due.flatMap(({ pending: each, far, link: found }): readonly NewLink[] => {
    const { source, target, order, inverseOrder } = each;
    if (!found || !exists(source)) return [];
    const uid = target.uid;
    return [{ link: found, near: source.id, far, target: uid, order, inverseOrder, field: null }];
  });
  const { added, moved } = yield* comparePresent(context, candidates);
  yield* reorderLinks(context, moved);
  yield* insertLinks(context, added);
  yield* removePendingLinks(
    context,
    due.map((each) => each.pending),
  );
}

interface LinkComparison {
  readonly added: readonly NewLink[];
  /** Stored links with their new order. */
  readonly moved: readonly StoredLink[];
}

/**
 * Links that the draft of the target already created get the order of the pending link. A to-one attribute that already has
 * a target gets no other.
 */
function* comparePresent(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<LinkComparison> {
  if (links.length === 0) return { added: [], moved: [] };
  const searches = [...groupBy(links, (each) => each.link)].flatMap(([each, group]) => [
    { link: each, side: 'near' as const, rows: group.map(({ near }) => near) },
    ...(each.storage.exclusive
      ? [{ link: each, side: 'far' as const, rows: group.map(({ far }) => far) }]
      : []),
  ]);
  const present = yield* readStoredLinks(context, searches);
  const bySource = groupBy(present, sourceKey);
  const byTarget = groupBy(present, targetKey);
  const isWaiting = yield* readWaiting(context, links);
  const moved: StoredLink[] = [];
  const added = links.filter((each) => {
    const others = bySource.get(sourceKey(each)) ?? [];
    const same = others.find(({ far, target }) => far === each.far && target === each.target);
    if (same) moved.push({ ...same, order: each.order });
    if (same || (each.link.storage.toOne && others.length > 0)) return false;
    return !each.link.storage.exclusive || !(byTarget.has(targetKey(each)) || isWaiting(each));
  });
  return { added, moved };
}

/** Reads whether a target with one owner has its own pending link, which takes precedence. */
function* readWaiting(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<(link: NewLink) => boolean> {
  const exclusive = links.filter(({ link: { storage } }) => storage.exclusive);
  const waiting = yield* pendingLinksOf(context, [...new Set(exclusive.map(({ far }) => far))]);
  const names = new Set(
    waiting.map(({ source, attribute }) => `${source.uid} ${source.id} ${attribute}`),
  );
  return ({ link: { attribute }, far, target }) => {
    return names.has(`${target} ${far} ${String(inverseName(attribute))}`);
  };
}

function sourceKey({ link: { uid, attribute }, near }: Omit<StoredLink, 'id'>): string {
  return `${uid} ${attribute.name} ${near}`;
}

function targetKey({ link: { uid, attribute }, far }: Omit<StoredLink, 'id'>): string {
  return `${uid} ${attribute.name} ${far}`;
}

function keyOf({ documentId, locale, status }: DocumentVersion): string {
  return JSON.stringify([documentId, locale, status]);
}

function toAwaited({ id, documentId, locale, isDraft }: DocumentRow): readonly AwaitedRow[] {
  const status = isDraft ? 'draft' : 'published';
  return documentId === null ? [] : [{ id, documentId, locale, status }];
}
