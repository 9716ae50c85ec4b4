// Actions of built-in plugins for project code, which calls them with a koa context.
import type { Context } from 'koa';
import { markCore } from '../factories/core-methods.ts';

/** Runs the routes of built-in plugins. */
export interface PluginActions {
  /**
   * Runs the route with this permission: status, headers and cookies are set, and `ctx.body` is an object that code may
   * change. Of several routes with the permission, the one that matches the request runs, or else the first. @param action
   * Such as `plugin::users-permissions.user.me` @throws the error of the route
   */
  run(action: string, ctx: Context): Promise<void>;
  /** Counts a request to an account route. @throws RateLimitError */
  limit(ctx: Context): Promise<void>;
}

export type PluginAction = (ctx: Context) => Promise<void>;

/** A controller with some actions of a plugin. Each is a property that code can wrap or replace. */
export function controllerOf(
  actions: () => PluginActions,
  controller: string,
  names: readonly string[],
): Record<string, PluginAction> {
  const own = names.map(
    (name) => [name, (ctx: Context) => actions().run(`${controller}.${name}`, ctx)] as const,
  );
  return markCore(controller, Object.fromEntries(own));
}
