// Schemas of built-in plugins for extensions, as copies that they can change.
import { builtInDefinitions } from '../../schema/built-in/definitions.ts';

/** The content-types of a plugin by name. */
export function pluginContentTypes(
  plugin: string,
  names: readonly string[],
): Record<string, { schema: Record<string, unknown> }> {
  return Object.fromEntries(
    names.map((name) => {
      const found = builtInDefinitions.find(({ uid }) => uid === `plugin::${plugin}.${name}`);
      if (!found) throw new Error(`plugin::${plugin}.${name} is not a built-in content-type`);
      return [name, { schema: structuredClone(found.json) as Record<string, unknown> }];
    }),
  );
}
