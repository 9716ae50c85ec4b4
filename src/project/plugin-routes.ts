// Routes of built-in plugins. If project code extends such a plugin, its routes return 501 until the operator
// releases them by name, like core routes (`routes.ts`).
import type { PluginExtension } from './customisations.ts';

/** Plugins whose routes are served. */
const SERVED = ['upload', 'i18n', 'users-permissions', 'email', 'content-type-builder'] as const;

export type ServedPlugin = (typeof SERVED)[number];

/** Why all routes of a plugin return 501, or null if they are served. */
export type BlockedPlugins = Readonly<Record<ServedPlugin, string | null>>;

/** Names for releasing the routes of plugins: `plugin::upload`, `plugin::i18n` and so on. */
export const pluginNames: readonly string[] = SERVED.map(nameOfPlugin);

/** @param release Names from `release` in config/quoin */
export function blockPlugins(
  extensions: readonly PluginExtension[],
  release: readonly string[],
): BlockedPlugins {
  const reason = (plugin: ServedPlugin): string | null => {
    const files = extensions.filter((each) => each.plugin === plugin).map(({ file }) => file);
    if (files.length === 0 || release.includes(nameOfPlugin(plugin))) return null;
    return `${files.join(' and ')} may protect or change it`;
  };
  return {
    upload: reason('upload'),
    i18n: reason('i18n'),
    'users-permissions': reason('users-permissions'),
    email: reason('email'),
    'content-type-builder': reason('content-type-builder'),
  };
}

/** Name and reason of each blocked plugin. */
export function namesOfBlocked(blocked: BlockedPlugins): readonly (readonly [string, string])[] {
  return SERVED.flatMap((plugin) => {
    const reason = blocked[plugin];
    return reason === null ? [] : [[nameOfPlugin(plugin), reason] as const];
  });
}

function nameOfPlugin(plugin: ServedPlugin): string {
  return `plugin::${plugin}`;
}
