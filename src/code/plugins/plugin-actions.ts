// Actions of built-in plugins as project code calls them: with a koa context.
import type { Context } from 'koa';
import { markCore } from '../factories/core-methods.ts';

/** Runs what answers the routes of Quoin's own plugins. */
export interface PluginActions {
  /**
   * Answers as the route with this permission does: status, headers and cookies are set, and `ctx.body` is an object that
   * code may read, change or replace. Where several routes have the permission, the one of the request's method and path
   * answers, or else the first.
   * @param action Such as `plugin::users-permissions.user.me`
   * @throws the error of the route
   */
  run(action: string, ctx: Context): Promise<void>;
  /** Counts a request to a route of accounts. @throws RateLimitError */
  limit(ctx: Context): Promise<void>;
}

/** An action. */
export type PluginAction = (ctx: Context) => Promise<void>;

/** A controller with some actions of a plugin. Each is a property that may be wrapped or replaced. */
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
