// The `strapi` object of a project. `fill-registries` fills its registries.
import { join } from 'node:path';
import type { TextLog } from '../../base/logger.ts';
import type { ProjectFolder } from '../../project/folder.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { AddedParams, type Zod } from './added-params.ts';
import { adminPolicies } from './admin-policies.ts';
import { createConfig } from './config.ts';
import { contentApiMembers } from './content-api-members.ts';
import { createCron, type CronSwitch } from './cron.ts';
import { DataSlot } from './data-slot.ts';
import { createFetch } from './fetch.ts';
import { createHook, SYNC_HOOKS } from './hooks.ts';
import { defineLazy } from './lazy-property.ts';
import { createEventHub, type EventHub } from './event-hub.ts';
import { createCodeLog, type CodeLog } from './log.ts';
import { modelOf } from './models.ts';
import { addNotAvailable } from './not-available.ts';
import { Observers } from './observers.ts';
import { permissionProviders, type PermissionProviders } from './permission-providers.ts';
import {
  codeRegistries,
  customFieldRegistry,
  registerFields,
  type Registries,
} from './registries.ts';
import { createWebhookStore } from './webhook-store.ts';
import { createTransformer } from '../packages/strapi-utils/query-transformer.ts';
import { ownValue } from '../packages/strapi-utils/values.ts';
import { createSubscriptions, type Subscriptions } from '../lifecycles/code-hooks.ts';
import { AuthStrategies } from '../koa/auth-strategies.ts';
import { authorize } from '../koa/authentication.ts';
import { strapiMiddlewares } from '../koa/middlewares.ts';
import { replacesTokens } from '../koa/replaced-tokens.ts';
import { collectRoutes } from '../routes/collect-routes.ts';
import type { RequestContext } from './request-context.ts';
import type { CodeServer } from './server-types.ts';
import type { CodeAuth, CodeDirs, ComponentModel, ContentTypeModel, Strapi } from './strapi.ts';
import type { Fields } from './code-values.ts';

export interface StrapiDependencies {
  readonly folder: ProjectFolder;
  readonly publicFolder: string;
  /** Configuration by file name. The object becomes part of `strapi`. */
  readonly config: Fields;
  readonly definitions: readonly RawDefinition[];
  readonly server: CodeServer;
  /** Receives the messages of `strapi.log`. */
  readonly log: TextLog;
  /** The koa context of the current request. */
  readonly context: RequestContext;
  /** Custom fields that code registers, with the types in which they are stored. */
  readonly customFields: Map<string, string>;
  /** `z` of `@strapi/utils`. */
  readonly zod: () => Zod;
  /** Loads a package of the project. */
  readonly require: (name: string) => unknown;
}

/** The `strapi` object and its registries. */
export interface StrapiInstance {
  readonly strapi: Strapi;
  readonly registries: Registries;
  readonly addedParams: AddedParams;
  readonly data: DataSlot;
  readonly subscriptions: Subscriptions;
  readonly observers: Observers;
  readonly strategies: AuthStrategies;
  readonly eventHub: EventHub;
  readonly cronSwitch: CronSwitch;
  /** Permissions that code adds for administrators. */
  readonly permissions: PermissionProviders;
  /** Adds the content-types and components of definitions. */
  addModels(definitions: readonly RawDefinition[]): void;
  loaded(): void;
}

export function createStrapi(dependencies: StrapiDependencies): StrapiInstance {
  const config = createConfig(dependencies.config, (message) => log.warn(message));
  const level = String(config.get('logger.level', 'http'));
  const log: CodeLog = createCodeLog(dependencies.log, level);
  const subscriptions = createSubscriptions();
  const data = new DataSlot(subscriptions, () => config.get('database'));
  const eventHub = createEventHub();
  const { customFields } = dependencies;
  const contentTypes: Record<string, ContentTypeModel> = {};
  const components: Record<string, ComponentModel> = {};
  const registries: Registries = {
    controllers: {},
    services: {},
    policies: { ...adminPolicies },
    middlewares: strapiMiddlewares(),
    apis: {},
    plugins: {},
  };
  const named = new Map<string, { readonly value?: unknown }>();
  const hooks = Object.fromEntries(SYNC_HOOKS.map((name) => [name, createHook()]));
  const strategies = new AuthStrategies(() => replacesTokens(strapi));
  const auth: CodeAuth = {
    register(type, strategy) {
      if (type === 'content-api') strategies.register(strategy);
      else log.warn(`Authentication strategies of the type "${type}" are not used.`);
      return auth;
    },
    verify: (state, config = {}) => authorize(state, config),
  };
  let isLoaded = false;
  const permissions = permissionProviders(() => isLoaded);
  const addModels = (definitions: readonly RawDefinition[]): void => {
    for (const definition of definitions) {
      const model = modelOf(definition);
      if (model.modelType === 'component') components[model.uid] = model;
      else contentTypes[model.uid] = model;
    }
  };
  addModels(dependencies.definitions);
  const strapi: Strapi = {
    config,
    log,
    dirs: dirsOf(dependencies.folder, dependencies.publicFolder),
    contentTypes,
    components,
    contentType: (uid) => ownValue(contentTypes, uid),
    getModel: (uid) => ownValue(contentTypes, uid) ?? ownValue(components, uid),
    ...registries,
    api: (name) => ownValue(registries.apis, name),
    plugin: (name) => ownValue(registries.plugins, name),
    controller: (uid) => ownValue(registries.controllers, uid),
    service: (uid) => ownValue(registries.services, uid),
    policy: (name) => ownValue(registries.policies, name),
    middleware: (name) => ownValue(registries.middlewares, name),
    eventHub,
    requestContext: {
      get: () => dependencies.context.get(),
      run: async (context, work) => dependencies.context.run(context, work),
    },
    server: dependencies.server,
    get cron() {
      return cron;
    },
    auth,
    customFields: { register: (fields) => registerFields(customFields, fields) },
    fetch: createFetch({ config, log, load: dependencies.require }),
    get(name) {
      const service = named.get(name);
      if (service) return service.value;
      const registry = ownValue(registryObjects, name);
      if (registry) return registry;
      const member = ownValue(ALIASES, name) ?? name;
      if (!Object.hasOwn(strapi, member)) throw new Error(`Could not resolve service ${name}`);
      return Reflect.get(strapi, member) as unknown;
    },
    has: (name) =>
      named.has(name) ||
      Object.hasOwn(registryObjects, name) ||
      Object.hasOwn(strapi, ownValue(ALIASES, name) ?? name),
    add(name, service) {
      const entry: { readonly value?: unknown } = {};
      // Resolvers may use services that are added later.
      defineLazy(entry, 'value', () => resolved(service, strapi));
      named.set(name, entry);
      return strapi;
    },
    hook: (name) => (hooks[name] ??= createHook()),
    hooks,
    admin: {},
    get isLoaded() {
      return isLoaded;
    },
    telemetry: { send: () => Promise.resolve(true) },
    EE: false,
    ee: COMMUNITY,
    features: { config: undefined, isEnabled: () => false, future: { isEnabled: () => false } },
    reload: Object.assign(() => undefined, { isWatching: false }),
    ...data.members,
    query: (uid) => data.data.query(uid),
    get entityService() {
      return data.data.entityService;
    },
    webhookStore: createWebhookStore(() => data.data.query('strapi::webhook')),
    get entityValidator() {
      return data.data.entityValidator;
    },
    get contentAPI() {
      return contentAPI;
    },
  };
  const registryObjects: Readonly<Record<string, object>> = {
    ...codeRegistries(registries, { contentTypes, components, strapi }),
    'custom-fields': customFieldRegistry(customFields),
    'query-params': queryParamsService(strapi),
  };
  addNotAvailable(strapi, strapi.db);
  const cronSwitch: CronSwitch = { isOn: true };
  const cron = createCron({ context: { strapi }, log, cronSwitch });
  const addedParams = new AddedParams(dependencies.zod);
  const contentAPI = contentApiMembers(() => data.contentAPI, {
    params: addedParams,
    routes: () => collectRoutes({ strapi, addedParams }, String(config.get('api.rest.prefix'))),
  });
  const loaded = (): void => {
    isLoaded = true;
  };
  const observers = new Observers({ ...subscriptions, modelOf: (uid) => strapi.getModel(uid) });
  const instance = { strapi, registries, addedParams, data, strategies, eventHub, cronSwitch };
  return { ...instance, subscriptions, observers, permissions, addModels, loaded };
}

/** `strapi.get('query-params')`. */
function queryParamsService({ getModel }: Strapi): object {
  return { transform: createTransformer({ getModel }).transformQueryParams };
}

/** Calls a function of `strapi.add`; returns other values unchanged. */
function resolved(service: unknown, strapi: Strapi): unknown {
  return typeof service === 'function' ? (service(strapi) as unknown) : service;
}

/** Names under which `strapi.get` returns members of `strapi`. */
const ALIASES: Readonly<Record<string, string>> = {
  logger: 'log',
  coreStore: 'store',
  'content-api': 'contentAPI',
};

/** `strapi.ee`: no feature that needs a license is enabled. */
const COMMUNITY: Fields = {
  isEE: false,
  features: { isEnabled: () => false, list: () => [], get: () => undefined },
};

const FOLDERS = ['api', 'components', 'extensions', 'policies', 'middlewares'] as const;

/** In a TypeScript project, paths are those of the compiled code. */
function dirsOf({ root, typescript, outDir }: ProjectFolder, publicFolder: string): CodeDirs {
  return {
    app: foldersOf(root),
    dist: foldersOf(typescript ? outDir : root),
    static: { public: publicFolder },
  };
}

function foldersOf(root: string): Readonly<Record<string, string>> {
  const src = join(root, 'src');
  const inner = FOLDERS.map((name) => [name, join(src, name)] as const);
  return { root, src, config: join(root, 'config'), ...Object.fromEntries(inner) };
}
