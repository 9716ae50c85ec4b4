// In charge of links in components that locales share, where their target goes from one locale only: they stand ready
// in that locale, so that what is shared stays one value (decision D7).
import type { Writing } from '../../storage/database.ts';
import type { ContentType } from '../../schema/types.ts';
import type { DocumentRow } from '../document-rows.ts';
import type { WriteContext } from '../write-context.ts';
import { readOwners } from './component-owners.ts';
import { incomingLinks } from './model-links.ts';
import type { PendingLink } from './pending-links.ts';
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
  const owners = yield* readOwners(
    context,
    links.map(({ link, near }) => ({ uid: link.uid, id: near })),
  );
  return links.flatMap(({ link, near, far, order, inverseOrder }): readonly PendingLink[] => {
    const source = { uid: link.uid, id: near };
    const owner = owners(source);
    const row = byId.get(far);
    if (!owner || row?.documentId === undefined || row.documentId === null) return [];
    const shared = sharedAttributes(context.registry.contentType(owner.uid));
    if (!shared.some(({ name }) => name === owner.field)) return [];
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
