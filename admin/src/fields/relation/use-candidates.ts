// Possible targets of a relation, searched and paged by the server.
import type { RelationTarget } from '../../model/relations.ts';
import { useFieldHost, useOwner } from '../field-host.ts';
import { usePages, type Pages } from '../parts/use-pages.ts';

/** @param chosen Targets to exclude */
export function useCandidates(
  field: string,
  { text, chosen }: { readonly text: string; readonly chosen: readonly RelationTarget[] },
): Pages<RelationTarget> {
  const { relations } = useFieldHost();
  const owner = useOwner();
  const pages = usePages<RelationTarget>({
    query: text,
    keyOf,
    async load(page, signal) {
      const omit = chosen.map(({ id }) => id);
      const query = { field, text, page, include: [], omit };
      const { targets, total } = await relations.candidates(owner, query, signal);
      return { items: targets, total };
    },
  });
  const isChosen = new Set(chosen.map(keyOf));
  const items = pages.items.filter((each) => !isChosen.has(keyOf(each)));
  const total = Math.max(0, pages.total - (pages.items.length - items.length));
  return { ...pages, items, total };
}

function keyOf({ documentId, locale }: RelationTarget): string {
  return `${documentId} ${locale ?? ''}`;
}
