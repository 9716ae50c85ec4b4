// SQL of searches that begin with an index of texts: its candidates are looked at again, so that the rows are the same.
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { ReadShape } from '../plan.ts';
import type { Parameter } from '../compiled.ts';
import type { CompileContext } from './context.ts';
import type { FilteredRows } from './filters.ts';

/** How a search is narrowed down. */
export interface CompiledCandidates {
  readonly index: SearchIndex;
  /** The row is one of those that an index gives. */
  readonly condition: Fragment;
  /** Counts those, up to one more than few; null where it is faster to begin with them, however many they are. */
  readonly probe: Fragment | null;
}

/** The candidates of a list; null where no index has all that is searched. */
export function compileCandidates(
  { search: indexes, dialect: { search } }: CompileContext,
  { uid, alias }: FilteredRows,
  shape: ReadShape,
): CompiledCandidates | null {
  const index = indexes.get(uid);
  const { search: node, page, root } = shape;
  if (!node || !page || !index) return null;
  if (!node.attributes.every((attribute) => index.attributes.has(attribute))) return null;
  const phrase: Parameter = { kind: 'phrase', slot: node.slot };
  const candidates = search.candidates(index, phrase);
  const some = sql`${candidates} limit ${sql.lit(search.few + 1)}`;
  // Many are met soon by whoever walks along the ids: nothing else is to be sorted or left out.
  const mayWalk = root.sort.length === 0 && root.filter === null;
  return {
    index,
    condition: sql`${sql.id(alias, 'id')} in (${candidates})`,
    probe: mayWalk ? sql`select count(*) from (${some}) as candidates` : null,
  };
}
