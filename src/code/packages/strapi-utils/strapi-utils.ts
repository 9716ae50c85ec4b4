// The exports of `@strapi/utils`.
import { createHash, randomUUID } from 'node:crypto';
import type { z as zodTypes } from 'zod';
import * as asyncTools from './async-tools.ts';
import * as contentTypes from './content-types.ts';
import * as errors from './errors.ts';
import * as file from './file-sizes.ts';
import { formatYupErrors } from './format-yup-errors.ts';
import * as hooks from './hooks.ts';
import type { GetModel } from './model.ts';
import { isOperator, isOperatorOfType } from './operators.ts';
import * as pagination from './pagination.ts';
import { parseType } from './parse-type.ts';
import * as policy from './policy.ts';
import { arrays, dates, objects } from './primitives.ts';
import { providerFactory } from './provider-factory.ts';
import {
  parsePublicationFilter,
  validatePublicationFilterQueryParam,
} from './publication-filter.ts';
import * as queryKeys from './query-keys.ts';
import { QUERY_SCHEMAS, querySchemas } from './query-schemas.ts';
import * as relations from './relations.ts';
import { createContentApiRoutesFactory } from './route-factory.ts';
import { createTransformer } from './query-transformer.ts';
import { createAPISanitizers } from './sanitize/api-sanitizers.ts';
import * as sanitizers from './sanitize/sanitizers.ts';
import * as sanitizeVisitors from './sanitize/visitors.ts';
import { schemaModifiers } from './schema-modifiers.ts';
import { CSP_DEFAULTS, extendMiddlewareConfiguration } from './security.ts';
import * as strings from './strings.ts';
import * as template from './template-patterns.ts';
import { traverseEntity } from './traverse/entity.ts';
import { traverseQueryFields } from './traverse/query-fields.ts';
import { traverseQueryFilters } from './traverse/query-filters.ts';
import { traverseQueryPopulate } from './traverse/query-populate.ts';
import { traverseQuerySort, hasSort } from './traverse/query-sort.ts';
import { validateYupSchema, validateYupSchemaSync } from './validate-yup.ts';
import { getZodValidationErrors, validateZodSchema } from './validate-zod.ts';
import { createAPIValidators } from './validate/api-validators.ts';
import * as validators from './validate/validators.ts';
import * as validateVisitors from './validate/visitors.ts';

export interface StrapiUtilsDependencies {
  /** `env('NAME', fallback)` with its typed variants, over the environment variables of the process. */
  readonly env: unknown;
  /** Loads a module for the project, by path or package name. */
  readonly require: (name: string) => unknown;
  /** True if project code uses `yup`, which is slow to load; default: true. */
  readonly yup?: boolean;
  /** True if project code uses `z`, which is slow to load; default: true. */
  readonly zod?: boolean;
}

/** The members of the package by name. */
export type StrapiUtils = Record<string, unknown>;

/** Members that only Strapi's own plugins use. */
const LATER = [
  'AbstractRouteValidator',
  'transformUidToValidOpenApiName',
  'sanitizeRouteForSerialization',
  'sanitizeRoutesArrayForSerialization',
  'sanitizeRoutesMapForSerialization',
  'getDeviceName',
  'parseUserAgent',
  'buildSessionMetadata',
  'sanitizeSessionEntry',
  'sortSessionsForDisplay',
  'buildPublicationFilterWhere',
  'hasPublishedVersionBooleanToPublicationFilterMode',
  'parseHasPublishedVersionQueryParam',
];

/** Loads the package. Its members can be replaced, like those of a CommonJS module. */
export async function loadStrapiUtils({
  env,
  require,
  yup = true,
  zod = true,
}: StrapiUtilsDependencies): Promise<StrapiUtils> {
  const schemas = {
    ...(yup ? { yup: (await import('./yup-schemas.ts')).strapiYup } : {}),
    ...(zod ? withQuerySchemas((await import('zod')).z) : {}),
  };
  const utils: StrapiUtils = {
    ...queryKeys,
    parseType,
    env,
    setCreatorFields,
    providerFactory,
    traverseEntity,
    importDefault: (name: string) => defaultOf(require(name)),
    generateInstallId,
    createModelCache,
    validateYupSchema,
    validateYupSchemaSync,
    formatYupErrors,
    validateZodSchema,
    getZodValidationErrors,
    isOperator,
    isOperatorOfType,
    hasSort,
    parsePublicationFilter,
    validatePublicationFilterQueryParam,
    createContentApiRoutesFactory,
    CSP_DEFAULTS,
    extendMiddlewareConfiguration,
    emitAudit,
    sanitize: {
      visitors: { ...sanitizeVisitors },
      sanitizers: { ...sanitizers },
      createAPISanitizers,
    },
    validate: {
      visitors: { ...validateVisitors },
      validators: { ...validators },
      createAPIValidators,
    },
    traverse: {
      traverseQueryFilters,
      traverseQuerySort,
      traverseQueryPopulate,
      traverseQueryFields,
    },
    async: { map: asyncTools.map, pipe: asyncTools.pipe, reduce: asyncTools.reduce },
    pagination: { ...pagination },
    template: { ...template },
    file: { ...file },
    policy: { ...policy },
    errors: { ...errors },
    contentTypes: { ...contentTypes },
    relations: { ...relations },
    hooks: { ...hooks },
    strings: { ...strings },
    arrays,
    objects,
    dates,
    queryParams: { createTransformer },
    packageManager: {
      getPreferred: notAvailable('packageManager.getPreferred'),
      installDependencies: notAvailable('packageManager.installDependencies'),
    },
    ...schemaModifiers,
    ...Object.fromEntries(LATER.map((name) => [name, notAvailable(name)])),
    ...schemas,
  };
  for (const name of ['yup', 'z', ...QUERY_SCHEMAS].filter((each) => !(each in utils))) {
    Object.defineProperty(utils, name, { get: notLoaded(name), enumerable: true });
  }
  return utils;
}

function withQuerySchemas(z: typeof zodTypes): object {
  return { z, ...querySchemas(z) };
}

/** The default export of a module, or the module itself if it has none. */
function defaultOf(loaded: unknown): unknown {
  const isModule = typeof loaded === 'object' && loaded !== null && '__esModule' in loaded;
  return isModule && 'default' in loaded ? loaded.default : loaded;
}

/** The installation id of a project. */
function generateInstallId(projectId: string, installId?: string): string {
  if (installId) return installId;
  if (!projectId) return randomUUID();
  return createHash('sha256').update(`${process.cwd()}-${projectId}`).digest('hex');
}

/** Caches models by uid. */
function createModelCache(getModel: GetModel): { getModel: GetModel; clear(): void } {
  const models = new Map<string, ReturnType<GetModel>>();
  return {
    getModel(uid) {
      const model = models.get(uid) ?? getModel(uid);
      models.set(uid, model);
      return model;
    },
    clear: () => models.clear(),
  };
}

interface AuditContext {
  readonly strapi: {
    readonly eventHub: { emit(event: string, payload: unknown): unknown };
    readonly log: { error(message: string, details: object): unknown };
  };
}

/** Emits an event. Errors of listeners are logged. */
async function emitAudit({ strapi }: AuditContext, event: string, payload: unknown): Promise<void> {
  try {
    await strapi.eventHub.emit(event, payload);
  } catch (error) {
    strapi.log.error(`An event listener failed while handling ${event}`, { error });
  }
}

/** A member that Quoin does not have: a function that throws when it is called. */
function notAvailable(name: string): () => never {
  return () => {
    throw new Error(`@strapi/utils: ${name} is not available in Quoin.`);
  };
}

/** A member that is loaded only for projects whose code uses it. */
function notLoaded(name: string): () => never {
  return () => {
    throw new Error(
      `@strapi/utils: ${name} was not loaded because no code file of the project names it.`,
    );
  };
}

interface Creator {
  readonly user: { readonly id: unknown };
  /** True if the entry is updated, `false` if it is created. */
  readonly isEdition?: boolean;
}

/** Creates a function that adds `updatedBy`, and `createdBy` to new entries. */
function setCreatorFields({
  user,
  isEdition = false,
}: Creator): (data: object) => Record<string, unknown> {
  return (data) => ({
    ...data,
    ...(isEdition ? {} : { createdBy: user.id }),
    updatedBy: user.id,
  });
}
