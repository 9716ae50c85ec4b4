// Actions of built-in plugins for project code: they run built-in routes of the server.
import type Koa from 'koa';
import { respondToUpload, parsedFiles, UPLOAD_ACTION } from '../plugins/upload/parsed-upload.ts';
import { serviceRead } from '../plugins/service-reads.ts';
import type { Strapi } from '../strapi/strapi.ts';
import type { PluginActions } from '../plugins/plugin-actions.ts';
import type { HostAction, HostRequest } from './host.ts';
import { authorizedInputOf } from './host-input.ts';
import { setResponse } from './host-response.ts';
import { Router } from './router.ts';

export class HostActions implements PluginActions {
  readonly #byAction = new Map<string, Router<HostAction>>();
  readonly #all = new Router<HostAction>();
  readonly #hostRequestOf: (ctx: Koa.Context) => HostRequest;
  readonly #strapi: Strapi;

  constructor(
    actions: readonly HostAction[],
    hostRequestOf: (ctx: Koa.Context) => HostRequest,
    strapi: Strapi,
  ) {
    this.#hostRequestOf = hostRequestOf;
    this.#strapi = strapi;
    for (const each of actions) {
      const router = this.#byAction.get(each.action) ?? new Router<HostAction>();
      this.#byAction.set(each.action, router);
      const { method, path } = each;
      router.add({ method, path, route: each });
      this.#all.add({ method, path, route: each });
    }
  }

  async run(action: string, ctx: Koa.Context): Promise<void> {
    const read = serviceRead(this.#strapi, action);
    if (read) return read(ctx);
    const files = action === UPLOAD_ACTION ? parsedFiles(ctx) : null;
    if (files) return respondToUpload(this.#strapi, ctx, files);
    const router = this.#byAction.get(action);
    const [match] = router?.match(ctx.method, ctx.path) ?? [];
    const found = match?.route ?? router?.entries[0]?.route;
    if (!found) throw new Error(`${action} cannot be called here.`);
    const response = await this.#hostRequestOf(ctx).runHandler(found.route, authorizedInputOf(ctx));
    setResponse(ctx, response);
  }

  async limit(ctx: Koa.Context): Promise<void> {
    const [match] = this.#all.match(ctx.method, ctx.path);
    if (match)
      await this.#hostRequestOf(ctx).countRequest(match.route.route, authorizedInputOf(ctx));
  }
}
