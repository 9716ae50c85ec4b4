// The end of pending links without their target: a write takes the target away, another document gets it, or it is
// deleted.
import type { ContentType } from '../../schema/types.ts';
import type { WriteSteps } from '../../storage/database.ts';
import { together } from '../../storage/together.ts';
import { isLinked, isToOne } from '../check/linked-attribute.ts';
import type { WrittenEntry } from '../components.ts';
import type { DocumentRow } from '../document-rows.ts';
import { groupedBy } from '../grouped-by.ts';
import type { TargetInput } from '../input.ts';
import { readSameness } from '../links/present-links.ts';
import type { WriteContext } from '../write-context.ts';
import { readOwners, type ModelRow } from './component-owners.ts';
import type { NewLink } from './insert-links.ts';
import { hasVersions, incomingLinks, inverseName, modelLink } from './model-links.ts';
import {
  pendingLinksOf,
  pendingLinksTo,
  removePendingLinks,
  type PendingLink,
  type StoredPendingLink,
} from './pending-links.ts';
import { sharedAttributes } from './shared-attributes.ts';
import { readStoredLinks } from './stored-links.ts';

/** Forgets the waiting links that writes of entries of one model end. */
export function* forgetPending(
  context: WriteContext,
  entries: readonly WrittenEntry[],
): WriteSteps<void> {
  const written = entries.flatMap(({ input: { uid, relations }, created, row }) => {
    const names = created ? [] : [...relations.keys()];
    return names.some((name) => mayWait(context, uid, name)) ? [{ uid, row, relations }] : [];
  });
  if (written.length === 0) return;
  const rows = new Map(written.map(({ row, relations }) => [row, relations]));
  const waiting = yield* pendingLinksOf(context, [...rows.keys()]);
  const gone = waiting.filter((link) => {
    const { source } = link;
    const relation = rows.get(source.id)?.get(link.attribute);
    if (!relation || source.uid !== written[0]?.uid) return false;
    const attribute = context.registry.attribute(source.uid, link.attribute);
    if (!attribute || !isLinked(attribute)) return false;
    if (!mayWait(context, source.uid, link.attribute)) return false;
    if (relation.kind === 'set' || (isToOne(attribute) && relation.connect.length > 0)) return true;
    return relation.disconnect.some((target) => isNamed(target, link));
  });
  yield* removePendingLinks(context, gone);
}

/** Whole drafts have no links that wait, and only what has versions is waited for. */
function mayWait({ registry }: WriteContext, uid: string, name: string): boolean {
  const model = registry.model(uid);
  if (model.modelType === 'contentType' && model.draftAndPublish) return false;
  const attribute = registry.attribute(uid, name);
  if (!attribute || !isLinked(attribute) || attribute.kind === 'media') return false;
  return attribute.target === undefined || hasVersions(registry.contentType(attribute.target));
}

/** A row id names a row that is there, so it is none that is waited for. */
function isNamed(named: TargetInput, { target }: StoredPendingLink): boolean {
  if (named.by === 'id' || named.documentId !== target.documentId) return false;
  const isLocale = named.locale === null || named.locale === (target.locale ?? named.locale);
  return isLocale && (named.status === null || named.status === target.status);
}

/** Takes targets of pending links away from the pending links of other documents. */
export function* takePending(
  context: WriteContext,
  links: readonly PendingLink[],
): WriteSteps<void> {
  const exclusive = links.filter(
    ({ source, attribute }) => modelLink(context, source.uid, attribute)?.place.exclusive,
  );
  const groups = groupedBy(exclusive, ({ target }) => target.uid);
  yield* together(Array.from(groups, ([uid, group]) => takeTargets(context, uid, group)));
}

function* takeTargets(
  context: WriteContext,
  uid: string,
  links: readonly PendingLink[],
): WriteSteps<void> {
  const documents = [...new Set(links.map(({ target }) => target.documentId))];
  const byTarget = groupedBy(yield* pendingLinksTo(context, uid, documents), keyOf);
  const rivals = links.flatMap((link) =>
    (byTarget.get(keyOf(link)) ?? []).map((other) => ({ id: link.source.id, other })),
  );
  yield* removeRivals(context, rivals);
}

/** Forgets what rows wait for that belong to one other only, and get it now. */
export function* endWaiting(context: WriteContext, added: readonly NewLink[]): WriteSteps<void> {
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
function* removeRivals(context: WriteContext, rivals: readonly Rival[]): WriteSteps<void> {
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

/** The links that are to stand ready when rows of a document are gone, of which it has others. */
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
  return links.flatMap(({ link, near, far, order, inverseOrder }): readonly PendingLink[] => {
    const source = { uid: link.uid, id: near };
    const owner = owners(source);
    const row = byId.get(far);
    if (!owner || row?.documentId === undefined || row.documentId === null) return [];
    const { documentId, locale, isDraft } = row;
    const status = isDraft ? 'draft' : 'published';
    const target = { uid, documentId, locale, status } as const;
    const { attribute } = link;
    return [
      {
        owner: { uid: owner.uid, id: owner.id },
        source,
        attribute: attribute.name,
        target,
        order,
        inverseOrder,
      },
    ];
  });
}

/** Rows of a document that go. */
export interface GoingRows {
  readonly rows: readonly Pick<DocumentRow, 'documentId' | 'locale'>[];
  /** True where the document has no other rows. */
  readonly isWhole: boolean;
}

/** Forgets the pending links to rows of a type that go. */
export function* removePendingLinksTo(
  context: WriteContext,
  uid: string,
  { rows, isWhole }: GoingRows,
): WriteSteps<void> {
  const documents = new Set(rows.flatMap(({ documentId }) => documentId ?? []));
  const pending = yield* pendingLinksTo(context, uid, [...documents]);
  if (isWhole) return yield* removePendingLinks(context, pending);
  const locales = new Set(rows.map(({ locale }) => locale));
  const gone = pending.filter(({ target }) => locales.has(target.locale));
  const owners = yield* readSharingOwners(
    context,
    gone.map(({ source }) => source),
  );
  yield* removePendingLinks(
    context,
    gone.filter(({ source }) => owners(source) === null),
  );
}

/** The documents of components that locales share; null for all other rows. */
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
