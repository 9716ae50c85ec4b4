// Removes attributes that target types of missing plugins, with one warning for all of them. Attributes that target a
// missing type of the project are kept, and reported by the schema check.
import { toText } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** Returns definitions without relations to `plugin::…` and `admin::…` types that are not in `known`. */
export function omitMissingTargets(
  definitions: readonly RawDefinition[],
  known: ReadonlySet<string>,
): { readonly definitions: readonly RawDefinition[]; readonly warnings: readonly string[] } {
  const left: string[] = [];
  const remaining = definitions.map((definition) =>
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
  return { definitions: remaining, warnings: [warning] };
}
