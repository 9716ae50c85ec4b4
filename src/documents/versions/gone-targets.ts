// In charge of what becomes of links whose target goes. Nobody waits for what is gone; but links in components that
// locales share stand ready where their target goes from one locale only, so that these stay one value (decision D7).
import type { Writing } from '../../storage/database.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DocumentRow } from '../document-rows.ts';
import type { WriteContext } from '../write-context.ts';
import { readOwners, type ModelRow } from './component-owners.ts';
import { incomingLinks } from './model-links.ts';
import { pendingLinksTo, removePendingLinks, type PendingLink } from './pending-links.ts';
import { sharedAttributes } from './shared-attributes.ts';
import { readStoredLinks } from './stored-links.ts';

/** The links that are to stand ready when rows of a document are gone, of which it has others. */
export function* readSharedLinksTo(
  context: WriteContext,
  { uid }: ContentType,
  rows: readonly DocumentRow[],
): Writing<readonly PendingLink[]> {
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
): Writing<void> {
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
): Writing<(row: ModelRow) => ModelRow | null> {
  const owners = yield* readOwners(context, rows);
  return (row) => {
    const owner = owners(row);
    const type = owner && context.registry.contentTypes.get(owner.uid);
    const isShared = type && sharedAttributes(type).some(({ name }) => name === owner.field);
    return isShared ? owner : null;
  };
}
