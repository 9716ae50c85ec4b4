// `strapi.requestContext`: the koa context of the current request.
import { AsyncLocalStorage } from 'node:async_hooks';
import type Koa from 'koa';

interface Current {
  readonly project: RequestContext;
  readonly ctx: Koa.Context;
}

/** Shared by all projects of a process, because each storage in use slows down every promise on Node 20. */
const storage = new AsyncLocalStorage<Current>();

/** The contexts of requests to one project. */
export class RequestContext {
  /** Undefined outside of requests to this project. */
  get(): Koa.Context | undefined {
    const current = storage.getStore();
    // A request to another project may have loaded this one.
    return current?.project === this ? current.ctx : undefined;
  }

  run<T>(ctx: Koa.Context, work: () => T): T {
    return storage.run({ project: this, ctx }, work);
  }
}
