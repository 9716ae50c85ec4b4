// Extensions of plugin content-types: merges the schemas of src/extensions into the plugins of a project.
import type { PluginExtension } from '../../project/schema-files.ts';
import { toRecord } from '../../schema/raw.ts';
import type { LoadedPlugin } from './plugins.ts';

/**
 * The plugins with the schemas that extend their content-types, and the extensions of plugins that are not among them.
 * Schemas are merged at the top level only: `attributes` replaces all attributes. Other content-types are added.
 */
export function withSchemaExtensions(
  plugins: readonly LoadedPlugin[],
  extensions: readonly PluginExtension[],
): { readonly plugins: readonly LoadedPlugin[]; readonly unused: readonly PluginExtension[] } {
  const names = new Set(plugins.map(({ name }) => name));
  return {
    plugins: plugins.map((plugin) => extensions.filter(isOf(plugin)).reduce(extended, plugin)),
    unused: extensions.filter(({ plugin }) => !names.has(plugin)),
  };
}

function isOf({ name }: LoadedPlugin): (extension: PluginExtension) => boolean {
  return ({ plugin }) => plugin === name;
}

function extended(plugin: LoadedPlugin, { type, json }: PluginExtension): LoadedPlugin {
  const contentTypes = toRecord(plugin.module.contentTypes);
  const present = toRecord(contentTypes[type]);
  const schema = { ...toRecord(present['schema']), ...json };
  return {
    ...plugin,
    module: {
      ...plugin.module,
      contentTypes: { ...contentTypes, [type]: { ...present, schema } },
    },
  };
}
