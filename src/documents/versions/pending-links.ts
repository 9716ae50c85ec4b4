// Pending links: links of published rows to targets that are not published yet (docs/strapi/differences.md, D6), and links of
// shared values to targets that do not exist in the locale yet (D7). They are stored in a table of our own with their order,
// and are removed with their row.
import { pendingLinks as columns } from '../../storage/layout/quoin-tables.ts';
import { selectFromAll } from '../../storage/statements/union-selection.ts';
import type { WriteSteps } from '../../storage/session.ts';
import { groupBy } from '../../base/group-by.ts';
import type { WriteContext } from '../write-context.ts';
import type { StoredLink } from './model-links.ts';
import type { DocumentVersion } from './read-versions.ts';

export interface PendingLink {
  /** The row of a content-type that it belongs to. */
  readonly owner: { readonly uid: string; readonly id: number };
  /** The row that has the attribute: the owner, or a component in it. */
  readonly source: { readonly uid: string; readonly id: number };
  readonly attribute: string;
  readonly target: DocumentVersion & { readonly uid: string };
  readonly order: number | null;
  readonly inverseOrder: number | null;
}

export interface StoredPendingLink extends PendingLink {
  readonly id: number;
}

/** The pending link of a link whose target does not exist. */
export function toPendingLink(
  { link, near, order, inverseOrder }: Pick<StoredLink, 'link' | 'near' | 'order' | 'inverseOrder'>,
  owner: PendingLink['owner'],
  target: PendingLink['target'],
): PendingLink {
  const source = { uid: link.uid, id: near };
  return { owner, source, attribute: link.attribute.name, target, order, inverseOrder };
}

/** Stores pending links. */
export function* addPendingLinks(
  { statements }: WriteContext,
  links: readonly PendingLink[],
): WriteSteps<void> {
  yield* statements.add(
    columns.table,
    VALUES,
    links.map(({ owner, source, attribute, target, order, inverseOrder }) => [
      owner.uid,
      owner.id,
      source.uid,
      source.id,
      attribute,
      target.uid,
      target.documentId,
      target.locale,
      target.status,
      order,
      inverseOrder,
    ]),
  );
}

/** Reads the pending links of rows. @param rows Row ids of any models: the caller must check the model of each link */
export function pendingLinksOf(
  context: WriteContext,
  rows: readonly number[],
): WriteSteps<readonly StoredPendingLink[]> {
  return readPending(context, [{ column: columns.sourceId, in: rows }]);
}

/** Reads the pending links to documents of a type. */
export function pendingLinksTo(
  context: WriteContext,
  uid: string,
  documents: readonly string[],
): WriteSteps<readonly StoredPendingLink[]> {
  return readPending(context, [
    { column: columns.targetDocument, in: documents },
    { column: columns.targetType, is: uid },
  ]);
}

/** Reads the pending links of documents of a type. */
export function pendingLinksOfType(
  context: WriteContext,
  uid: string,
): WriteSteps<readonly StoredPendingLink[]> {
  return readPending(context, [{ column: columns.ownerType, is: uid }]);
}

/** Reads all pending links. */
export function allPendingLinks(context: WriteContext): WriteSteps<readonly StoredPendingLink[]> {
  return readPending(context, []);
}

/**
 * Reads which rows with pending links exist: Strapi does not know pending links, so it removes rows without removing these.
 */
export function* readSources(
  context: WriteContext,
  links: readonly PendingLink[],
): WriteSteps<(source: PendingLink['source']) => boolean> {
  const { registry, layout } = context;
  const known = links.filter(({ source }) => registry.has(source.uid));
  const groups = [...groupBy(known, ({ source }) => source.uid)];
  const found = yield* selectFromAll(
    context,
    groups.map(([uid, group]) => ({
      table: layout.table(uid),
      columns: ['id'],
      where: [{ column: 'id', in: [...new Set(group.map(({ source }) => source.id))] }],
    })),
  );
  const present = new Map(
    groups.map(([uid], i) => [uid, new Set(found[i]?.map(([id]) => Number(id)))]),
  );
  return ({ uid, id }) => present.get(uid)?.has(id) === true;
}

/** Removes the pending links of removed rows of any models. */
export function* removePendingLinksFrom(
  context: WriteContext,
  rows: readonly { readonly uid: string; readonly ids: readonly number[] }[],
): WriteSteps<void> {
  const stored = yield* pendingLinksOf(context, [...new Set(rows.flatMap(({ ids }) => ids))]);
  const removed = stored.filter(({ source }) =>
    rows.some(({ uid, ids }) => uid === source.uid && ids.includes(source.id)),
  );
  yield* removePendingLinks(context, removed);
}

export function* removePendingLinks(
  { statements }: WriteContext,
  links: readonly StoredPendingLink[],
): WriteSteps<void> {
  yield* statements.delete(columns.table, [{ column: 'id', in: links.map(({ id }) => id) }]);
}

/** Removes the pending links of rows of a content-type and of their components. */
export function* removePendingLinksOf(
  { statements }: WriteContext,
  uid: string,
  rows: readonly number[],
): WriteSteps<void> {
  yield* statements.delete(columns.table, [
    { column: columns.ownerId, in: rows },
    { column: columns.ownerType, is: uid },
  ]);
}

const VALUES = [
  columns.ownerType,
  columns.ownerId,
  columns.sourceType,
  columns.sourceId,
  columns.attribute,
  columns.targetType,
  columns.targetDocument,
  columns.targetLocale,
  columns.targetStatus,
  columns.order,
  columns.inverseOrder,
];

function* readPending(
  { statements }: WriteContext,
  where: Parameters<WriteContext['statements']['select']>[1]['where'],
): WriteSteps<readonly StoredPendingLink[]> {
  const rows = yield* statements.select(columns.table, {
    columns: ['id', ...VALUES],
    where,
    order: ['id'],
  });
  return rows.map((row) => ({
    id: Number(row[0]),
    owner: { uid: String(row[1]), id: Number(row[2]) },
    source: { uid: String(row[3]), id: Number(row[4]) },
    attribute: String(row[5]),
    target: {
      uid: String(row[6]),
      documentId: String(row[7]),
      locale: row[8] === null ? null : String(row[8]),
      status: row[9] === 'draft' ? 'draft' : 'published',
    },
    order: row[10] === null ? null : Number(row[10]),
    inverseOrder: row[11] === null ? null : Number(row[11]),
  }));
}
