// Loads a project from its folder: environment, configuration, schemas and routes, in this order. Errors are
// collected and reported together.
import { createTextLog, type TextLog } from '../base/logger.ts';
import { accountWarnings } from './account-attributes.ts';
import { checkDefinitions } from '../schema/check.ts';
import { toText, valueAt } from '../schema/raw.ts';
import { isScalarType } from '../schema/check-attribute.ts';
import type { RawDefinition, ScalarType } from '../schema/types.ts';
import { readApiFolders } from './api-folders.ts';
import { markPrivateAttributes, replaceDefinitions } from './attributes.ts';
import { importsStrapi, readConfigFiles } from './config-files.ts';
import { retiredSettingWarnings } from './code-config.ts';
import { type Config, parseConfig } from './config.ts';
import type { RoutedType } from './core-router.ts';
import {
  type ArchivedType,
  hasCustomFields,
  type LiveColumnType,
  resolveCustomFields,
  type ResolvedFields,
} from './custom-fields.ts';
import type { DatabaseConfig } from './database-config.ts';
import { createEnv, envFile, type Environment, fillEnvironment } from './env.ts';
import { envWarnings } from './env-warnings.ts';
import { findCode } from './find-code.ts';
import { labelOf, openFolder, type ProjectFolder, copiedFrom } from './folder.ts';
import { manifestWarnings, packageFolder, readManifest, uuidOf } from './manifest.ts';
import { omitMissingTargets } from './omit-missing-targets.ts';
import { createModuleLoader } from './modules.ts';
import type { Packages } from './provided-packages.ts';
import { oneLine, ProjectError, type ProjectIssue } from './project-error.ts';
import { defaultRoutes, plainRoutes, type ProjectRoutes, unroutedTypes } from './routes.ts';
import { extensionWarnings, type PluginExtension, readSchemaFiles } from './schema-files.ts';
import { type GeneratedSecret, generateSecrets, saveSecrets } from './secrets.ts';
import { mailWarnings } from './mail-config.ts';
import { rateLimitWarnings } from './rate-limit-config.ts';
import { securityWarnings } from './security-warnings.ts';
import { uploadStoreWarnings } from './upload-store.ts';
import { allWarnings, ignoredSettingWarnings, type WarningGroups } from './warnings.ts';

/** A valid project. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  /** `strapi.uuid` of its package.json; false if it is missing or telemetry is disabled. */
  readonly uuid: unknown;
  readonly config: Config;
  /**
   * Key of the last change of the content model that was recorded before the schemas were read; null: there was none;
   * undefined: unknown.
   */
  readonly lastChange: string | null | undefined;
  /** Definitions of the project without built-in ones. An extension replaces the built-in definition with its uid. */
  readonly definitions: readonly RawDefinition[];
  readonly routes: ProjectRoutes;
  /** Null if the project has no code, or if its code is switched off. */
  readonly code: ProjectCode | null;
  /** Receives what the project, its code and its server report. */
  readonly log: TextLog;
  /** Ignored files and settings, and code that does not run, one per line. */
  readonly warnings: readonly string[];
  /** `warnings` by topic. */
  readonly warningGroups: WarningGroups;
  /** Actions of this start, one per line. */
  readonly notices: readonly string[];
}

/** The code of a project, loaded. */
export interface ProjectCode {
  /** Content-types that its plugins bring, and whatever it has changed. */
  readonly definitions: readonly RawDefinition[];
  /** Custom fields that it registers, with the types that they are stored as. */
  readonly customFields: ReadonlyMap<string, string>;
  /** Code that does not run, one per line. */
  readonly warnings: readonly string[];
  /** Its routes. @throws ProjectError for invalid routes */
  routes(): ProjectRoutes;
  /** Makes it what files of the project find as `strapi`, after another load of the project. */
  activate(): void;
  /** Whether its scheduled tasks run. Default: true */
  runTasks(isOn: boolean): void;
  /** Stops its scheduled tasks at once. */
  close(): Promise<void>;
}

/** Inputs for loading the code. */
export interface CodeOpening {
  readonly folder: ProjectFolder;
  readonly environment: Environment;
  readonly config: Config;
  /** Of the project and built-in. */
  readonly definitions: readonly RawDefinition[];
  /** Schemas of the project for content-types of plugins that the code loads. */
  readonly extensions: readonly PluginExtension[];
  /** As in `Project`. */
  readonly log: TextLog;
}

/** A folder whose schemas and code are read. */
export interface PreparedFolder {
  readonly root: string;
  /** Files that are not served, one per line. */
  readonly warnings: readonly string[];
  /** As in `Project`; absent: unknown. */
  readonly lastChange?: string | null;
}

export interface LoadOptions {
  /** As in `Project`. Default: lines of text on the standard streams. */
  readonly log?: TextLog;
  /** Built-in definitions, which the project may refer to and extend. */
  readonly builtIn: readonly RawDefinition[];
  /** Variables, to which those of `.env` are added. Default: those of the process. */
  readonly environment?: Environment;
  /** If false, missing secrets are generated for this run only. Default: true. */
  readonly writeSecrets?: boolean;
  /** Inspects the configured database. Called only if a schema has custom fields. */
  readonly liveColumns?: (database: DatabaseConfig) => Promise<LiveColumnType>;
  /** Inspects the archive that is imported. Called only if a schema has custom fields. */
  readonly archivedTypes?: () => Promise<ArchivedType>;
  /** Called with the configuration before schemas are read, from the folder that it returns. */
  readonly prepareFolder?: (folder: string, config: Config) => Promise<PreparedFolder>;
  /** The packages of Strapi for configuration files. Called only if one imports them and Strapi is not installed. */
  readonly packages?: (folder: ProjectFolder, environment: Environment) => Promise<Packages>;
  /** Whether to call `openCode` even if there is no code, for a script that uses `strapi`. Default: false. */
  readonly needsStrapi?: boolean;
  /** Loads the project code. Called only if there is any and config/quoin does not switch it off. */
  readonly openCode?: (opening: CodeOpening) => Promise<ProjectCode>;
}

/**
 * Loads the project of a folder.
 * @throws ProjectError with all errors
 */
export async function loadProject(path: string, options: LoadOptions): Promise<Project> {
  const own = openFolder(path);
  const copied = copiedFrom(own.root);
  // Paths in the configuration may lead out of the folder.
  const origin = copied === null ? own : openFolder(copied);
  const { environment = process.env, log = createTextLog() } = options;
  const dotenv = envFile(origin, environment);
  const restored = await fillEnvironment(dotenv, environment);
  const nodeEnv = environment['NODE_ENV'] ?? '';
  const packages = await packagesForConfig({ folder: origin, nodeEnv }, options);
  const files = await readConfigFiles({
    folder: origin,
    loader: createModuleLoader(origin, packages ? { packages } : {}),
    env: createEnv(environment),
    nodeEnv,
  });
  const secrets = generateSecrets(files, environment, restored);
  const { config, issues } = parseConfig(files, { folder: origin, environment });
  const prepared =
    issues.length === 0 ? await options.prepareFolder?.(own.root, config) : undefined;
  const folder = prepared ? openFolder(prepared.root) : own;
  const loader = createModuleLoader(folder);

  const schemas = await readSchemaFiles({ folder, loader, builtIn: options.builtIn });
  // Models that cannot be served are reported first, with all of their errors.
  const isValid = issues.length === 0 && schemas.issues.length === 0;
  const opening = {
    folder,
    environment,
    config,
    definitions: withBuiltIn(schemas.definitions, options.builtIn),
    extensions: schemas.pluginExtensions,
    log,
  };
  const apiTypes = schemas.definitions.filter(isApiType).map(toRoutedType);
  const found = findCode({ folder, config, files, types: apiTypes });
  const isWanted = found.length > 0 || options.needsStrapi === true;
  const runs = isValid && isWanted && config.quoin.code.enabled;
  const code = runs ? ((await options.openCode?.(opening)) ?? null) : null;
  try {
    const definitions = replaceDefinitions(schemas.definitions, code?.definitions ?? []);
    const resolved = await resolveDefinitions(definitions, config, {
      ...options,
      registered: code?.customFields ?? new Map(),
    });
    const checked = checkDefinitions(withBuiltIn(resolved.definitions, options.builtIn));
    assertNone([...issues, ...schemas.issues, ...checked.issues]);

    const types = resolved.definitions.filter(isApiType).map(toRoutedType);
    const routes =
      code?.routes() ??
      (found.length > 0 ? defaultRoutes(types) : plainRoutes(types, readApiFolders(folder)));
    const unsaved = (options.writeSecrets ?? true) ? saveSecrets(dotenv, secrets) : null;
    const warningGroups: WarningGroups = {
      configuration: [
        ...envWarnings(dotenv, { label: labelOf(origin, dotenv), variables: restored }),
        ...(unsaved === null ? [] : [unsaved]),
        ...manifestWarnings(folder.root),
        ...files.warnings,
        ...retiredSettingWarnings(files.sections.quoin.value),
        ...ignoredSettingWarnings(files),
        ...(code ? [] : uploadStoreWarnings(config.plugins.upload.store)),
        ...(code ? [] : mailWarnings(config.plugins.mail)),
        ...config.plugins.usersPermissions.providers.warnings,
        ...securityWarnings(config.middlewares.security),
        ...rateLimitWarnings({
          'config/admin: rateLimit': config.admin.rateLimit,
          'config/plugins: users-permissions.config.ratelimit':
            config.plugins.usersPermissions.rateLimit,
        }),
      ],
      schemas: [
        ...(prepared?.warnings ?? []),
        ...resolved.warnings,
        ...checked.warnings.map(oneLine),
        ...(code ? [] : extensionWarnings(schemas.pluginExtensions)),
        ...accountWarnings(resolved.definitions),
      ],
      routes: unroutedWarning(unroutedTypes(types, routes)),
      code: code ? code.warnings : switchedOffWarning(found),
    };
    return {
      folder: folder.root,
      uuid: uuidOf(readManifest(folder.root)),
      config,
      lastChange: prepared?.lastChange,
      definitions: resolved.definitions,
      routes,
      code,
      log,
      warnings: allWarnings(warningGroups),
      warningGroups,
      notices: [
        ...(unsaved === null
          ? secretNotice(secrets, labelOf(origin, dotenv), options.writeSecrets ?? true)
          : []),
        ...resolved.notices,
      ],
    };
  } catch (error) {
    await code?.close();
    throw error;
  }
}

async function packagesForConfig(
  context: { readonly folder: ProjectFolder; readonly nodeEnv: string },
  { packages, environment = process.env }: LoadOptions,
): Promise<Packages | undefined> {
  const { folder } = context;
  const isNeeded = packageFolder(folder.root, '@strapi/strapi') === null && importsStrapi(context);
  return isNeeded ? packages?.(folder, environment) : undefined;
}

function unroutedWarning(uids: readonly string[]): readonly string[] {
  if (uids.length === 0) return [];
  return [`Content-types without a router in their API have no routes: ${uids.join(', ')}.`];
}

/** @param found Labels of the code of a project that does not run */
function switchedOffWarning(found: readonly string[]): readonly string[] {
  if (found.length === 0) return [];
  return [
    `Project code is switched off ("code" in config/quoin): ${found.join(', ')}. All content-types have their core ` +
      'routes, without the checks and changes of this code; roles and tokens alone decide who may use them.',
  ];
}

/** Inputs for resolving definitions. */
interface ResolveOptions extends Pick<LoadOptions, 'builtIn' | 'liveColumns' | 'archivedTypes'> {
  /** Custom fields that project code has registered. */
  readonly registered: ReadonlyMap<string, string>;
}

function scalarTypes(fields: ReadonlyMap<string, string>): Readonly<Record<string, ScalarType>> {
  const known = [...fields].flatMap(([name, type]) =>
    isScalarType(type) ? [[name, type] as const] : [],
  );
  return Object.fromEntries(known);
}

/** Resolves custom fields, missing targets and private attributes of definitions. */
export async function resolveDefinitions(
  definitions: readonly RawDefinition[],
  config: Config,
  { builtIn, liveColumns, archivedTypes, registered }: ResolveOptions,
): Promise<ResolvedFields> {
  const exist = hasCustomFields(definitions);
  const fields = resolveCustomFields(definitions, {
    configured: { ...scalarTypes(registered), ...config.quoin.customFields },
    liveColumnType: exist ? await liveColumns?.(config.database) : undefined,
    archivedType: exist ? await archivedTypes?.() : undefined,
  });
  const uids = new Set([...builtIn, ...definitions].map(({ uid }) => uid));
  const complete = omitMissingTargets(fields.definitions, uids);
  return {
    definitions: markPrivateAttributes(complete.definitions, config.api.privateAttributes),
    warnings: [...fields.warnings, ...complete.warnings],
    notices: fields.notices,
  };
}

function withBuiltIn(
  own: readonly RawDefinition[],
  builtIn: readonly RawDefinition[],
): readonly RawDefinition[] {
  const uids = new Set(own.map(({ uid }) => uid));
  return [...builtIn.filter(({ uid }) => !uids.has(uid)), ...own];
}

function assertNone(issues: readonly ProjectIssue[]): void {
  if (issues.length > 0) throw new ProjectError(issues);
}

function isApiType({ modelType, origin }: RawDefinition): boolean {
  return modelType === 'contentType' && origin === 'api';
}

function toRoutedType({ uid, json }: RawDefinition): RoutedType {
  return {
    uid,
    kind: valueAt(json, 'kind') === 'singleType' ? 'singleType' : 'collectionType',
    singularName: toText(valueAt(json, 'info.singularName')) ?? '',
    pluralName: toText(valueAt(json, 'info.pluralName')) ?? '',
    draftAndPublish: valueAt(json, 'options.draftAndPublish') === true,
  };
}

function secretNotice(
  secrets: readonly GeneratedSecret[],
  file: string,
  written: boolean,
): readonly string[] {
  if (secrets.length === 0) return [];
  const names = secrets.map(({ name }) => name).join(', ');
  return [
    written
      ? `Generated new secrets in ${file}: ${names}. Keep this file, and keep it private.`
      : `These secrets are missing and will be generated in ${file} at startup: ${names}.`,
  ];
}
