// The middleware of a route: authentication, authorization, policies, route middlewares, action.
import type Koa from 'koa';
import { AppError } from '../../base/errors.ts';
import { ProjectError } from '../../project/project-error.ts';
import { toRecord } from '../../schema/raw.ts';
import type { RouteFields, Strapi } from '../strapi/strapi.ts';
import {
  authenticate,
  authenticateAdmin,
  authorize,
  type AuthenticatesAdmins,
  type CallerDependencies,
} from './authentication.ts';
import { routeMiddlewares, type MiddlewareDependencies } from './middlewares.ts';
import { policiesMiddleware, type RouteOwner } from './policies.ts';
import { composed, type Middleware } from './router.ts';
import { errorBody, isError, nameOfStatus, textOf } from './thrown-errors.ts';

/** A route of the project with its API or plugin. */
export interface EndpointRoute extends RouteFields {
  readonly info: RouteOwner & { readonly type: string };
}

/** Dependencies of endpoints. */
export interface EndpointDependencies extends MiddlewareDependencies, CallerDependencies {
  readonly administrators: AuthenticatesAdmins;
}

/**
 * Creates the middleware of a route. @param replace Returns a replacement for its action, if there is one @throws ProjectError if
 * its handler, a policy or a middleware does not exist
 */
export function endpointOf(
  route: EndpointRoute,
  dependencies: EndpointDependencies,
  replace: (action: Middleware) => Middleware = (action) => action,
): Middleware {
  const { strapi } = dependencies;
  const config = toRecord(route.config);
  try {
    const policies = policiesMiddleware(config['policies'], route.info, strapi);
    return composed([
      describeRoute(route),
      ...(config['auth'] === false ? [] : [identify(route, dependencies)]),
      refuseBelow(route),
      ...(policies ? [policies] : []),
      ...routeMiddlewares(config['middlewares'], dependencies),
      replace(composed([answerWithValue, ...actionsOf(route, strapi)])),
    ]);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `Error creating endpoint ${route.method} ${route.path}: ${reason}`;
    throw new ProjectError([{ file: ownerOf(route.info), path: '', message }], { cause: error });
  }
}

/** Where the routes of an API or a plugin are. */
function ownerOf({ apiName, pluginName }: RouteOwner): string {
  if (pluginName !== undefined) return `plugin ${pluginName}`;
  return apiName === undefined ? 'src' : `src/api/${apiName}/routes`;
}

function describeRoute(route: EndpointRoute): Middleware {
  return (ctx, next) => {
    ctx.state['route'] = { ...route, config: route.config ?? {} };
    return next();
  };
}

function identify({ info }: EndpointRoute, dependencies: EndpointDependencies): Middleware {
  const { administrators, strapi } = dependencies;
  const isAdmin = info.type === 'admin';
  return async (ctx, next) => {
    try {
      if (isAdmin) await authenticateAdmin(ctx, administrators, strapi);
      else await authenticate(ctx, dependencies);
    } catch (error) {
      if (error instanceof AppError && error.name === 'UnauthorizedError') {
        return refuse(ctx, 401, error.message);
      }
      throw error;
    }
    return next();
  };
}

/**
 * Rejects callers without permission. Errors of these two classes that the code of the route throws become responses without
 * their messages, so middlewares of the project do not catch them.
 */
function refuseBelow({ config, info }: EndpointRoute): Middleware {
  const { auth } = toRecord(config);
  // Administrators pass; policies decide what they may do.
  const isChecked = auth !== false && info.type !== 'admin';
  return async (ctx, next) => {
    try {
      if (isChecked) await authorize(ctx.state['auth'], auth);
      return await next();
    } catch (error) {
      if (isError(error, 'UnauthorizedError')) return refuse(ctx, 401);
      if (isError(error, 'ForbiddenError') && !isError(error, 'PolicyError'))
        return refuse(ctx, 403);
      throw error;
    }
  };
}

function refuse(ctx: Koa.Context, status: 401 | 403, message: string = textOf(status)): void {
  ctx.status = status;
  ctx.body = errorBody({ status, name: nameOfStatus(status), message, details: {} });
}

/** Uses the return value of an action as the body, unless the action has set one. */
async function answerWithValue(ctx: Koa.Context, next: () => Promise<unknown>): Promise<void> {
  const value = await next();
  const isEmpty = ctx.body === undefined || ctx.body === null;
  if (isEmpty && value !== undefined && value !== null) ctx.body = value;
}

/** The action that a handler names, bound to its controller. A function is used as it is. */
function actionsOf({ handler, info }: EndpointRoute, strapi: Strapi): readonly Middleware[] {
  if (Array.isArray(handler) && handler.every(isAction)) return handler;
  if (isAction(handler)) return [handler];
  if (typeof handler !== 'string') throw new Error('A handler is a name or a function.');
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
