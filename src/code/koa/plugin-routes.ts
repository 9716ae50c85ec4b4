// Actions of built-in plugins that code calls: the server's own routes answer them.
import type Koa from 'koa';
import type { PluginActions } from '../plugins/plugin-actions.ts';
import type { Exchange, Given, HostAction } from './host.ts';
import { setResponse } from './host-response.ts';
import { Router } from './router.ts';

export class HostActions implements PluginActions {
  readonly #byAction = new Map<string, Router<HostAction>>();
  readonly #all = new Router<HostAction>();
  readonly #exchangeOf: (ctx: Koa.Context) => Exchange;

  constructor(actions: readonly HostAction[], exchangeOf: (ctx: Koa.Context) => Exchange) {
    this.#exchangeOf = exchangeOf;
    for (const each of actions) {
      const known = this.#byAction.get(each.action) ?? new Router<HostAction>();
      this.#byAction.set(each.action, known);
      const { method, path } = each;
      known.add({ method, path, route: each });
      this.#all.add({ method, path, route: each });
    }
  }

  async run(action: string, ctx: Koa.Context): Promise<void> {
    const router = this.#byAction.get(action);
    const [match] = router?.match(ctx.method, ctx.path) ?? [];
    const found = match?.route ?? router?.entries[0]?.route;
    if (!found) throw new Error(`${action} cannot be called here.`);
    const response = await this.#exchangeOf(ctx).act(found.route, givenOf(ctx));
    setResponse(ctx, response);
  }

  async limit(ctx: Koa.Context): Promise<void> {
    const [match] = this.#all.match(ctx.method, ctx.path);
    if (match) await this.#exchangeOf(ctx).count(match.route.route, givenOf(ctx));
  }
}

function givenOf(ctx: Koa.Context): Given & { readonly auth: unknown } {
  const { params } = ctx as { readonly params?: Readonly<Record<string, string>> };
  const { body } = ctx.request as { readonly body?: unknown };
  return { params: params ?? {}, body, auth: ctx.state['auth'] };
}
