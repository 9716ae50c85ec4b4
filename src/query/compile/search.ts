// SQL of searches that use a text index. The search condition is checked again for each candidate, so the result does
// not depend on the index.
import { sql } from 'kysely';
import type { Fragment } from '../../storage/dialect.ts';
import type { SearchIndex } from '../../storage/search/search-dialect.ts';
import type { ReadShape } from '../plan.ts';
import type { Parameter } from '../compiled.ts';
import type { AliasedRows, CompileContext } from './context.ts';

/** How a text index narrows a search. */
export interface CompiledCandidates {
  readonly index: SearchIndex;
  /** Requires that the row is a candidate. */
  readonly condition: Fragment;
  /** Counts the candidates up to a limit; null if starting with them is always faster. */
  readonly probe: Fragment | null;
}

/** Compiles the candidates of a list; null if no text index has all searched attributes. */
export function compileCandidates(
  { search: indexes, dialect: { search } }: CompileContext,
  { uid, alias }: AliasedRows,
  shape: ReadShape,
): CompiledCandidates | null {
  const index = indexes.get(uid);
  const { search: node, page, root } = shape;
  if (!node || !page || !index) return null;
  if (!node.attributes.every((attribute) => index.attributes.has(attribute))) return null;
  const phrase: Parameter = { kind: 'phrase', slot: node.slot };
  const candidates = search.candidates(index, phrase);
  const some = sql`${candidates} limit ${sql.lit(search.few + 1)}`;
  // Without a sort or a filter, a scan in the order of the ids fills a page quickly if there are many candidates.
  const mayWalk = root.sort.length === 0 && root.filter === null;
  return {
    index,
    condition: sql`${sql.id(alias, 'id')} in (${candidates})`,
    probe: mayWalk ? sql`select count(*) from (${some}) as candidates` : null,
  };
}
