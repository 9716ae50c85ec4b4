// Providers: registries of items by id, such as actions of administrators.
import { toRecord } from '../../schema/raw.ts';
import type { CodeProvider } from './strapi.ts';

/** @param idOf Returns the id of an item that is registered without one */
export function createProvider(idOf: (item: unknown) => string): CodeProvider {
  const items = new Map<string, unknown>();
  const provider: CodeProvider = {
    async register(...[first, second]) {
      if (second === undefined) items.set(idOf(first), first);
      else items.set(String(first), second);
      return provider;
    },
    async registerMany(many) {
      const list: readonly unknown[] = Array.isArray(many) ? many : Object.values(toRecord(many));
      for (const item of list) await provider.register(item);
      return provider;
    },
    get: (id) => items.get(id),
    has: (id) => items.has(id),
    keys: () => [...items.keys()],
    values: () => [...items.values()],
    size: () => items.size,
  };
  return provider;
}
