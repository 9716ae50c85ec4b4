// In charge of the two lists that make attributes private from afar: `api.responses.privateAttributes` in the
// configuration and `options.privateAttributes` of a type. Both end up as `private: true` on the attribute.
import { valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { mapAttributes } from './attributes.ts';

/** Definitions in which every attribute that a list names is private. */
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
