// Decides which links of drafts that another program deleted can be created again.
import type { WriteSteps } from '../../storage/session.ts';
import { groupBy } from '../../base/group-by.ts';
import type { NewLink } from '../versions/insert-links.ts';
import { readStoredLinks, type StoredLink } from '../versions/model-links.ts';
import type { WriteContext } from '../write-context.ts';
import { removeLinks } from './far-versions.ts';

/**
 * Returns the links whose far row is not owned by another document. Links from rows that no longer exist are removed.
 */
export function* onlyAvailable(
  context: WriteContext,
  links: readonly NewLink[],
): WriteSteps<readonly NewLink[]> {
  const exclusive = links.filter(({ link }) => link.storage.exclusive);
  if (exclusive.length === 0) return links;
  const held = new Set<string>();
  for (const [link, group] of groupBy(exclusive, (each) => each.link)) {
    const rows = [...new Set(group.map(({ far }) => far))];
    const stored = yield* readStoredLinks(context, [{ link, side: 'far', rows }]);
    const found = yield* context.statements.select(link.storage.nearTable, {
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
  return links.filter((each) => !each.link.storage.exclusive || !held.has(farKey(each)));
}

function farKey({ link, far }: Pick<NewLink, 'link' | 'far'>): string {
  return `${link.uid} ${link.attribute.name} ${far}`;
}
