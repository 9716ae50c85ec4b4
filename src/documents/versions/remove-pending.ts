// Removes pending links: when a write removes or replaces the target, another document gets it, or either row is deleted.
import { sharedAttributes } from '../../schema/shared-attributes.ts';
import type { ContentType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { concurrently } from '../../storage/concurrently.ts';
import { isLinked, isToOne } from '../check/linked-attribute.ts';
import { readOwners, type ModelRow } from '../components/component-owners.ts';
import type { PlannedRow } from '../plan/plan-entry.ts';
import type { DocumentRow } from '../rows/document-rows.ts';
import { groupBy } from '../../base/group-by.ts';
import type { TargetInput } from '../input.ts';
import { readRowMatcher } from '../links/read-links.ts';
import type { WriteContext } from '../write-context.ts';
import type { NewLink } from './insert-links.ts';
import {
  hasVersions,
  incomingLinks,
  inverseName,
  modelLink,
  readStoredLinks,
} from './model-links.ts';
import {
  pendingLinksOf,
  pendingLinksOfType,
  pendingLinksTo,
  readSources,
  removePendingLinks,
  toPendingLink,
  type PendingLink,
  type StoredPendingLink,
} from './pending-links.ts';

/** Removes the pending links that writes of rows of one model replace. */
export function* removeReplacedPending(
  context: WriteContext,
  planned: readonly PlannedRow[],
): WriteSteps<void> {
  const written = planned.flatMap(({ input: { uid, relations }, created, id }) => {
    const names = created ? [] : [...relations.keys()];
    return names.some((name) => mayWait(context, uid, name)) ? [{ uid, id, relations }] : [];
  });
  if (written.length === 0) return;
  const rows = new Map(written.map(({ id, relations }) => [id, relations]));
  const waiting = yield* pendingLinksOf(context, [...rows.keys()]);
  const removed = waiting.filter((link) => {
    const { source } = link;
    const relation = rows.get(source.id)?.get(link.attribute);
    if (!relation || source.uid !== written[0]?.uid) return false;
    const attribute = context.registry.attribute(source.uid, link.attribute);
    if (!attribute || !isLinked(attribute)) return false;
    if (!mayWait(context, source.uid, link.attribute)) return false;
    if (relation.kind === 'set' || (isToOne(attribute) && relation.connect.length > 0)) return true;
    return relation.disconnect.some((target) => isNamed(target, link));
  });
  yield* removePendingLinks(context, removed);
}

/** True if an attribute may have pending links: its row is not a draft, and its target has versions. */
function mayWait({ registry }: WriteContext, uid: string, name: string): boolean {
  const model = registry.model(uid);
  if (model.modelType === 'contentType' && model.draftAndPublish) return false;
  const attribute = registry.attribute(uid, name);
  if (!attribute || !isLinked(attribute) || attribute.kind === 'media') return false;
  return attribute.target === undefined || hasVersions(registry.contentType(attribute.target));
}

/** True if a target names that of a pending link. A row id refers to an existing row, so it never does. */
function isNamed(named: TargetInput, { target }: StoredPendingLink): boolean {
  if (named.by === 'id' || named.documentId !== target.documentId) return false;
  const isLocale = named.locale === null || named.locale === (target.locale ?? named.locale);
  return isLocale && (named.status === null || named.status === target.status);
}

/** Removes the pending links of other documents to the same targets, if these can have one owner only. */
export function* removeConflictingPending(
  context: WriteContext,
  links: readonly PendingLink[],
): WriteSteps<void> {
  const exclusive = links.filter(
    ({ source, attribute }) => modelLink(context, source.uid, attribute)?.storage.exclusive,
  );
  const groups = groupBy(exclusive, ({ target }) => target.uid);
  yield* concurrently(Array.from(groups, ([uid, group]) => takeTargets(context, uid, group)));
}

function* takeTargets(
  context: WriteContext,
  uid: string,
  links: readonly PendingLink[],
): WriteSteps<void> {
  const documents = [...new Set(links.map(({ target }) => target.documentId))];
  const byTarget = groupBy(yield* pendingLinksTo(context, uid, documents), keyOf);
  const conflicting = links.flatMap((link) =>
    (byTarget.get(keyOf(link)) ?? []).map((other) => ({ id: link.source.id, other })),
  );
  yield* removeConflicting(context, conflicting);
}

/** Removes the pending links of targets with one owner that new links fulfil. */
export function* removeFulfilledPending(
  context: WriteContext,
  added: readonly NewLink[],
): WriteSteps<void> {
  const claimed = added.filter(({ link: { storage } }) => storage.exclusive);
  const waiting = yield* pendingLinksOf(context, [...new Set(claimed.map(({ far }) => far))]);
  if (waiting.length === 0) return;
  const names = new Set(
    claimed.flatMap(({ link: { attribute }, far, target }) => {
      const name = inverseName(attribute);
      return name === undefined ? [] : [`${target} ${far} ${name}`];
    }),
  );
  const removed = waiting.filter(({ source: { uid, id }, attribute }) =>
    names.has(`${uid} ${id} ${attribute}`),
  );
  yield* removePendingLinks(context, removed);
}

interface ConflictingLink {
  /** The row with the new link. */
  readonly id: number;
  /** Another link of the same attribute to it. */
  readonly other: StoredPendingLink;
}

/** Removes pending links of other documents. Rows of the same document may all keep theirs. */
function* removeConflicting(
  context: WriteContext,
  conflicting: readonly ConflictingLink[],
): WriteSteps<void> {
  for (const [uid, group] of groupBy(conflicting, ({ other }) => other.source.uid)) {
    const rows = [...new Set(group.flatMap(({ id, other }) => [id, other.source.id]))];
    const table = context.layout.table(uid);
    const isSame = yield* readRowMatcher(context, { table, rows }, ['document_id']);
    const removed = group.filter(
      ({ id, other: { source } }) => id !== source.id && !isSame(id, source.id),
    );
    yield* removePendingLinks(
      context,
      removed.map(({ other }) => other),
    );
  }
}

function keyOf({ source, attribute, target }: PendingLink): string {
  return JSON.stringify([source.uid, attribute, target.documentId, target.locale, target.status]);
}

/** Reads the links to rows to be deleted that must become pending links, because the document has other rows. */
export function* readSharedLinksTo(
  context: WriteContext,
  { uid }: ContentType,
  rows: readonly DocumentRow[],
): WriteSteps<readonly PendingLink[]> {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const links = yield* readStoredLinks(
    context,
    incomingLinks(context, uid)
      .filter((link) => context.registry.components.has(link.uid))
      .map((link) => ({ link, side: 'far', rows: [...byId.keys()], target: uid })),
  );
  const owners = yield* readSharingOwners(
    context,
    links.map(({ link, near }) => ({ uid: link.uid, id: near })),
  );
  return links.flatMap((each): readonly PendingLink[] => {
    const owner = owners({ uid: each.link.uid, id: each.near });
    const row = byId.get(each.far);
    if (!owner || row?.documentId === undefined || row.documentId === null) return [];
    const { documentId, locale, isDraft } = row;
    const status = isDraft ? 'draft' : 'published';
    return [toPendingLink(each, owner, { uid, documentId, locale, status })];
  });
}

/** Rows of a document to be deleted. */
export interface DeletedRows {
  readonly rows: readonly Pick<DocumentRow, 'documentId' | 'locale'>[];
  /** True if the document has no other rows. */
  readonly isEntireDocument: boolean;
}

/** Removes the pending links to rows of a type that are deleted. */
export function* removePendingLinksTo(
  context: WriteContext,
  uid: string,
  { rows, isEntireDocument }: DeletedRows,
): WriteSteps<void> {
  const documents = new Set(rows.flatMap(({ documentId }) => documentId ?? []));
  const pending = yield* pendingLinksTo(context, uid, [...documents]);
  if (isEntireDocument) return yield* removePendingLinks(context, pending);
  const locales = new Set(rows.map(({ locale }) => locale));
  const removed = pending.filter(({ target }) => locales.has(target.locale));
  const owners = yield* readSharingOwners(
    context,
    removed.map(({ source }) => source),
  );
  yield* removePendingLinks(
    context,
    removed.filter(({ source }) => owners(source) === null),
  );
}

/** Removes the pending links of documents of a type from rows that another program has deleted. */
export function* removeOrphanedPending(context: WriteContext, uid: string): WriteSteps<void> {
  const links = yield* pendingLinksOfType(context, uid);
  const exists = yield* readSources(context, links);
  yield* removePendingLinks(
    context,
    links.filter(({ source }) => !exists(source)),
  );
}

/** Reads the owners of components that are shared between locales; null for all other rows. */
function* readSharingOwners(
  context: WriteContext,
  rows: readonly ModelRow[],
): WriteSteps<(row: ModelRow) => ModelRow | null> {
  const owners = yield* readOwners(context, rows);
  return (row) => {
    const owner = owners(row);
    const type = owner && context.registry.contentTypes.get(owner.uid);
    const isShared = type && sharedAttributes(type).some(({ name }) => name === owner.field);
    return isShared ? owner : null;
  };
}
