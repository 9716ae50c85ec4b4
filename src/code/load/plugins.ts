// Finds and loads plugins with a server part: those that config/plugins names, and installed ones.
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Env } from '../../project/env.ts';
import { mergeDeep } from '../../project/config-files.ts';
import { codeFilesIn, foldersIn, nameOf } from '../../project/folder.ts';
import { packageFolder, readManifest } from '../../project/manifest.ts';
import { isKnownPlugin } from '../../project/plugins-config.ts';
import { isRecord, toRecord, toText } from '../../schema/raw.ts';
import type { PluginModule } from '../strapi/strapi.ts';
import type { Fields } from '../strapi/code-values.ts';
import { loadFile, type Loading } from './code-files.ts';
import { SKIPPED_PLUGINS } from './skipped-plugins.ts';
import { reasonOf } from '../../project/project-error.ts';

export interface LoadedPlugin {
  readonly name: string;
  readonly module: PluginModule;
  /** The defaults of the plugin, overridden by config/plugins. */
  readonly config: Fields;
}

interface PluginLocation {
  readonly name: string;
  readonly folder: string;
  readonly config: unknown;
}

/** The loaded plugins, and a warning for each plugin that does not run. */
export async function loadPlugins(
  loading: Loading,
  declared: Fields,
  env: Env,
): Promise<{ readonly plugins: readonly LoadedPlugin[]; readonly warnings: readonly string[] }> {
  const plugins: LoadedPlugin[] = [];
  const folders = pluginLocations(loading.folder.root, declared);
  for (const located of folders.filter(({ name }) => !SKIPPED_PLUGINS.has(name))) {
    const file = serverFile(located.folder);
    const loaded = file === null ? null : await loadFile(loading, file, located.name);
    if (!loaded) continue;
    const { label } = loaded;
    try {
      const module = toModule(loaded.value, env);
      plugins.push({
        name: located.name,
        module,
        config: pluginConfig(module, located.config, env),
      });
    } catch (error) {
      const message = `The plugin "${located.name}" cannot be used: ${reasonOf(error)}`;
      loading.issues.push({ file: label, path: '', message });
    }
  }
  const found = new Set(folders.map(({ name }) => name));
  const declaredNames = namesOfEnabled(declared);
  const skipped = [...SKIPPED_PLUGINS].filter(
    ([name]) => found.has(name) || declaredNames.includes(name),
  );
  const switchedOff = declaredNames.filter((name) => {
    const { resolve: path, enabled } = toRecord(declared[name]);
    return path !== undefined && !enabled && !found.has(name);
  });
  const missing = declaredNames.filter(
    (name) => !found.has(name) && !switchedOff.includes(name) && !SKIPPED_PLUGINS.has(name),
  );
  return {
    plugins: [...skipped.map(([name, { module }]) => ({ name, module, config: {} })), ...plugins],
    warnings: [
      ...skipped.map(([name, { reason }]) => `The plugin "${name}" is not supported. ${reason}`),
      ...(switchedOff.length > 0
        ? [
            `Plugins of config/plugins are not loaded, because they lack "enabled: true": ${switchedOff.join(', ')}.`,
          ]
        : []),
      ...(missing.length > 0
        ? [`Plugins of config/plugins are not installed: ${missing.join(', ')}.`]
        : []),
    ],
  };
}

/** The plugins that config/plugins enables, without those that Quoin has built in. */
function namesOfEnabled(declared: Fields): readonly string[] {
  return Object.entries(declared).flatMap(([name, value]) => {
    const isOn = value !== false && toRecord(value)['enabled'] !== false;
    return isOn && !isKnownPlugin(name) ? [name] : [];
  });
}

/** Finds the enabled plugins of config/plugins, and installed plugins that are not disabled there. */
function pluginLocations(root: string, declared: Fields): readonly PluginLocation[] {
  const own = Object.entries(declared).flatMap(([name, value]): readonly PluginLocation[] => {
    const { enabled, resolve: path, config } = toRecord(value);
    // As in Strapi, a folder is loaded only if the plugin is switched on.
    const isOn = isRecord(value) && Boolean(enabled);
    const located = toText(path);
    if (!isOn || located === undefined || isKnownPlugin(name)) return [];
    const inside = resolve(root, located);
    const folder = toText(readManifest(inside)['name'])
      ? inside
      : (packageFolder(root, located) ?? inside);
    return [{ name, folder: foldersOrFiles(inside) ? inside : folder, config }];
  });
  const installed = Object.keys(toRecord(readManifest(root)['dependencies'])).flatMap(
    (name): readonly PluginLocation[] => {
      const folder = packageFolder(root, name);
      if (folder === null) return [];
      const manifest = toRecord(readManifest(folder)['strapi']);
      const pluginName = toText(manifest['name']);
      if (manifest['kind'] !== 'plugin' || pluginName === undefined || isKnownPlugin(pluginName))
        return [];
      const value = declared[pluginName];
      if (value === false || toRecord(value)['enabled'] === false) return [];
      return [{ name: pluginName, folder, config: toRecord(value)['config'] }];
    },
  );
  const names = new Set(own.map(({ name }) => name));
  return [...installed.filter(({ name }) => !names.has(name)), ...own];
}

function foldersOrFiles(path: string): boolean {
  return codeFilesIn(path).length > 0 || foldersIn(path).length > 0;
}

/** The file of a plugin's server part; null if there is none. */
function serverFile(folder: string): string | null {
  const entry = toRecord(readManifest(folder)['exports'])['./strapi-server'];
  const { require: script, default: any, import: module } = toRecord(entry);
  const path = toText(entry) ?? toText(script) ?? toText(any) ?? toText(module);
  const named = path === undefined ? undefined : resolve(folder, path);
  if (named !== undefined) return existsSync(named) ? named : null;
  return codeFilesIn(folder).find((file) => nameOf(file) === 'strapi-server') ?? null;
}

function toModule(value: unknown, env: Env): PluginModule {
  const module: unknown = typeof value === 'function' ? value({ env }) : value;
  if (isRecord(module)) return { ...module };
  throw new Error('it exports neither an object nor a function that returns one');
}

/** Merges the defaults of a plugin with its configuration in the project. @throws errors of its `validator` */
export function pluginConfig(module: PluginModule, own: unknown, env: Env): Fields {
  const { default: defaults, validator } = toRecord(module.config);
  const base: unknown = typeof defaults === 'function' ? defaults({ env }) : defaults;
  const config = { ...toRecord(mergeDeep(toRecord(base), toRecord(own))) };
  if (typeof validator === 'function') validator(config);
  return config;
}
