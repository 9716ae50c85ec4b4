// Links to rows that are gone, as other programs leave them.
import type { Writing } from '../../storage/database.ts';
import { groupedBy } from '../grouped-by.ts';
import type { NewLink } from '../versions/insert-links.ts';
import { readStoredLinks, type StoredLink } from '../versions/stored-links.ts';
import type { WriteContext } from '../write-context.ts';

/** The links that keep far rows from a link of their own, although the row at their near end is gone. */
export function* readLostLinks(
  context: WriteContext,
  wanted: readonly NewLink[],
): Writing<readonly StoredLink[]> {
  const exclusive = wanted.filter(({ link: { place } }) => place.exclusive && place.rows === 'own');
  if (exclusive.length === 0) return [];
  const stored = yield* readStoredLinks(
    context,
    [...groupedBy(exclusive, ({ link }) => link)].map(([link, group]) => ({
      link,
      side: 'far',
      rows: [...new Set(group.map(({ far }) => far))],
    })),
  );
  const lost: StoredLink[] = [];
  for (const [uid, links] of groupedBy(stored, ({ link }) => link.uid)) {
    const found = yield* context.statements.select(context.layout.table(uid), {
      columns: ['id'],
      where: [{ column: 'id', in: [...new Set(links.map(({ near }) => near))] }],
    });
    const present = new Set(found.map(([id]) => Number(id)));
    lost.push(...links.filter(({ near }) => !present.has(near)));
  }
  return lost;
}

/** Equal for links of one far row through one attribute. */
export function farEnd({ link: { uid, attribute }, far }: Pick<NewLink, 'link' | 'far'>): string {
  return `${uid} ${attribute.name} ${far}`;
}
