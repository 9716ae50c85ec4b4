// In charge of copying what hangs on rows: components level by level, then all links together.
import type { Writing } from '../../storage/database.ts';
import type { PlacesIn } from '../placed-components.ts';
import type { WriteContext } from '../write-context.ts';
import type { ModelCopies } from './copy.ts';
import { copyComponents } from './copy-components.ts';
import { copyLinks } from './copy-links.ts';

/**
 * Gives rows copies of the components and links of others, in a number of statements that depends on the tables that
 * these have something in.
 * @param placesIn What stands in the others
 */
export function* copyParts(
  context: WriteContext,
  copies: ModelCopies,
  placesIn: PlacesIn,
): Writing<void> {
  yield* copyLinks(context, yield* copyComponents(context, copies, placesIn));
}
