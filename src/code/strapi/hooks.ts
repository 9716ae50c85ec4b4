// `strapi.hook(name)`: named lists of functions.
import type { CodeHook, Handler } from './service-types.ts';
import type { Strapi } from './strapi.ts';

/** Called with `{ oldContentTypes, contentTypes }` when the tables match the content-types, before `bootstrap`. */
export const SYNC_HOOKS: readonly string[] = [
  'strapi::content-types.beforeSync',
  'strapi::content-types.afterSync',
];

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
