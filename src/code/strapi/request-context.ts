// `strapi.requestContext`: the koa context of the current request, in AsyncLocalStorage.
import { AsyncLocalStorage } from 'node:async_hooks';
import type Koa from 'koa';

/** Runs a function in the context of a request. */
export class RequestContext {
  readonly #storage = new AsyncLocalStorage<Koa.Context>();

  /** Undefined outside of requests. */
  get(): Koa.Context | undefined {
    return this.#storage.getStore();
  }

  run<T>(context: Koa.Context, work: () => T): T {
    return this.#storage.run(context, work);
  }
}
