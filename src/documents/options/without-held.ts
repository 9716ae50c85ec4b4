// Links of drafts that another program deleted: which of them can be made again.
import type { WriteSteps } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import type { NewLink } from '../versions/insert-links.ts';
import { readStoredLinks, type StoredLink } from '../versions/stored-links.ts';
import type { WriteContext } from '../write-context.ts';
import { removeLinks } from './far-versions.ts';

/**
 * The links whose far row, if it belongs to one document only, belongs to none. Links of such rows to rows that no
 * longer exist are removed.
 */
export function* withoutHeld(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<readonly NewLink[]> {
  const exclusive = links.filter(({ link }) => link.place.exclusive);
  if (exclusive.length === 0) return links;
  const held = new Set<string>();
  for (const [link, group] of groupedBy(exclusive, (each) => each.link)) {
    const rows = [...new Set(group.map(({ far }) => far))];
    const stored = yield* readStoredLinks(context, [{ link, side: 'far', rows }]);
    const found = yield* context.statements.select(link.place.nearTable, {
      columns: ['id'],
      where: [{ column: 'id', in: [...new Set(stored.map(({ near }) => near))] }],
    });
    const present = new Set(found.map(([id]) => Number(id)));
    const isPresent = ({ near }: StoredLink): boolean => present.has(near);
    for (const each of stored) if (isPresent(each)) held.add(farKey(each));
    yield* removeLinks(
      context,
      stored.filter((each) => !isPresent(each)),
    );
  }
  return links.filter((each) => !each.link.place.exclusive || !held.has(farKey(each)));
}

function farKey({ link, far }: Pick<NewLink, 'link' | 'far'>): string {
  return `${link.uid} ${link.attribute.name} ${far}`;
}
