// Routes and requests of the server in the form in which koa runs them.
import { accessOf, principalOf } from '../../code/koa/authentication.ts';
import type {
  AuthorizedInput,
  HostAction,
  HostRequest,
  HostRoute,
  RequestInput,
} from '../../code/koa/host.ts';
import type { HostCoreRoute } from '../../code/routes/core-route.ts';
import type { HostRouteEntry } from '../../code/routes/route-table.ts';
import type { CodeEnvironment } from '../../code/start-code.ts';
import { contentRoutes } from '../../http/content/content-routes.ts';
import type {
  AuthorizedOverrides,
  DelegatedRequest,
  RequestOverrides,
} from '../../http/routing/delegated-request.ts';
import type { Route } from '../../http/routing/route.ts';
import type { Services } from '../build-services.ts';

/** The routes of a server for project code. */
export function hostRoutesOf(
  services: Services,
  routes: readonly Route[],
): Pick<CodeEnvironment, 'hostRoute' | 'hostRoutes' | 'hostActions'> {
  return {
    hostRoute: (route) => builtInRoute(services, route),
    hostRoutes: routes.filter((route) => actionsOf(route).length === 0).map(entryOf),
    hostActions: routes.flatMap(actionsOf),
  };
}

/** Returns the built-in route of a core action. */
function builtInRoute({ engine, store }: Services, route: HostCoreRoute): HostRoute {
  const type = store.registry.contentType(route.uid);
  const [created] = contentRoutes(engine, [{ ...route, type }]);
  if (!created) throw new Error(`There is no route for ${route.path}`);
  return hosted(created);
}

/** The routes that code receives, which it does not read. */
const hostedRoutes = new WeakMap<HostRoute, Route>();

function hosted(route: Route): HostRoute {
  hostedRoutes.set(route, route);
  return route;
}

function routeOf(route: HostRoute): Route {
  const known = hostedRoutes.get(route);
  if (!known) throw new Error('This is not a route of the server.');
  return known;
}

/** Parameter name in koa patterns for the `*` of built-in routes. */
const WILDCARD = 'rest';

function entryOf(route: Route): HostRouteEntry {
  const { method, path, body, caller } = route;
  const pattern = path.replace('*', `:${WILDCARD}(.*)`);
  const isForAdmins = caller === 'admin';
  return { method, path: pattern, route: hosted(route), readsBody: body === 'stream', isForAdmins };
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

function overridesOf({ params, body, query }: RequestInput): RequestOverrides {
  return { params: routeParams(params), body, query };
}

function authorizedOverrides({ auth, params, body, query }: AuthorizedInput): AuthorizedOverrides {
  const caller = { principal: principalOf(auth), access: accessOf(auth) };
  return { caller, params: routeParams(params), body, query };
}

/** Converts a request that project code handles. */
export function hostRequestOf(delegated: DelegatedRequest): HostRequest {
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
    run: (route, input) => delegated.run(routeOf(route), overridesOf(input)),
    authorize: async (route, input) => {
      const handle = await delegated.authorize(routeOf(route), overridesOf(input));
      return (changed) => handle(overridesOf(changed));
    },
    runAuthorized: (route, input) =>
      delegated.runAuthorized(routeOf(route), authorizedOverrides(input)),
    runHandler: (route, input) => delegated.runHandler(routeOf(route), authorizedOverrides(input)),
    countRequest: (route, input) =>
      delegated.countRequest(routeOf(route), authorizedOverrides(input)),
    fallback: (methods) => delegated.fallback(methods),
  };
}
