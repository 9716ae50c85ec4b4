// `strapi.hook(name)`: named lists of functions.
import type { CodeHook, Handler } from './service-types.ts';
import type { Strapi } from './strapi.ts';

/** Called with `{ oldContentTypes, contentTypes }` before the tables are changed, when only `strapi.db.connection` works. */
export const BEFORE_SYNC = 'strapi::content-types.beforeSync';

/** Called with the same when the tables match the content-types, before `bootstrap`. */
const AFTER_SYNC = 'strapi::content-types.afterSync';

export const SYNC_HOOKS: readonly string[] = [BEFORE_SYNC, AFTER_SYNC];

type HookedStrapi = Pick<Strapi, 'hook' | 'store' | 'contentTypes'>;

/** Calls the hooks around the change of the tables, each once. */
export class SyncHooks {
  readonly #strapi: HookedStrapi;
  #isBeforeDone = false;

  constructor(strapi: HookedStrapi) {
    this.#strapi = strapi;
  }

  /** True if code has registered a function that must run before the tables change. */
  get hasBeforeSync(): boolean {
    return !this.#isBeforeDone && this.#strapi.hook(BEFORE_SYNC).getHandlers().length > 0;
  }

  async before(oldContentTypes: unknown): Promise<void> {
    this.#isBeforeDone = true;
    await this.#call(BEFORE_SYNC, oldContentTypes);
  }

  /** Calls the first hook before it, unless that was done before the tables changed. */
  async after(): Promise<void> {
    const oldContentTypes = await formerContentTypes(this.#strapi);
    if (!this.#isBeforeDone) await this.before(oldContentTypes);
    await this.#call(AFTER_SYNC, oldContentTypes);
  }

  async #call(name: string, oldContentTypes: unknown): Promise<void> {
    const { contentTypes } = this.#strapi;
    await this.#strapi.hook(name).call({ oldContentTypes, contentTypes });
  }
}

/** The content-types that Strapi stored at its last start; undefined if it never ran on the database. */
export async function formerContentTypes(strapi: Pick<Strapi, 'store'>): Promise<unknown> {
  const stored = await strapi
    .store({ type: 'strapi', name: 'content_types' })
    .get({ key: 'schema' });
  return stored ?? undefined;
}

export function createHook(): CodeHook {
  const handlers = new Set<Handler>();
  const hook: CodeHook = {
    register(handler) {
      handlers.add(handler);
      return hook;
    },
    delete(handler) {
      handlers.delete(handler);
      return hook;
    },
    getHandlers: () => [...handlers],
    async call(context) {
      for (const handler of handlers) {
        await (Reflect.apply(handler, undefined, [context]) as unknown);
      }
    },
  };
  return hook;
}
