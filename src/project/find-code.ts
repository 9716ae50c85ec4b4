// Finds the code of a project: files and settings that Strapi would run. Files that only contain what Strapi generated
// are not code: their effect is known.
import { join } from 'node:path';
import { isRecord, toRecord, toText, valueAt } from '../schema/raw.ts';
import { readApiFolders, readCodeFiles, type ApiFile } from './api-folders.ts';
import type { Config } from './config.ts';
import type { ConfigFiles } from './config-files.ts';
import type { RoutedType } from './core-router.ts';
import { foldersIn, linkedFilesIn, type ProjectFolder } from './folder.ts';
import { generatedUid, isEmptyHooks, type Factory } from './generated-code.ts';
import { packageFolder, readManifest } from './manifest.ts';
import { isKnownPlugin } from './plugins-config.ts';

interface Sources {
  readonly folder: ProjectFolder;
  readonly config: Pick<Config, 'plugins' | 'middlewares'>;
  readonly files: ConfigFiles;
  /** Content-types of the project's APIs. */
  readonly types: readonly Pick<RoutedType, 'uid'>[];
}

/** Labels of all code, in the order in which it is loaded; empty if a project has none. */
export function findCode(sources: Sources): readonly string[] {
  const { folder, config, files } = sources;
  const source = join(folder.root, 'src');
  return [
    ...labelsOf(namedFiles(folder, source, 'index').filter(hasHooks)),
    ...pluginsOf(folder, config).map((name) => `the plugin "${name}"`),
    ...codeOfApis(sources),
    ...labelsOf(readCodeFiles(folder, join(source, 'middlewares'))),
    ...labelsOf(readCodeFiles(folder, join(source, 'policies'))),
    ...foldersIn(join(source, 'extensions')).flatMap((plugin) =>
      labelsOf(namedFiles(folder, join(source, 'extensions', plugin), 'strapi-server')),
    ),
    ...(config.plugins.mail.kind === 'none'
      ? [`the email provider "${config.plugins.mail.provider}"`]
      : []),
    ...(config.plugins.upload.store.kind === 'none'
      ? [`the upload provider "${config.plugins.upload.store.provider}"`]
      : []),
    ...config.middlewares.custom.map((name) => `the middleware "${name}"`),
    ...linkedFilesIn(join(folder.root, 'database', 'migrations'))
      .filter((name) => /\.(?:js|ts|sql)$/.test(name))
      .map((name) => `database/migrations/${name}`),
    ...cronTasksOf(files).map((name) => `the cron task "${name}"`),
  ];
}

function codeOfApis({ folder, types }: Sources): readonly string[] {
  const uids = new Set(types.map(({ uid }) => uid));
  const isPlain = (factory: Factory, api: string) => {
    return ({ text }: ApiFile): boolean => {
      const uid = generatedUid(text, factory);
      return uid !== undefined && uids.has(uid) && uid.startsWith(`api::${api}.`);
    };
  };
  return readApiFolders(folder).flatMap(({ name, ...api }) =>
    labelsOf([
      ...api.hooks.filter(hasHooks),
      ...api.routers.filter(not(isPlain('createCoreRouter', name))),
      ...api.controllers.filter(not(isPlain('createCoreController', name))),
      ...api.services.filter(not(isPlain('createCoreService', name))),
      ...api.policies,
      ...api.middlewares,
      ...api.lifecycles.filter(hasHooks),
    ]),
  );
}

function namedFiles(folder: ProjectFolder, path: string, name: string): readonly ApiFile[] {
  return readCodeFiles(folder, path).filter(({ key }) => key === name);
}

function hasHooks({ text }: ApiFile): boolean {
  return !isEmptyHooks(text);
}

function labelsOf(files: readonly ApiFile[]): readonly string[] {
  return files.map(({ label }) => label);
}

function not(isPlain: (file: ApiFile) => boolean): (file: ApiFile) => boolean {
  return (file) => !isPlain(file);
}

/** Plugins in config/plugins, and packages that Strapi would discover. */
function pluginsOf(folder: ProjectFolder, { plugins }: Sources['config']): readonly string[] {
  const dependencies = toRecord(readManifest(folder.root)['dependencies']);
  const found = Object.keys(dependencies).flatMap((name) => {
    const installed = packageFolder(folder.root, name);
    const plugin = toRecord(installed && readManifest(installed)['strapi']);
    return plugin['kind'] === 'plugin' ? [toText(plugin['name']) ?? name] : [];
  });
  const names = found.filter((name) => !isKnownPlugin(name));
  return [...new Set([...plugins.unknown, ...names])];
}

function cronTasksOf({ sections }: ConfigFiles): readonly string[] {
  const cron = toRecord(valueAt(sections.server.value, 'cron'));
  if (cron['enabled'] !== true || !isRecord(cron['tasks'])) return [];
  return Object.keys(cron['tasks']);
}
