// Opens the code of a project: loads it, creates its `strapi` object and runs its `register` functions.
import type { TextLog } from '../base/logger.ts';
import type { Config } from '../project/config.ts';
import { readConfigValues } from '../project/config-files.ts';
import { createEnv, type Environment } from '../project/env.ts';
import type { ProjectFolder } from '../project/folder.ts';
import { readManifest } from '../project/manifest.ts';
import { createModuleLoader, requireFrom, type ModuleLoader } from '../project/modules.ts';
import { ProjectError, reasonOf, type ProjectIssue } from '../project/project-error.ts';
import { extensionWarnings, type PluginExtension } from '../project/schema-files.ts';
import { buildsJavaScript } from '../project/tsconfig.ts';
import { isRecord, toRecord } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { parseQueryString } from '../query/parse/query-string.ts';
import { addRequestContext, createKoa } from './koa/application.ts';
import { FormFolders } from './koa/form-folders.ts';
import { withDefaultCode } from './load/default-code.ts';
import { loadCodeFiles, type CodeFiles, type Loading } from './load/code-files.ts';
import { withSchemaExtensions } from './load/schema-extensions.ts';
import { setLifecycles } from './load/type-lifecycles.ts';
import { loadPlugins, pluginConfig, type LoadedPlugin } from './load/plugins.ts';
import { reportProcessEnds, reportSlowStart, whileStarting } from './process-reports.ts';
import { RunningCode } from './running-code.ts';
import { createPackages } from './packages.ts';
import { copyOf } from './strapi/config.ts';
import { configValues } from './strapi/config-values.ts';
import { createStrapi } from './strapi/create-strapi.ts';
import { fillRegistries } from './strapi/fill-registries.ts';
import { SyncHooks } from './strapi/hooks.ts';
import { RequestContext } from './strapi/request-context.ts';
import type { PluginModule, Strapi } from './strapi/strapi.ts';
import type { Fields } from './strapi/code-values.ts';
import { CodeServerObject } from './strapi/server-object.ts';

/** The project whose code is opened. */
export interface CodeInput {
  readonly folder: ProjectFolder;
  readonly environment: Environment;
  readonly config: Config;
  /** Definitions of the project and built-in ones. */
  readonly definitions: readonly RawDefinition[];
  /** Schemas of the project for content-types of plugins that are not built in. */
  readonly extensions: readonly PluginExtension[];
  /** Built-in plugins by name. @param running The opened code @param require Loads a package for the project */
  readonly builtIn: (
    running: () => RunningCode,
    require: (name: string) => unknown,
  ) => Readonly<Record<string, PluginModule>>;
  /** Receives the messages of the code and about it. */
  readonly log: TextLog;
  /** Whether to report code that ends the process. */
  readonly reportsEnds: boolean;
  /** Whether to report code that delays the start; only for processes that open one project. */
  readonly reportsSlowStart?: boolean;
  /** Services of `strapi.admin`. @param providers Registries for conditions and actions of permissions */
  readonly adminServices: (providers: Fields) => Fields;
}

/**
 * Loads the code of a project and runs everything that runs before the database is open. @throws ProjectError that lists
 * every file that cannot be loaded
 */
export async function openCode(input: CodeInput): Promise<RunningCode> {
  let loader: ModuleLoader | null = null;
  try {
    return await loadCode(input, (created) => (loader = created));
  } catch (error) {
    (loader as ModuleLoader | null)?.close();
    throw error;
  }
}

async function loadCode(
  input: CodeInput,
  onLoader: (loader: ModuleLoader) => void,
): Promise<RunningCode> {
  const { folder, environment, config } = input;
  if (input.reportsEnds) reportProcessEnds(folder.root, input.log);
  if (input.reportsSlowStart === true) {
    reportSlowStart(folder.root, config.quoin.code.hookTimeout);
  }
  const context = new RequestContext();
  const env = createEnv(environment);
  const nodeEnv = config.nodeEnv;
  const require = requireFrom(folder);
  const { z } = await import('zod');
  const packages = await createPackages(() => strapi, { env, require });
  const loader = createModuleLoader(folder, { packages, keepsModules: true });
  onLoader(loader);
  const values = await readConfigValues({ folder, loader, env, nodeEnv });
  const parseQuery = (text: string): Record<string, unknown> =>
    // Code calls methods of the objects, which have no prototype.
    toRecord(copyOf(parseQueryString(text, config.middlewares.query)));
  const app = createKoa(koaSettings(config, values), parseQuery);
  addRequestContext(app, context);
  const server = new CodeServerObject(app, () => config.api.rest.prefix);
  const customFields = new Map<string, string>();
  const instance = createStrapi({
    folder,
    publicFolder: config.server.publicFolder,
    config: configValues(values, { config, manifest: readManifest(folder.root) }),
    definitions: input.definitions,
    server,
    context,
    customFields,
    log: input.log,
    zod: () => z,
    require,
  });
  const { strapi, registries } = instance;
  Reflect.set(globalThis, 'strapi', strapi);

  const issues: ProjectIssue[] = [];
  const skipped: string[] = [];
  const loading: Loading = {
    folder,
    loader,
    issues,
    buildsJavaScript: buildsJavaScript(folder.root),
    skipped,
  };
  const declared = { ...toRecord(values['plugins']) };
  const found = await whileStarting('Loading the plugins', () =>
    loadPlugins(loading, declared, env),
  );
  const own = withSchemaExtensions(found.plugins, input.extensions);
  const builtIn = Object.entries(input.builtIn(() => code, require)).map(
    ([name, module]): LoadedPlugin => {
      const config = pluginConfig(module, toRecord(declared[name])['config'], env);
      return { name, module: withSchemas(name, module, input.definitions), config };
    },
  );
  const plugins = [...builtIn, ...own.plugins];
  for (const plugin of plugins) strapi.config.set(`plugin::${plugin.name}`, plugin.config);
  strapi.config.set(
    'enabledPlugins',
    Object.fromEntries(plugins.map(({ name }) => [name, { enabled: true }])),
  );
  strapi.config.set('dirs', strapi.dirs);
  const loaded = await whileStarting('Loading the code', () => loadCodeFiles(loading));
  if (issues.length > 0) throw new ProjectError(issues);
  const files = { ...loaded, apis: loaded.apis.map((api) => withDefaultCode(api, strapi)) };
  const extended: LoadedPlugin[] = [];
  for (const plugin of plugins) extended.push(await extend(plugin, files, strapi));
  const builtInTypes = new Map(input.definitions.map((each) => [each.uid, each]));
  const ofPlugins = extended
    .flatMap((plugin) => definitionsOf(plugin, builtInTypes))
    .map((definition) => withExtensionFile(definition, input.extensions));
  instance.addModels(ofPlugins);
  setLifecycles(strapi, files, extended);
  const adminServices = input.adminServices(instance.permissions.service);
  fillRegistries(strapi, registries, { files, plugins: extended, adminServices });
  const code: RunningCode = new RunningCode({
    instance,
    files,
    plugins: extended,
    definitions: { project: input.definitions, plugins: ofPlugins },
    customFields,
    warnings: [
      ...found.warnings,
      ...extensionWarnings(own.unused),
      ...(skipped.length === 0 ? [] : [skippedWarning(skipped)]),
    ],
    app,
    syncHooks: new SyncHooks(strapi),
    formFolders: new FormFolders(strapi.log),
    server,
    config,
    loader,
    folder,
  });
  await code.register();
  return code;
}

function skippedWarning(files: readonly string[]): string {
  return `These files do not run, because Strapi's build leaves out JavaScript unless tsconfig.json sets allowJs: ${files.join(', ')}.`;
}

function koaSettings(
  { server }: Config,
  values: Readonly<Record<string, unknown>>,
): Parameters<typeof createKoa>[0] {
  const keys = toRecord(toRecord(values['server'])['app'])['keys'];
  return {
    trustsProxy: server.proxy.trust,
    ipHeader: server.proxy.ipHeader,
    maxIpsCount: server.proxy.maxIpsCount,
    keys: Array.isArray(keys) ? keys.filter((key) => typeof key === 'string') : [],
  };
}

/** Adds the schemas of the project to a built-in plugin; extensions may replace some. */
function withSchemas(
  name: string,
  module: PluginModule,
  definitions: readonly RawDefinition[],
): PluginModule {
  const types = Object.keys(toRecord(module.contentTypes)).flatMap((type) => {
    const found = definitions.find(({ uid }) => uid === `plugin::${name}.${type}`);
    return found ? [[type, { schema: copyOf(found.json) }] as const] : [];
  });
  return { ...module, contentTypes: Object.fromEntries(types) };
}

/** Content-types of a plugin, and content-types of a built-in plugin that an extension changed. */
function definitionsOf(
  { name, module }: LoadedPlugin,
  known: ReadonlyMap<string, RawDefinition>,
): readonly RawDefinition[] {
  return Object.entries(toRecord(module.contentTypes)).flatMap(([type, value]) => {
    const { schema } = toRecord(value);
    if (!isRecord(schema)) return [];
    const uid = `plugin::${name}.${type}`;
    const present = known.get(uid);
    if (present) {
      const isSame = JSON.stringify(present.json) === JSON.stringify(schema);
      return isSame ? [] : [{ ...present, json: schema }];
    }
    const table = `${name}_${type}`.replaceAll('-', '_').toLowerCase();
    return [
      {
        modelType: 'contentType' as const,
        uid,
        origin: 'plugin' as const,
        file: `the plugin ${name}`,
        json: { collectionName: table, ...schema },
      },
    ];
  });
}

/** Adds the project file that extends a content-type, so that errors can name it. */
function withExtensionFile(
  definition: RawDefinition,
  extensions: readonly PluginExtension[],
): RawDefinition {
  const extension = extensions.find(
    ({ plugin, type }) => definition.uid === `plugin::${plugin}.${type}`,
  );
  return extension ? { ...definition, file: extension.file } : definition;
}

/** Applies the extension of a project to a plugin. @throws ProjectError that names the file */
async function extend(
  plugin: LoadedPlugin,
  { extensions }: CodeFiles,
  strapi: Strapi,
): Promise<LoadedPlugin> {
  const extension = extensions.find(({ key }) => key === plugin.name);
  if (!extension || typeof extension.value !== 'function') return plugin;
  const { label, value: run } = extension;
  const call = async (): Promise<unknown> => run(plugin.module, { strapi });
  try {
    const module = await whileStarting(label, call);
    if (!isRecord(module)) throw new Error('its function must return the plugin.');
    return { ...plugin, module: { ...module } };
  } catch (error) {
    const message = `The extension cannot be used: ${reasonOf(error)}`;
    throw new ProjectError([{ file: label, path: '', message }], { cause: error });
  }
}
