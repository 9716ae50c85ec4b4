// In charge of attributes that point to types of plugins that are not here: they are left out, and one warning
// names them all. What points to a missing type of the project itself stays, for the check to find.
import { toText } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** Definitions without relations to `plugin::…` and `admin::…` types that are not in `known`. */
export function leaveOutMissingTargets(
  definitions: readonly RawDefinition[],
  known: ReadonlySet<string>,
): { readonly definitions: readonly RawDefinition[]; readonly warnings: readonly string[] } {
  const left: string[] = [];
  const kept = definitions.map((definition) =>
    mapAttributes(definition, (attribute, { name }) => {
      const target = toText(attribute['target']);
      const missing =
        attribute['type'] === 'relation' &&
        target !== undefined &&
        /^(?:plugin|admin)::/.test(target) &&
        !known.has(target);
      if (missing) left.push(`${definition.uid} ${name} (${target})`);
      return missing ? undefined : attribute;
    }),
  );
  if (left.length === 0) return { definitions, warnings: [] };
  const warning =
    `Relations to types of missing plugins are ignored: ${left.join(', ')}. ` +
    'Their links stay in the database.';
  return { definitions: kept, warnings: [warning] };
}
