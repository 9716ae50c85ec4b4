// Row ids in paths.
import { rowIdOf } from '../base/row-id.ts';

/** Row id at the end of a path, or null if it is invalid. */
export function rowIdIn({ params }: { readonly params: unknown }): number | null {
  const { id } = params as { readonly id: string };
  return rowIdOf(id);
}
