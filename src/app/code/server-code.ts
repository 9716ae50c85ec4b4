// The code of a project in its server: loaded if there is any, and bound to the server's services.
import type { Server } from 'node:http';
import type { HostRequest, HostAction } from '../../code/koa/host.ts';
import type * as authentication from '../../code/koa/authentication.ts';
import type * as thrownErrors from '../../code/koa/thrown-errors.ts';
import type { Application } from '../../code/koa/application.ts';
import type { CodeHooks } from '../../code/lifecycles/code-hooks.ts';
import type { DescribedRoute } from '../../code/routes/describe-routes.ts';
import type { ProjectIssue } from '../../project/project-error.ts';
import type { HostCoreRoute } from '../../code/routes/core-route.ts';
import type { HostRouteEntry } from '../../code/routes/route-table.ts';
import type { RunningCode } from '../../code/running-code.ts';
import type { ReadMiddleware } from '../../documents/read-hooks.ts';
import type { WriteHooks } from '../../documents/write-hooks.ts';
import { contentRoutes } from '../../http/content/content-routes.ts';
import type { ContentCaller } from '../../http/routing/authorize.ts';
import type { Route } from '../../http/routing/route.ts';
import type { DelegatedRequest, RequestDelegate } from '../../http/routing/delegated-request.ts';
import type { CodeOpening, Project, ProjectCode } from '../../project/load.ts';
import { createEnv, type Environment } from '../../project/env.ts';
import type { ProjectFolder } from '../../project/folder.ts';
import { requireFrom, type Packages } from '../../project/modules.ts';
import type { ServiceOverrides, Services } from '../build-services.ts';
import { runningCode } from './project-code.ts';

/** Loads the code of a project. @param reports What to report about the process @throws ProjectError */
export async function openProjectCode(
  opening: CodeOpening,
  reports: { readonly reportsEnds: boolean; readonly reportsSlowStart: boolean },
): Promise<ProjectCode> {
  const { openCode, codePlugins, adminServices, adminDependencies } = await import('./runtime.ts');
  const deferred: DeferredServices = { services: null };
  const code = await openCode({
    ...opening,
    ...reports,
    builtIn: (running, require) =>
      codePlugins({
        config: opening.config,
        require,
        services: () => servicesOf(deferred),
        actions: () => running().actions,
      }),
    adminServices: (providers) =>
      adminServices(() => adminDependencies(servicesOf(deferred)), providers),
  });
  deferredServices.set(code, deferred);
  return code;
}

/** The packages of Strapi for configuration files, which are loaded before `strapi` exists. */
export async function configPackages(
  folder: ProjectFolder,
  environment: Environment,
): Promise<Packages> {
  const { createPackages } = await import('./runtime.ts');
  const strapi = (): never => {
    throw new Error('strapi does not exist yet while config/ is loaded.');
  };
  return createPackages(strapi, { env: createEnv(environment), require: requireFrom(folder) });
}

/** The services that plugins of code depend on, available once the server exists. */
interface DeferredServices {
  services: Services | null;
}

const deferredServices = new WeakMap<ProjectCode, DeferredServices>();

function servicesOf({ services }: DeferredServices): Services {
  if (services) return services;
  throw new Error('The database is not open yet. Use it in bootstrap, not in register.');
}

/** The code of a served project, with its hooks and middlewares. */
export interface ServedCode {
  readonly running: RunningCode;
  readonly hooks: CodeHooks;
  readonly writeHooks: WriteHooks;
  /** Its document middlewares, around reads of administrators. */
  readonly readMiddleware: ReadMiddleware;
  /** Services of built-in plugins that it has replaced. */
  readonly overrides: ServiceOverrides;
}

/** Returns the code of a project, or null if it has none. */
export async function codeOf({ code, config }: Project): Promise<ServedCode | null> {
  if (code === null) return null;
  const running = await runningCode(code);
  const runtime = await import('./runtime.ts');
  const { createCodeHooks, fileOverrides, fileNamingOf, libraryOverrides } = runtime;
  const { userOverrides, withOverrides, writeHooksOf } = runtime;
  const hooks = createCodeHooks(config.quoin.code, running.subscriptions);
  const { strapi } = running;
  const overrides: ServiceOverrides = {
    users: userOverrides(strapi),
    library: (library) => withOverrides(library, fileOverrides(strapi)),
    adminLibrary: libraryOverrides(strapi),
    fileNaming: fileNamingOf(strapi),
  };
  const writeHooks = writeHooksOf(hooks);
  return { running, hooks, writeHooks, readMiddleware: hooks.reads, overrides };
}

type Callers = Pick<typeof authentication, 'principalOf' | 'accessOf'> &
  Pick<typeof thrownErrors, 'toRouteError'>;

/** Describes how each route of a project is handled; null without code. */
export async function describedRoutes({
  code,
}: Project): Promise<readonly DescribedRoute[] | null> {
  if (code === null) return null;
  return (await runningCode(code)).describedRoutes();
}

/** Returns the reasons why routes of a project's code cannot be created. */
export async function codeProblems({ code }: Project): Promise<readonly ProjectIssue[]> {
  return code === null ? [] : (await runningCode(code)).problems();
}

/** Delegates requests to project code after it has started. */
export class CodeDelegate implements RequestDelegate {
  #application: Application | null = null;
  #callers: Callers | null = null;

  handles(method: string, path: string): boolean {
    return this.#application?.handles(method, path) ?? false;
  }

  handle(delegated: DelegatedRequest): Promise<void> {
    if (!this.#application || !this.#callers) throw new Error('The code has not started yet.');
    return this.#application.handle(hostRequestOf(delegated, this.#callers));
  }

  convertError(error: unknown): unknown {
    return this.#callers ? this.#callers.toRouteError(error) : error;
  }

  /** @throws ProjectError if a route cannot be created or a function of the project fails */
  async start(
    { running, hooks }: ServedCode,
    services: Services,
    { routes, server }: { readonly routes: readonly Route[]; readonly server: Server },
  ): Promise<void> {
    const { createAdminRoles, createCodeMembers } = await import('./runtime.ts');
    const { store, engine, authenticator } = services;
    const deferred = deferredServices.get(running);
    if (deferred) deferred.services = services;
    await createAdminRoles(services);
    const members = createCodeMembers({ store, engine, hooks, running });
    const hostRoute = (route: HostCoreRoute): Route => builtInRoute(services, route);
    const hostActions = routes.flatMap(actionsOf);
    const hostRoutes = routes.filter((route) => actionsOf(route).length === 0).map(entryOf);
    const administrators = services.administrators.authenticator;
    const routing = { authenticator, administrators, hostRoute, hostRoutes, hostActions };
    const { lifecycles } = hooks;
    const environment = { ...members, ...routing, lifecycles, feed: engine.feed };
    this.#callers = await import('./runtime.ts');
    this.#application = await running.start(environment, server);
  }
}

/** Returns the built-in route of a core action. */
function builtInRoute({ engine, store }: Services, route: HostCoreRoute): Route {
  const type = store.registry.contentType(route.uid);
  const [created] = contentRoutes(engine, [{ ...route, type }]);
  if (!created) throw new Error(`There is no route for ${route.path}`);
  return created;
}

/** Parameter name in koa patterns for the `*` of built-in routes. */
const WILDCARD = 'rest';

function entryOf(route: Route): HostRouteEntry {
  const { method, path, body, caller } = route;
  const pattern = path.replace('*', `:${WILDCARD}(.*)`);
  const isForAdmins = caller === 'admin';
  return { method, path: pattern, route, readsBody: body === 'stream', isForAdmins };
}

/** The action of a built-in plugin that a route belongs to, if any. */
function actionsOf(route: Route): readonly HostAction[] {
  if (route.caller !== 'permission') return [];
  const [action = ''] = route.permissions;
  const isPlugin = /^plugin::(?:users-permissions|upload|email|i18n)\./.test(action);
  return isPlugin ? [{ ...entryOf(route), action }] : [];
}

/** Converts koa path parameters to those of built-in routes. */
function routeParams({
  [WILDCARD]: rest,
  ...params
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return rest === undefined ? params : { ...params, '*': rest };
}

function hostRequestOf(
  delegated: DelegatedRequest,
  { principalOf, accessOf }: Callers,
): HostRequest {
  const callerOf = (auth: unknown): ContentCaller => ({
    principal: principalOf(auth),
    access: accessOf(auth),
  });
  const { request, response } = delegated;
  return {
    request,
    response,
    log: delegated.log,
    logFailure: (error) => delegated.logFailure(error),
    headers: () => delegated.headers(),
    preflight: () => delegated.preflight(),
    body: (handlers) => delegated.body(handlers),
    discardBody: () => delegated.discardBody(),
    // The cast is safe: all routes that code receives are created by `allRoutes`.
    run: (route, { params, body, query }) =>
      delegated.run(route as Route, { params: routeParams(params), body, query }),
    runAuthorized: (route, { auth, params, body, query }) =>
      delegated.runAuthorized(route as Route, {
        caller: callerOf(auth),
        params: routeParams(params),
        body,
        query,
      }),
    runHandler: (route, { auth, params, body, query }) =>
      delegated.runHandler(route as Route, {
        caller: callerOf(auth),
        params: routeParams(params),
        body,
        query,
      }),
    countRequest: (route, { auth, params, body, query }) =>
      delegated.countRequest(route as Route, {
        caller: callerOf(auth),
        params: routeParams(params),
        body,
        query,
      }),
    fallback: (methods) => delegated.fallback(methods),
  };
}
