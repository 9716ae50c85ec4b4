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
import { policiesMiddleware, type RouteOwner } from './policies.ts';
import { compose, type Middleware } from './router.ts';
import { errorBody, isError, errorNameOf, reasonPhrase } from './thrown-errors.ts';

/** A route of the project, with the API or plugin that owns it. */
export interface EndpointRoute extends RouteFields {
  readonly info: RouteOwner & { readonly type: string };
}

export interface EndpointDependencies extends MiddlewareDependencies, CallerDependencies {
  readonly administrators: AdministratorAuthenticator;
}

/**
 * Creates the middleware of a route. @param replace Returns the middleware that runs in place of the action
 * @throws ProjectError if the handler, a policy or a middleware cannot be found
 */
export function endpointOf(
  route: EndpointRoute,
  dependencies: EndpointDependencies,
  replace: (action: Middleware) => Middleware = (action) => action,
): Middleware {
  const { strapi } = dependencies;
  return withRouteError(route, strapi, () => {
    const steps = stepsBeforeAction(route, dependencies);
    // Before the database is open, routes are only described.
    const actions = ifOpen(() => actionsOf(route, strapi)) ?? [];
    const action = compose([respondWithResult, ...actions]);
    return compose([...steps, replace(action)]);
  });
}

/**
 * Creates the middleware of a route without its action, to run around a built-in route.
 * @throws ProjectError if a policy or a middleware cannot be found
 */
export function guardOf(route: EndpointRoute, dependencies: EndpointDependencies): Middleware {
  return withRouteError(route, dependencies.strapi, () =>
    compose(stepsBeforeAction(route, dependencies)),
  );
}

/** @throws Error if a policy or a middleware cannot be found */
function stepsBeforeAction(
  route: EndpointRoute,
  dependencies: EndpointDependencies,
): readonly Middleware[] {
  const config = toRecord(route.config);
  const policies = policiesMiddleware(config['policies'], route.info, dependencies.strapi);
  return [
    routeMiddleware(route),
    ...(config['auth'] === false ? [] : [authenticationMiddleware(route, dependencies)]),
    authorizationMiddleware(route),
    ...(policies ? [policies] : []),
    ...routeMiddlewares(config['middlewares'], dependencies),
  ];
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
