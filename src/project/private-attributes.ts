// Applies the lists that make attributes private: `api.responses.privateAttributes` of the configuration and
// `options.privateAttributes` of a type. Both set `private: true` on the attribute.
import { valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** Returns definitions with the listed attributes private. */
export function markPrivateAttributes(
  definitions: readonly RawDefinition[],
  everywhere: readonly string[],
): readonly RawDefinition[] {
  return definitions.map((definition) => {
    const own = valueAt(definition.json, 'options.privateAttributes');
    const names = new Set<unknown>([...everywhere, ...(Array.isArray(own) ? own : [])]);
    return mapAttributes(definition, (attribute, { name }) =>
      names.has(name) && attribute['private'] !== true
        ? { ...attribute, private: true }
        : attribute,
    );
  });
}
