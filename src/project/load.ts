// In charge of loading a project from its folder: environment, configuration, schemas and routes, in this order,
// to one value. Mistakes are collected and told all at once.
import { checkDefinitions } from '../schema/check.ts';
import { toText, valueAt } from '../schema/raw.ts';
import { isScalarType } from '../schema/check-attribute.ts';
import type { RawDefinition, ScalarType } from '../schema/types.ts';
import { readApiFolders } from './api-folders.ts';
import { readConfigFiles } from './config-files.ts';
import { parseConfig, type Config } from './config.ts';
import type { RoutedType } from './core-router.ts';
import {
  hasCustomFields,
  resolveCustomFields,
  type ArchivedType,
  type LiveColumnType,
  type ResolvedFields,
} from './custom-fields.ts';
import { customisationWarnings, readPluginExtensions } from './customisations.ts';
import type { DatabaseConfig } from './database-config.ts';
import { createEnv, envFile, fillEnvironment, type Environment } from './env.ts';
import { envWarnings } from './env-warnings.ts';
import { evaluateFiles, type EvaluationInput, type Reading } from './evaluation.ts';
import { labelOf, openFolder, type ProjectFolder } from './folder.ts';
import { findInterceptors, interceptRoutes } from './interceptors.ts';
import { adviseInstall } from './missing-modules.ts';
import { manifestWarnings, readManifest, uuidOf } from './manifest.ts';
import { leaveOutMissingTargets } from './missing-targets.ts';
import { createModuleLoader } from './modules.ts';
import { blockPlugins, type BlockedPlugins } from './plugin-routes.ts';
import { markPrivateAttributes } from './private-attributes.ts';
import { oneLine, ProjectError, type ProjectIssue } from './project-error.ts';
import { routeWarnings } from './route-warnings.ts';
import { planRoutes, type CoreRoutes } from './routes.ts';
import { readSchemaFiles } from './schema-files.ts';
import { makeSecrets, saveSecrets, type MadeSecret } from './secrets.ts';
import { mailWarnings } from './mail-config.ts';
import { rateLimitWarnings } from './rate-limit-config.ts';
import { securityWarnings } from './security-warnings.ts';
import { uploadStoreWarnings } from './upload-store.ts';
import { allWarnings, type WarningGroups } from './warnings.ts';

/** A project that can be served. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  /** `strapi.uuid` of its package.json; false: it has none, or says that it is not to be counted. */
  readonly uuid: unknown;
  readonly config: Config;
  /**
   * The project's definitions without the built-in ones. One with the uid of a built-in one (an extension)
   * takes its place.
   */
  readonly definitions: readonly RawDefinition[];
  readonly routes: CoreRoutes;
  /** Null: no code of the project runs. */
  readonly code: ProjectCode | null;
  /** Plugins whose routes the project's code may have changed or closed. */
  readonly blockedPlugins: BlockedPlugins;
  /** What is left out or not run, a line each. */
  readonly warnings: readonly string[];
  /** The same warnings by what they are about. */
  readonly warningGroups: WarningGroups;
  /** What was done at this start, a line each. */
  readonly notices: readonly string[];
}

/** The code of a project, loaded. */
export interface ProjectCode {
  /** Content-types that its plugins bring. */
  readonly definitions: readonly RawDefinition[];
  /** Custom fields that it registers, with the types that they are stored as. */
  readonly customFields: ReadonlyMap<string, string>;
  /** What was left out, a line each. */
  readonly notices: readonly string[];
  /** Makes it what files of the project find as `strapi`, after another load of the project. */
  activate(): void;
  close(): Promise<void>;
}

/** What code is loaded with. */
export interface CodeOpening {
  readonly folder: ProjectFolder;
  readonly environment: Environment;
  readonly config: Config;
  /** Of the project and built-in. */
  readonly definitions: readonly RawDefinition[];
}

export interface LoadOptions {
  /** The definitions of built-in types, which the project's may point to and extend. */
  readonly builtIn: readonly RawDefinition[];
  /** Variables; those of `.env` are added to them. Default: the process's. */
  readonly environment?: Environment;
  /** False makes missing secrets for this run only. Default: true. */
  readonly writeSecrets?: boolean;
  /** Looks at the database that is configured; only called where a schema has custom fields. */
  readonly liveColumns?: (database: DatabaseConfig) => Promise<LiveColumnType>;
  /** Looks into the archive that is imported; only called where a schema has custom fields. */
  readonly archivedTypes?: () => Promise<ArchivedType>;
  /** Loads the code of the project; only called where config/quoin says that it runs. */
  readonly openCode?: (opening: CodeOpening) => Promise<ProjectCode>;
  /** Looks at routers, controllers, services and lifecycles. Default: `evaluateFiles`, in a thread. */
  readonly evaluate?: (input: EvaluationInput) => Promise<readonly Reading[]>;
}

/**
 * Loads the project of a folder.
 * @throws ProjectError with every mistake that keeps it from being served.
 */
export async function loadProject(path: string, options: LoadOptions): Promise<Project> {
  const folder = openFolder(path);
  const { environment = process.env, evaluate = evaluateFiles } = options;
  const dotenv = envFile(folder, environment);
  const kept = await fillEnvironment(dotenv, environment);
  const loader = createModuleLoader(folder);
  const nodeEnv = environment['NODE_ENV'] ?? '';
  const files = await readConfigFiles({ folder, loader, env: createEnv(environment), nodeEnv });
  const secrets = makeSecrets(files, environment, kept);
  const { config, issues } = parseConfig(files, { folder, environment });

  const schemas = await readSchemaFiles({ folder, loader, builtIn: options.builtIn });
  // What cannot be served is told first, with all that is wrong with it.
  const isSound = issues.length === 0 && schemas.issues.length === 0;
  const opening = {
    folder,
    environment,
    config,
    definitions: withBuiltIn(schemas.definitions, options.builtIn),
  };
  const code = isSound ? await codeOf(opening, options) : null;
  const definitions = [...schemas.definitions, ...(code?.definitions ?? [])];
  const settled = await settleDefinitions(definitions, config, {
    ...options,
    registered: code?.customFields ?? new Map(),
  });
  const found = checkDefinitions(withBuiltIn(settled.definitions, options.builtIn));
  assertNone([...issues, ...schemas.issues, ...found.issues]);

  const types = code ? [] : settled.definitions.filter(isApiType).map(toRoutedType);
  // Code that runs is not looked at: its routes are made by it.
  const apis = code ? [] : readApiFolders(folder);
  const { release } = config.quoin;
  const { missing, ...planned } = await planRoutes({
    types,
    apis,
    release,
    evaluate: (jobs) => evaluate({ folder, types, jobs, environment }),
  });
  const interceptors = code ? [] : findInterceptors(folder);
  const blockedPlugins = blockPlugins(code ? [] : readPluginExtensions(folder), release);
  if (options.writeSecrets ?? true) saveSecrets(dotenv, secrets);
  const warningGroups: WarningGroups = {
    modules: missing.length > 0 ? [adviseInstall(missing)] : [],
    configuration: [
      ...envWarnings(dotenv, { label: labelOf(folder, dotenv), variables: kept }),
      ...manifestWarnings(folder.root),
      ...files.warnings,
      ...uploadStoreWarnings(config.plugins.upload.store),
      ...mailWarnings(config.plugins.mail),
      ...config.plugins.usersPermissions.providers.warnings,
      ...securityWarnings(config.middlewares.security),
      ...rateLimitWarnings({
        'config/admin: rateLimit': config.admin.rateLimit,
        'config/plugins: users-permissions.config.ratelimit':
          config.plugins.usersPermissions.rateLimit,
      }),
    ],
    schemas: [...settled.warnings, ...found.warnings.map(oneLine)],
    routes: routeWarnings({ ...planned, types, interceptors, blockedPlugins, release }),
    code: code
      ? []
      : customisationWarnings({
          folder,
          config,
          files,
          apis,
          blockedPlugins,
          ...schemas,
          ...planned,
        }),
  };
  return {
    folder: folder.root,
    uuid: uuidOf(readManifest(folder.root)),
    config,
    definitions: settled.definitions,
    routes: interceptRoutes(planned, interceptors, release),
    code,
    blockedPlugins,
    warnings: allWarnings(warningGroups),
    warningGroups,
    notices: [
      ...secretNotice(secrets, labelOf(folder, dotenv), options.writeSecrets ?? true),
      ...settled.notices,
      ...(code?.notices ?? []),
    ],
  };
}

/** The code of the project, loaded; null where it does not run. */
async function codeOf(
  opening: CodeOpening,
  { openCode }: LoadOptions,
): Promise<ProjectCode | null> {
  if (!opening.config.quoin.code.run || !openCode) return null;
  return openCode(opening);
}

interface SettlingOptions extends Pick<LoadOptions, 'builtIn' | 'liveColumns' | 'archivedTypes'> {
  /** Custom fields that code has registered. */
  readonly registered: ReadonlyMap<string, string>;
}

function scalarTypes(fields: ReadonlyMap<string, string>): Readonly<Record<string, ScalarType>> {
  const known = [...fields].flatMap(([name, type]) =>
    isScalarType(type) ? [[name, type] as const] : [],
  );
  return Object.fromEntries(known);
}

/** A project's definitions as they can be checked and served. */
async function settleDefinitions(
  definitions: readonly RawDefinition[],
  config: Config,
  { builtIn, liveColumns, archivedTypes, registered }: SettlingOptions,
): Promise<ResolvedFields> {
  const areThere = hasCustomFields(definitions);
  const fields = resolveCustomFields(definitions, {
    configured: { ...scalarTypes(registered), ...config.quoin.customFields },
    liveColumnType: areThere ? await liveColumns?.(config.database) : undefined,
    archivedType: areThere ? await archivedTypes?.() : undefined,
  });
  const known = new Set([...builtIn, ...definitions].map(({ uid }) => uid));
  const complete = leaveOutMissingTargets(fields.definitions, known);
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
  const replaced = new Set(own.map(({ uid }) => uid));
  return [...builtIn.filter(({ uid }) => !replaced.has(uid)), ...own];
}

function assertNone(issues: readonly ProjectIssue[]): void {
  if (issues.length > 0) throw new ProjectError(issues);
}

function isApiType({ modelType, origin }: RawDefinition): boolean {
  return modelType === 'contentType' && origin === 'api';
}

function toRoutedType({ uid, json }: RawDefinition): RoutedType {
  const draftAndPublish = valueAt(json, 'options.draftAndPublish') === true;
  return {
    uid,
    kind: valueAt(json, 'kind') === 'singleType' ? 'singleType' : 'collectionType',
    singularName: toText(valueAt(json, 'info.singularName')) ?? '',
    pluralName: toText(valueAt(json, 'info.pluralName')) ?? '',
    draftAndPublish,
    versioned: draftAndPublish || valueAt(json, 'pluginOptions.i18n.localized') === true,
  };
}

function secretNotice(
  secrets: readonly MadeSecret[],
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
