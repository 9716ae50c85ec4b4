// Runs the code of a project: calls `register`, `bootstrap` and `destroy`, and creates its koa application.
import type { Server } from 'node:http';
import type Koa from 'koa';
import type { CustomPermissions } from '../auth/admin/managed-types.ts';
import type { Mail } from '../base/mail.ts';
import type { Config } from '../project/config.ts';
import type { ProjectFolder } from '../project/folder.ts';
import type { ModuleLoader } from '../project/modules.ts';
import { oneLine, ProjectError, reasonOf, type ProjectIssue } from '../project/project-error.ts';
import { isRecord, toRecord, valueAt } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import type { CallerAuthenticator, AdministratorAuthenticator } from './koa/authentication.ts';
import { addMiddlewares, createApplication, type Application } from './koa/application.ts';
import type { RouteTarget } from './koa/route-target.ts';
import type { HostAction, HostRoute } from './koa/host.ts';
import { runBeforeSync } from './database/before-sync.ts';
import { runMigrations, type MigrationConnection } from './database/migrations.ts';
import type { LazyReads } from './documents/lazy-reads.ts';
import type { Subscriptions } from './lifecycles/code-hooks.ts';
import type { Lifecycles } from './lifecycles/lifecycles.ts';
import { locationIn } from './code-location.ts';
import { endStart, whileStarting } from './process-reports.ts';
import { destroyWithin } from './destroy-within.ts';
import { FormFolders } from './koa/form-folders.ts';
import { HostRequests } from './koa/host-requests.ts';
import { HostActions } from './koa/plugin-routes.ts';
import type { FileProvider } from '../media/provider-store.ts';
import type { PluginActions } from './plugins/plugin-actions.ts';
import { providerFiles } from './plugins/upload/project-provider.ts';
import { assertPath, Router } from './koa/router.ts';
import { changedDefinitions } from './load/changed-definitions.ts';
import { setCustomFieldTypes } from './load/custom-field-types.ts';
import { loadMiddlewares } from './load/middleware-files.ts';
import type { CodeFiles } from './load/code-files.ts';
import type { LoadedPlugin } from './load/plugins.ts';
import { collectRoutes, type CollectedRoute } from './routes/collect-routes.ts';
import { CoreReads } from './routes/core-reads.ts';
import { setCallerReads } from './factories/caller-reads.ts';
import { coreRouteOf, type CoreRoute, type HostCoreRoute } from './routes/core-route.ts';
import { describeRoutes, type DescribedRoute } from './routes/describe-routes.ts';
import { endpointOf, withRouteError } from './koa/endpoint.ts';
import { globalMiddlewares } from './koa/global-middlewares.ts';
import { customRoute, serverRoutes } from './routes/server-routes.ts';
import { replaceDefinitions } from '../project/attributes.ts';
import type { ProjectRoutes } from '../project/routes.ts';
import { routeTable, type HostRouteEntry } from './routes/route-table.ts';
import { withAddedRoutes, listOf } from './routes/added-routes.ts';
import type { ContentEventFeed } from '../documents/content-events.ts';
import { isNotOpen } from './strapi/data-slot.ts';
import { SyncHooks } from './strapi/hooks.ts';
import { emitContentEvents } from './strapi/content-events.ts';
import { DeletedRows } from './strapi/deleted-rows.ts';
import type { StrapiInstance } from './strapi/create-strapi.ts';
import type { CodeServerObject } from './strapi/server-object.ts';
import type { CodeContentRules, DataMembers, Strapi } from './strapi/strapi.ts';

/** What `openCode` creates before the database is open. */
export interface CodeDependencies {
  readonly instance: StrapiInstance;
  readonly files: CodeFiles;
  readonly plugins: readonly LoadedPlugin[];
  /** Definitions of the project and built-in ones, and those that plugins add or change. */
  readonly definitions: {
    readonly project: readonly RawDefinition[];
    readonly plugins: readonly RawDefinition[];
  };
  readonly customFields: ReadonlyMap<string, string>;
  /** What does not run, one entry per warning. */
  readonly warnings: readonly string[];
  readonly app: Koa;
  readonly server: CodeServerObject;
  readonly config: Config;
  readonly loader: ModuleLoader;
  readonly folder: ProjectFolder;
}

/** The server in which code runs. */
export interface CodeEnvironment {
  readonly data: DataMembers;
  readonly contentAPI: CodeContentRules;
  readonly reads: LazyReads;
  readonly lifecycles: Pick<Lifecycles, 'subscribeInternally'>;
  /** Events of committed writes. */
  readonly feed: ContentEventFeed;
  readonly authenticator: CallerAuthenticator;
  readonly administrators: AdministratorAuthenticator;
  /** The server's own route of a core action. */
  readonly hostRoute: (route: HostCoreRoute) => HostRoute;
  /** Routes of built-in plugins, in order. */
  readonly hostActions: readonly HostAction[];
  /** All other routes of the server, which follow those of APIs and plugins. */
  readonly hostRoutes: readonly HostRouteEntry[];
}

type Phase = 'register' | 'bootstrap' | 'destroy';

export class RunningCode {
  readonly #dependencies: CodeDependencies;
  readonly #formFolders: FormFolders;
  readonly #syncHooks: SyncHooks;
  #actions: PluginActions | null = null;

  constructor(dependencies: CodeDependencies) {
    this.#dependencies = dependencies;
    this.#syncHooks = new SyncHooks(dependencies.instance.strapi);
    this.#formFolders = new FormFolders(dependencies.instance.strapi.log);
  }

  get strapi(): Strapi {
    return this.#dependencies.instance.strapi;
  }

  /** The hooks and document middlewares of code. */
  get subscriptions(): Subscriptions {
    return this.#dependencies.instance.subscriptions;
  }

  /** Permissions that code adds for administrators; complete after `start`. */
  get permissions(): CustomPermissions {
    return this.#dependencies.instance.permissions.custom;
  }

  /** Definitions that plugins add or code changed. */
  get definitions(): readonly RawDefinition[] {
    const { project, plugins } = this.#dependencies.definitions;
    const all = replaceDefinitions(project, plugins);
    const changed = changedDefinitions(all, (uid) => this.strapi.getModel(uid));
    return replaceDefinitions(plugins, changed);
  }

  get customFields(): ReadonlyMap<string, string> {
    return this.#dependencies.customFields;
  }

  get warnings(): readonly string[] {
    return this.#dependencies.warnings;
  }

  get config(): Config {
    return this.#dependencies.config;
  }

  /** Routes of APIs and plugins, in order. @throws Error for an invalid route */
  collectedRoutes(): readonly CollectedRoute[] {
    return collectRoutes(this.#dependencies.instance, this.#dependencies.config.api.rest.prefix);
  }

  /** The routes for the server: core actions that run no project code, and all others. */
  routes(): ProjectRoutes {
    const { strapi } = this;
    const { prefix } = this.#dependencies.config.api.rest;
    const collected = withProjectError('src/api', () => this.collectedRoutes());
    const all = collected.map((route) => ({
      route,
      core: withRouteError(route.route, strapi, () => {
        assertPath(route.path);
        return openedCoreRoute(route, strapi);
      }),
    }));
    return {
      routes: all.flatMap(({ route, core }) =>
        core === null ? [] : serverRoutes({ route, core }, strapi, prefix),
      ),
      custom: all.flatMap(({ route, core }) => (core === null ? [customRoute(route)] : [])),
    };
  }

  /** Describes how each route is handled so far: `bootstrap` may add hooks and middlewares. */
  describedRoutes(): readonly DescribedRoute[] {
    return describeRoutes(this.collectedRoutes(), this.#dependencies.instance);
  }

  /** Sets `global.strapi` to this project again after another one was loaded. */
  activate(): void {
    Reflect.set(globalThis, 'strapi', this.strapi);
  }

  /** Errors that would prevent the creation of routes and middlewares. Opens nothing. */
  async problems(): Promise<readonly ProjectIssue[]> {
    const { loader, folder } = this.#dependencies;
    const { strapi } = this;
    const issues: ProjectIssue[] = [];
    const collect = (file: string, work: () => unknown): void => {
      try {
        work();
      } catch (error) {
        // Controllers of plugins may read data when they are created.
        if (isNotOpen(error)) return;
        if (error instanceof ProjectError) issues.push(...error.issues);
        else issues.push({ file, path: '', message: reasonOf(error) });
      }
    };
    const configured: unknown = strapi.config.get('middlewares');
    const load = await loadMiddlewares(configured, { loader, folder });
    const unavailable = (): never => {
      throw new Error('No server is running.');
    };
    const found = { authenticate: unavailable, authenticateUser: unavailable };
    const { strategies, observers } = this.#dependencies.instance;
    const callers = { strategies, observers, authenticator: found, administrators: found };
    const dependencies = { strapi, load, ...callers };
    collect('config/middlewares', () =>
      globalMiddlewares(configured, {
        ...dependencies,
        formFolders: this.#formFolders,
        hostRequestOf: unavailable,
        targetOf: unavailable,
      }),
    );
    for (const { route } of this.collectedRoutes()) {
      collect('src/api', () => endpointOf(route, dependencies));
    }
    return issues;
  }

  /** Actions of built-in plugins. @throws Error before `start` */
  get actions(): PluginActions {
    if (this.#actions) return this.#actions;
    throw new Error(
      'The server has not started yet. Actions of plugins can only be called in requests.',
    );
  }

  /** Sends an email with the service of the email plugin, which code may replace. @throws as its provider */
  async sendMail(mail: Mail): Promise<void> {
    const service = this.strapi.service('plugin::email.email');
    const send: unknown = service?.['send'];
    if (typeof send !== 'function') throw new Error('The email plugin has no service "email".');
    await (Reflect.apply(send, service, [mail]) as unknown);
  }

  /** Stores files with the provider of the upload plugin. */
  get files(): FileProvider {
    return providerFiles(this.strapi);
  }

  /** Runs the hook before the tables change, then pending migrations. @returns their names @throws ProjectError */
  async migrate(connection: MigrationConnection): Promise<readonly string[]> {
    const { folder, loader, instance } = this.#dependencies;
    const { config, log } = this.strapi;
    await runBeforeSync(this.#syncHooks, instance.data, connection);
    if (config.get('database.settings.runMigrations', true) === false) return [];
    const runsTypeScript = config.get('database.settings.useTypescriptMigrations') === true;
    const onSkipped = (names: readonly string[]): void => {
      log.warn(
        `Migrations in TypeScript do not run unless config/database sets settings.useTypescriptMigrations: ${names.join(', ')}`,
      );
    };
    return runMigrations(connection, { folder, loader, runsTypeScript, onSkipped });
  }

  /** Runs the `register` functions of plugins, then of the project. */
  async register(): Promise<void> {
    for (const { name, module } of this.#dependencies.plugins) {
      await this.#call('register', `the plugin ${name}`, module);
    }
    await this.#callOwn('register');
    const { contentTypes, components } = this.strapi;
    const models = [...Object.values(contentTypes), ...Object.values(components)];
    setCustomFieldTypes(models, this.customFields);
    // The lifecycles of files, of plugins, and those that `register` has set.
    for (const { uid, lifecycles } of Object.values(contentTypes)) {
      const hooks = toRecord(lifecycles);
      if (Object.keys(hooks).length > 0) this.subscriptions.lifecycles.addModel(uid, hooks);
    }
  }

  /**
   * Creates the routes, runs `bootstrap` and returns the request handler. @throws ProjectError if a route or a middleware
   * cannot be created, or a function fails
   */
  async start(environment: CodeEnvironment, httpServer: Server): Promise<Application> {
    const { instance, server, app, loader, folder } = this.#dependencies;
    const { strapi, data, observers, strategies } = instance;
    server.attach(httpServer);
    data.open(environment);
    const load = await loadMiddlewares(strapi.config.get('middlewares'), { loader, folder });
    const router = new Router<RouteTarget>();
    const hostRequests = new HostRequests();
    this.#actions = new HostActions(environment.hostActions, hostRequests.of, strapi);
    const formFolders = this.#formFolders;
    formFolders.sweep().catch(() => undefined);
    const koa = { strapi, router, hostRequests, formFolders, loadMiddleware: load };
    const middlewares = withProjectError('config/middlewares', () => addMiddlewares(app, koa));
    const reads = new CoreReads({ strapi, observers, ...environment });
    setCallerReads(strapi, reads);
    const dependencies = { strapi, load, observers, strategies, ...environment, reads };
    const addedByRegister = [...server.added];
    const routes = withProjectError('src', () =>
      routeTable(dependencies, this.collectedRoutes(), addedByRegister),
    );
    server.listed = listOf(routes);
    const deleted = new DeletedRows((hooks) => environment.lifecycles.subscribeInternally(hooks));
    emitContentEvents({ feed: environment.feed, hub: instance.eventHub, strapi, deleted });
    await this.#syncHooks.after();
    this.#startCron();
    for (const { name, module } of this.#dependencies.plugins) {
      await this.#call('bootstrap', `the plugin ${name}`, module);
    }
    await this.#callOwn('bootstrap');
    endStart();
    instance.loaded();
    const added = server.added.slice(addedByRegister.length);
    const all = withProjectError('src', () => withAddedRoutes(routes, added, dependencies));
    for (const route of all) router.add(route);
    server.listed = listOf(all);
    return createApplication(app, koa, middlewares);
  }

  /** Runs the `destroy` functions of plugins, then of the project, and stops cron tasks. Errors and timeouts are logged. */
  async close(): Promise<void> {
    const { strapi } = this;
    strapi.cron.destroy();
    try {
      await destroyWithin(this.#destroy(), this.#dependencies.config.quoin.code.hookTimeout);
    } catch (error) {
      strapi.log.error(error);
    }
    strapi.eventHub.destroy();
    await this.#formFolders.close();
  }

  /** A function that fails does not keep the others from running. */
  async #destroy(): Promise<void> {
    const { plugins, files } = this.#dependencies;
    const own = [...files.apis.map(({ index }) => index), files.index];
    const all = [
      ...plugins.map(({ name, module }) => ({ label: `the plugin ${name}`, value: module })),
      ...own.filter((file) => file !== null),
    ];
    for (const { label, value } of all) {
      try {
        await this.#call('destroy', label, value);
      } catch (error) {
        if (!(error instanceof ProjectError)) throw error;
        for (const issue of error.issues) this.strapi.log.error(oneLine(issue));
      }
    }
  }

  /** Starts the tasks of code, and those of config/server if they are enabled. */
  #startCron(): void {
    const { strapi } = this;
    const { enabled, tasks } = toRecord(valueAt(strapi.config.get('server'), 'cron'));
    if (enabled === true && isRecord(tasks)) {
      withProjectError('config/server', () => strapi.cron.add({ ...tasks }));
    }
    strapi.cron.start();
  }

  async #callOwn(phase: Phase): Promise<void> {
    const { index, apis } = this.#dependencies.files;
    for (const api of apis) {
      if (api.index) await this.#call(phase, api.index.label, api.index.value);
    }
    if (index) await this.#call(phase, index.label, index.value);
  }

  async #call(phase: Phase, label: string, module: unknown): Promise<void> {
    const { strapi } = this;
    const { folder } = this.#dependencies;
    const run: unknown = isRecord(module) ? module[phase] : undefined;
    if (typeof run !== 'function') return;
    const call = async (): Promise<unknown> => run.call(module, { strapi });
    try {
      await (phase === 'destroy' ? call() : whileStarting(`${phase} of ${label}`, call));
    } catch (error) {
      const stack = error instanceof Error ? (error.stack ?? '') : '';
      const location = locationIn(folder.root, stack);
      const where = location === null ? '' : ` (${location})`;
      const message = `${phase} failed: ${reasonOf(error)}${where}`;
      throw new ProjectError([{ file: label, path: '', message }], { cause: error });
    }
  }
}

/** Null as well for a controller that uses the database when it is created. */
function openedCoreRoute(route: CollectedRoute, strapi: Strapi): CoreRoute | null {
  try {
    return coreRouteOf(route, strapi);
  } catch (error) {
    if (isNotOpen(error)) return null;
    throw error;
  }
}

/** Converts errors of `work`. @throws ProjectError */
function withProjectError<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    const message = reasonOf(error);
    throw new ProjectError([{ file, path: '', message }], { cause: error });
  }
}
