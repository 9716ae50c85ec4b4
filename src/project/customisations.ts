// Warns of project code that does not run: services, lifecycles, hooks, plugins, cron tasks, middlewares. One line
// per kind.
import { join } from 'node:path';
import { isRecord, toRecord, toText, valueAt } from '../schema/raw.ts';
import { readCodeFiles, type ApiFolder, type CodeFile } from './api-folders.ts';
import type { Config } from './config.ts';
import type { ConfigFiles } from './config-files.ts';
import { foldersIn, type ProjectFolder } from './folder.ts';
import { generatedUid, isEmptyHooks } from './generated-code.ts';
import { readManifest } from './manifest.ts';
import { isKnownPlugin } from './plugins-config.ts';
import type { CoreRoute } from './route-table.ts';

interface Sources {
  readonly folder: ProjectFolder;
  readonly config: Config;
  readonly files: ConfigFiles;
  readonly apis: readonly ApiFolder[];
  /** Routes; their reasons name some of this code already. */
  readonly routes: readonly CoreRoute[];
  /** Why plugins are blocked; these reasons name extensions already. */
  readonly blockedPlugins: Readonly<Record<string, string | null>>;
  readonly strayExtensions: readonly string[];
}

/** Returns one warning per kind of code that exists and does not run. */
export function customisationWarnings(sources: Sources): readonly string[] {
  const { folder, config, files, apis, routes, blockedPlugins, strayExtensions } = sources;
  const reasons = [...routes.map(({ blocked }) => blocked), ...Object.values(blockedPlugins)]
    .filter(Boolean)
    .join('\n');
  const isNew = (label: string) => !reasons.includes(`${label} `);
  return [
    warn('Services are not run', servicesOf(apis).filter(isNew), 'Core routes work without them.'),
    warn(
      'Lifecycles are not run',
      lifecyclesOf(apis).filter(isNew),
      'What they compute, validate or send does not happen.',
    ),
    warn(
      'Hooks are not run',
      hooksOf(folder, apis),
      'What they set up at startup (permissions, initial entries, listeners) is missing.',
    ),
    warn(
      'Extensions of plugins are not run',
      readPluginExtensions(folder)
        .map(({ file }) => file)
        .filter(isNew),
      'Their changes have no effect.',
    ),
    warn('Schemas of missing plugins are ignored', strayExtensions, ''),
    warn(
      'Plugins are not available',
      pluginsOf(folder, config),
      'Their routes and types are not served, and their code does not run on writes.',
    ),
    warn('Cron tasks are not run', cronTasksOf(files), 'Use the cron of your system instead.'),
    warn(
      'Middlewares are not run',
      config.middlewares.custom,
      'What they protect is open: protect it in your reverse proxy.',
    ),
  ].filter((line) => line !== '');
}

function warn(what: string, names: readonly string[], advice: string): string {
  return names.length > 0 ? `${what}: ${names.join(', ')}. ${advice}`.trimEnd() : '';
}

function servicesOf(apis: readonly ApiFolder[]): readonly string[] {
  return apis
    .flatMap((api) => api.services)
    .filter(({ text }) => generatedUid(text, 'createCoreService') === undefined)
    .map(({ label }) => label);
}

function lifecyclesOf(apis: readonly ApiFolder[]): readonly string[] {
  return apis
    .flatMap((api) => api.lifecycles)
    .filter(({ text }) => !isEmptyHooks(text))
    .map(({ label }) => label);
}

function hooksOf(folder: ProjectFolder, apis: readonly ApiFolder[]): readonly string[] {
  const own = readCodeFiles(folder, join(folder.root, 'src')).filter(isIndex);
  return [...own, ...apis.flatMap((api) => api.hooks)]
    .filter(({ text }) => !isEmptyHooks(text))
    .map(({ label }) => label);
}

function isIndex({ key }: CodeFile): boolean {
  return key === 'index';
}

/** Project code that extends a plugin at startup. */
export interface PluginExtension {
  readonly plugin: string;
  /** Path in messages. */
  readonly file: string;
}

/** `strapi-server` files in src/extensions. */
export function readPluginExtensions(folder: ProjectFolder): readonly PluginExtension[] {
  const root = join(folder.root, 'src', 'extensions');
  return foldersIn(root).flatMap((plugin) =>
    readCodeFiles(folder, join(root, plugin))
      .filter(({ key }) => key === 'strapi-server')
      .map(({ label }) => ({ plugin, file: label })),
  );
}

/** Plugins in config/plugins, and packages that Strapi would discover. */
function pluginsOf(folder: ProjectFolder, config: Config): readonly string[] {
  const dependencies = toRecord(readManifest(folder.root)['dependencies']);
  const found = Object.keys(dependencies).flatMap((name) => {
    const plugin = toRecord(readManifest(join(folder.root, 'node_modules', name))['strapi']);
    return plugin['kind'] === 'plugin' ? [toText(plugin['name']) ?? name] : [];
  });
  const names = found.filter((name) => !isKnownPlugin(name));
  return [...new Set([...config.plugins.unknown, ...names])];
}

function cronTasksOf({ sections }: ConfigFiles): readonly string[] {
  const cron = toRecord(valueAt(sections.server.value, 'cron'));
  if (cron['enabled'] !== true || !isRecord(cron['tasks'])) return [];
  return Object.keys(cron['tasks']);
}
