// Route handlers in koa: authentication, authorization, policies, route middlewares and the action.
import type Koa from 'koa';
import { AppError } from '../../base/errors.ts';
import { ProjectError } from '../../project/project-error.ts';
import { toRecord } from '../../schema/raw.ts';
import { locationSuffix } from '../code-location.ts';
import { ifOpen } from '../strapi/data-slot.ts';
import type { RouteFields, Strapi } from '../strapi/strapi.ts';
import {
  authenticate,
  authenticateAdmin,
  authorize,
  type AdministratorAuthenticator,
  type CallerDependencies,
} from './authentication.ts';
import { routeMiddlewares, type MiddlewareDependencies } from './middlewares.ts';
import {
  policiesMiddleware,
  routePolicies,
  type BoundPolicy,
  type RouteOwner,
} from './policies.ts';
import { compose, type Middleware } from './router.ts';
import { errorBody, isError, errorNameOf, reasonPhrase } from './thrown-errors.ts';

/** A route of the project, with the API or plugin that owns it. */
export interface EndpointRoute extends RouteFields {
  readonly info: RouteOwner & { readonly type: string };
}

export interface EndpointDependencies extends MiddlewareDependencies, CallerDependencies {
  readonly administrators: AdministratorAuthenticator;
}

/** Policies and middlewares of a route. All targets of the route share them, because their factories may have state. */
export interface RouteSteps {
  readonly policies: readonly BoundPolicy[];
  readonly middlewares: readonly Middleware[];
}

/** Creates the policies and middlewares of a route. @throws ProjectError if one cannot be found */
export function routeSteps(route: EndpointRoute, dependencies: EndpointDependencies): RouteSteps {
  const { strapi } = dependencies;
  const { policies, middlewares } = toRecord(route.config);
  return withRouteError(route, strapi, () => ({
    policies: routePolicies(policies, route.info, strapi),
    middlewares: routeMiddlewares(middlewares, dependencies),
  }));
}

export interface EndpointOptions {
  /** Default: those of the route */
  readonly steps?: RouteSteps;
  /** Returns the middleware that runs in place of the action. */
  readonly replace?: (action: Middleware) => Middleware;
}

/** Creates the middleware of a route. @throws ProjectError if the handler, a policy or a middleware cannot be found */
export function endpointOf(
  route: EndpointRoute,
  dependencies: EndpointDependencies,
  { steps, replace = (action) => action }: EndpointOptions = {},
): Middleware {
  const { strapi } = dependencies;
  const guard = guardOf(route, steps ?? routeSteps(route, dependencies), dependencies);
  return withRouteError(route, strapi, () => {
    // Before the database is open, routes are only described.
    const actions = ifOpen(() => actionsOf(route, strapi)) ?? [];
    return compose([guard, replace(compose([respondWithResult, ...actions]))]);
  });
}

/** Creates the middleware of a route without its action, to run around a built-in route. */
export function guardOf(
  route: EndpointRoute,
  { policies, middlewares }: RouteSteps,
  dependencies: EndpointDependencies,
): Middleware {
  const { auth } = toRecord(route.config);
  return compose([
    routeMiddleware(route),
    ...(auth === false ? [] : [authenticationMiddleware(route, dependencies)]),
    authorizationMiddleware(route),
    ...(policies.length > 0 ? [policiesMiddleware(policies, dependencies.strapi)] : []),
    ...middlewares,
  ]);
}

/** Names the route, and the line of the project, in errors of `work`. @throws ProjectError */
export function withRouteError<T>(route: EndpointRoute, { dirs }: Strapi, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ProjectError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    const where = locationSuffix(dirs.app['root'] ?? '', error);
    const message = `Error creating endpoint ${route.method} ${route.path}: ${reason}${where}`;
    throw new ProjectError([{ file: ownerOf(route.info), path: '', message }], { cause: error });
  }
}

/** Returns the location of the routes of an API or plugin. */
function ownerOf({ apiName, pluginName }: RouteOwner): string {
  if (pluginName !== undefined) return `plugin ${pluginName}`;
  return apiName === undefined ? 'src' : `src/api/${apiName}/routes`;
}

function routeMiddleware(route: EndpointRoute): Middleware {
  return (ctx, next) => {
    ctx.state['route'] = { ...route, config: route.config ?? {} };
    return next();
  };
}

function authenticationMiddleware(
  { info }: EndpointRoute,
  dependencies: EndpointDependencies,
): Middleware {
  const { administrators, strapi } = dependencies;
  const isAdmin = info.type === 'admin';
  return async (ctx, next) => {
    try {
      if (isAdmin) await authenticateAdmin(ctx, administrators, strapi);
      else await authenticate(ctx, dependencies);
    } catch (error) {
      if (error instanceof AppError && error.name === 'UnauthorizedError') {
        return respondWithError(ctx, 401, error.message);
      }
      throw error;
    }
    return next();
  };
}

/**
 * Rejects callers without the permissions of the route. Errors of the same two classes that its code throws become
 * responses here as well, without their messages: global middlewares see no exception.
 */
function authorizationMiddleware({ config, info }: EndpointRoute): Middleware {
  const { auth } = toRecord(config);
  // Permissions of administrators are checked by policies.
  const isChecked = auth !== false && info.type !== 'admin';
  return async (ctx, next) => {
    try {
      if (isChecked) await authorize(ctx.state['auth'], auth);
      return await next();
    } catch (error) {
      if (isError(error, 'UnauthorizedError')) return respondWithError(ctx, 401);
      if (isError(error, 'ForbiddenError') && !isError(error, 'PolicyError'))
        return respondWithError(ctx, 403);
      throw error;
    }
  };
}

function respondWithError(
  ctx: Koa.Context,
  status: 401 | 403,
  message: string = reasonPhrase(status),
): void {
  ctx.status = status;
  ctx.body = errorBody({ status, name: errorNameOf(status), message, details: {} });
}

/** Sets the body to the value that the action returns, unless the action has set one. */
async function respondWithResult(ctx: Koa.Context, next: () => Promise<unknown>): Promise<void> {
  const value = await next();
  const isEmpty = ctx.body === undefined || ctx.body === null;
  if (isEmpty && value !== undefined && value !== null) ctx.body = value;
}

/** Returns the named action, bound to its controller, or the handler itself if it is a function. */
function actionsOf({ handler, info }: EndpointRoute, strapi: Strapi): readonly Middleware[] {
  if (Array.isArray(handler) && handler.every(isAction)) return handler;
  if (isAction(handler)) return [handler];
  if (typeof handler !== 'string') throw new Error('A handler must be a name or a function.');
  const name = handler.trim();
  const dot = name.lastIndexOf('.');
  const controller = controllerOf(name.slice(0, dot), info, strapi);
  const action: unknown = controller?.[name.slice(dot + 1)];
  if (!isAction(action)) throw new Error(`Handler not found "${name}"`);
  return [(ctx, next) => action.call(controller, ctx, next)];
}

function controllerOf(
  name: string,
  { apiName, pluginName }: RouteOwner,
  strapi: Strapi,
): Record<string, unknown> | undefined {
  const space = pluginName === undefined ? `api::${apiName ?? ''}` : `plugin::${pluginName}`;
  return strapi.controller(`${space}.${name}`) ?? strapi.controller(name);
}

function isAction(value: unknown): value is Middleware {
  return typeof value === 'function';
}
