// The code of a project, from `register` to `destroy`.
import type { Server } from 'node:http';
import type { CustomPermissions } from '../auth/admin/managed-types.ts';
import type { Mail } from '../base/mail.ts';
import { within } from '../base/within.ts';
import type { FileProvider } from '../media/provider-store.ts';
import { replaceDefinitions } from '../project/attributes.ts';
import type { Config } from '../project/config.ts';
import { withProjectError, type ProjectIssue } from '../project/project-error.ts';
import type { ProjectRoutes } from '../project/routes.ts';
import { toRecord, toText } from '../schema/raw.ts';
import type { RawDefinition } from '../schema/types.ts';
import { codeProblems } from './code-problems.ts';
import { runBeforeSync } from './database/before-sync.ts';
import { runMigrations, type MigrationConnection } from './database/migrations.ts';
import type { Application } from './koa/application.ts';
import { withRouteError } from './koa/endpoint.ts';
import { HostRequests } from './koa/host-requests.ts';
import { HostActions } from './koa/plugin-routes.ts';
import { assertPath } from './koa/router.ts';
import { changedDefinitions } from './load/changed-definitions.ts';
import type { Subscriptions } from './lifecycles/code-hooks.ts';
import type { OpenedCode } from './opened-code.ts';
import { runDestroy, runPhase } from './phases.ts';
import type { PluginActions } from './plugins/plugin-actions.ts';
import { providerFiles } from './plugins/upload/project-provider.ts';
import { collectRoutes, type CollectedRoute } from './routes/collect-routes.ts';
import { coreRouteOf } from './routes/core-route.ts';
import { describeRoutes, type RouteDescription } from './routes/describe-routes.ts';
import { customRoute, serverRoutes } from './routes/server-routes.ts';
import { startCode, type CodeEnvironment, type StartedCode } from './start-code.ts';
import type { Strapi, Model } from './strapi/strapi.ts';
import { describeUnstarted, type ListedAction } from './without-server.ts';

export class RunningCode {
  readonly #opened: OpenedCode;
  #actions: PluginActions | null = null;
  #started: StartedCode | null = null;

  constructor(opened: OpenedCode) {
    this.#opened = opened;
  }

  get strapi(): Strapi {
    return this.#opened.instance.strapi;
  }

  /** The hooks and document middlewares of code. */
  get subscriptions(): Subscriptions {
    return this.#opened.instance.subscriptions;
  }

  /** Permissions that code adds for administrators; complete after `start`. */
  get permissions(): CustomPermissions {
    return this.#opened.instance.permissions.custom;
  }

  /** Definitions that plugins add or code changed. */
  get definitions(): readonly RawDefinition[] {
    const { project, plugins } = this.#opened.definitions;
    const all = replaceDefinitions(project, plugins);
    const changed = changedDefinitions(all, (uid) => this.strapi.getModel(uid));
    return replaceDefinitions(plugins, changed);
  }

  get customFields(): ReadonlyMap<string, string> {
    return this.#opened.customFields;
  }

  get warnings(): readonly string[] {
    return this.#opened.warnings;
  }

  get config(): Config {
    return this.#opened.config;
  }

  /** The routes for the server: core actions that run no project code, and all others. */
  routes(): ProjectRoutes {
    const { strapi } = this;
    const { prefix } = this.config.api.rest;
    const collected = withProjectError('src/api', () => this.#collectRoutes());
    const all = collected.map((route) => ({
      route,
      core: withRouteError(route.route, strapi, () => {
        assertPath(route.path);
        return coreRouteOf(route, strapi);
      }),
    }));
    return {
      routes: all.flatMap(({ route, core }) =>
        core === null ? [] : serverRoutes({ route, core }, strapi, prefix),
      ),
      custom: all.flatMap(({ route, core }) => (core === null ? [customRoute(route)] : [])),
    };
  }

  /**
   * Describes how each route is handled now; before `start`, without what `bootstrap` adds. @param actions Those of built-in
   * plugins
   */
  async describe(actions: readonly ListedAction[]): Promise<RouteDescription> {
    if (this.#started === null) return describeUnstarted(this.#opened, actions);
    const { application, routes } = this.#started;
    return {
      routes: describeRoutes(routes, this.#opened.server.scopes),
      forAll: application.forAll,
    };
  }

  #collectRoutes(): readonly CollectedRoute[] {
    return collectRoutes(this.#opened.instance, this.config.api.rest.prefix);
  }

  /** Sets `global.strapi` and the packages of the folder to those of this project again after another one was loaded. */
  activate(): void {
    this.#opened.loader.activate();
    Reflect.set(globalThis, 'strapi', this.strapi);
  }

  /** Whether scheduled tasks run. Default: true */
  runTasks(isOn: boolean): void {
    this.#opened.instance.cronSwitch.isOn = isOn;
  }

  /** Errors that would prevent the creation of routes and middlewares. Opens nothing. */
  problems(): Promise<readonly ProjectIssue[]> {
    return codeProblems(this.#opened);
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
    const { folder, loader, instance, syncHooks } = this.#opened;
    const { config, log } = this.strapi;
    await runBeforeSync(syncHooks, instance.data, connection);
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
    await runPhase(this.#opened, 'register');
    const { contentTypes, components } = this.strapi;
    const models = [...Object.values(contentTypes), ...Object.values(components)];
    setCustomFieldTypes(models, this.customFields);
    // The lifecycles of files, of plugins, and those that `register` has set.
    for (const { uid, lifecycles } of Object.values(contentTypes)) {
      const hooks = toRecord(lifecycles);
      if (Object.keys(hooks).length > 0) this.subscriptions.lifecycles.addModel(uid, hooks);
    }
  }

  /** Creates the routes, runs `bootstrap` and returns the request handler. @throws as `startCode` */
  async start(environment: CodeEnvironment, httpServer: Server): Promise<Application> {
    const hostRequests = new HostRequests();
    this.#opened.server.attach(httpServer);
    this.#actions = new HostActions(environment.hostActions, hostRequests.of, this.strapi);
    this.#started = await startCode(this.#opened, environment, hostRequests);
    return this.#started.application;
  }

  /** Stops cron tasks at once, then runs the `destroy` functions of plugins and of the project. Errors and timeouts are logged. */
  async close(): Promise<void> {
    const { config, formFolders, loader } = this.#opened;
    const { cron, eventHub, log } = this.strapi;
    cron.destroy();
    try {
      const { hookTimeout } = config.quoin.code;
      await within(hookTimeout, runDestroy(this.#opened), () => {
        const message = `The project’s destroy functions did not finish within ${hookTimeout} ms.`;
        return new Error(message);
      });
    } catch (error) {
      log.error(error);
    }
    eventHub.destroy();
    await formFolders.close();
    loader.close();
  }
}

/**
 * Sets the types in which custom fields are stored, as code sees them after `register`. Unregistered fields are not changed.
 * @param types Types by custom field, such as `plugin::color-picker.color`
 */
function setCustomFieldTypes(models: readonly Model[], types: ReadonlyMap<string, string>): void {
  for (const { attributes } of models) {
    for (const [name, attribute] of Object.entries(attributes)) {
      if (attribute.type !== 'customField') continue;
      const type = types.get(toText(attribute['customField']) ?? '');
      if (type !== undefined) attributes[name] = { ...attribute, type };
    }
  }
}
