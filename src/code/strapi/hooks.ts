// `strapi.hook(name)`: named lists of functions.
import type { CodeHook, Handler } from './service-types.ts';

/** Called with `{ contentTypes }` when the tables match the content-types, before `bootstrap`. */
export const SYNC_HOOKS: readonly string[] = [
  'strapi::content-types.beforeSync',
  'strapi::content-types.afterSync',
];

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
