// Loads a project from its folder: environment, configuration, schemas and routes, in this order. Errors are
// collected and reported together.
import { checkDefinitions } from '../schema/check.ts';
import { toText, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
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
import { evaluateFiles, type EvaluationInput, type EvaluatedFile } from './evaluation.ts';
import { labelOf, openFolder } from './folder.ts';
import { findInterceptors, interceptRoutes } from './interceptors.ts';
import { adviseInstall } from './missing-modules.ts';
import { manifestWarnings, readManifest, uuidOf } from './manifest.ts';
import { omitMissingTargets } from './omit-missing-targets.ts';
import { createModuleLoader } from './modules.ts';
import { blockPlugins, type BlockedPlugins } from './plugin-routes.ts';
import { markPrivateAttributes } from './private-attributes.ts';
import { oneLine, ProjectError, type ProjectIssue } from './project-error.ts';
import { routeWarnings } from './route-warnings.ts';
import { planRoutes, type CoreRoutes } from './routes.ts';
import { readSchemaFiles } from './schema-files.ts';
import { generateSecrets, saveSecrets, type GeneratedSecret } from './secrets.ts';
import { mailWarnings } from './mail-config.ts';
import { rateLimitWarnings } from './rate-limit-config.ts';
import { securityWarnings } from './security-warnings.ts';
import { uploadStoreWarnings } from './upload-store.ts';
import { allWarnings, type WarningGroups } from './warnings.ts';

/** A valid project. */
export interface Project {
  /** Absolute path. */
  readonly folder: string;
  /** `strapi.uuid` of its package.json; false if it is missing or telemetry is disabled. */
  readonly uuid: unknown;
  readonly config: Config;
  /** Definitions of the project without built-in ones. An extension replaces the built-in definition with its uid. */
  readonly definitions: readonly RawDefinition[];
  readonly routes: CoreRoutes;
  /** Plugins whose routes project code may have changed or closed. */
  readonly blockedPlugins: BlockedPlugins;
  /** What is ignored or does not run, one per line. */
  readonly warnings: readonly string[];
  /** The same warnings by topic. */
  readonly warningGroups: WarningGroups;
  /** What this start did, one per line. */
  readonly notices: readonly string[];
}

export interface LoadOptions {
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
  /** Evaluates routers, controllers, services and lifecycles. Default: `evaluateFiles`, in a thread. */
  readonly evaluate?: (input: EvaluationInput) => Promise<readonly EvaluatedFile[]>;
}

/**
 * Loads the project of a folder.
 * @throws ProjectError with all errors
 */
export async function loadProject(path: string, options: LoadOptions): Promise<Project> {
  const folder = openFolder(path);
  const { environment = process.env, evaluate = evaluateFiles } = options;
  const dotenv = envFile(folder, environment);
  const kept = await fillEnvironment(dotenv, environment);
  const loader = createModuleLoader(folder);
  const nodeEnv = environment['NODE_ENV'] ?? '';
  const files = await readConfigFiles({ folder, loader, env: createEnv(environment), nodeEnv });
  const secrets = generateSecrets(files, environment, kept);
  const { config, issues } = parseConfig(files, { folder, environment });

  const schemas = await readSchemaFiles({ folder, loader, builtIn: options.builtIn });
  const settled = await settleDefinitions(schemas.definitions, config, options);
  const found = checkDefinitions(withBuiltIn(settled.definitions, options.builtIn));
  assertNone([...issues, ...schemas.issues, ...found.issues]);

  const types = settled.definitions.filter(isApiType).map(toRoutedType);
  const apis = readApiFolders(folder);
  const { release } = config.quoin;
  const { missing, ...planned } = await planRoutes({
    types,
    apis,
    release,
    evaluate: (jobs) => evaluate({ folder, types, jobs, environment }),
  });
  const interceptors = findInterceptors(folder);
  const blockedPlugins = blockPlugins(readPluginExtensions(folder), release);
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
    code: customisationWarnings({
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
    blockedPlugins,
    warnings: allWarnings(warningGroups),
    warningGroups,
    notices: [
      ...secretNotice(secrets, labelOf(folder, dotenv), options.writeSecrets ?? true),
      ...settled.notices,
    ],
  };
}

/** Resolves custom fields, missing targets and private attributes of definitions. */
async function settleDefinitions(
  definitions: readonly RawDefinition[],
  config: Config,
  { builtIn, liveColumns, archivedTypes }: LoadOptions,
): Promise<ResolvedFields> {
  const areThere = hasCustomFields(definitions);
  const fields = resolveCustomFields(definitions, {
    configured: config.quoin.customFields,
    liveColumnType: areThere ? await liveColumns?.(config.database) : undefined,
    archivedType: areThere ? await archivedTypes?.() : undefined,
  });
  const known = new Set([...builtIn, ...definitions].map(({ uid }) => uid));
  const complete = omitMissingTargets(fields.definitions, known);
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
