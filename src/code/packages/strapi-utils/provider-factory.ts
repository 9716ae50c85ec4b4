// Registry of items by key, with hooks before and after changes.
import { createAsyncParallelHook, createAsyncSeriesHook, type Hook } from './hooks.ts';
import { cloneDeep } from './values.ts';

interface ProviderOptions {
  /** True by default. */
  readonly throwOnDuplicates?: boolean;
}

interface Provider {
  readonly hooks: Readonly<
    Record<'willRegister' | 'didRegister' | 'willDelete' | 'didDelete', Hook>
  >;
  register(key: string, item: unknown): Promise<Provider>;
  delete(key: string): Promise<Provider>;
  get(key: string): unknown;
  values(): unknown[];
  keys(): string[];
  has(key: string): boolean;
  size(): number;
  clear(): Promise<Provider>;
}

/** Creates an empty registry. */
export function providerFactory({ throwOnDuplicates = true }: ProviderOptions = {}): Provider {
  const items = new Map<string, unknown>();
  const hooks = {
    willRegister: createAsyncSeriesHook(),
    didRegister: createAsyncParallelHook(),
    willDelete: createAsyncParallelHook(),
    didDelete: createAsyncParallelHook(),
  };
  const provider: Provider = {
    hooks,
    async register(key, item) {
      if (throwOnDuplicates && items.has(key)) throw new Error(`Duplicated item key: ${key}`);
      await hooks.willRegister.call({ key, value: item });
      items.set(key, item);
      await hooks.didRegister.call({ key, value: cloneDeep(item) });
      return provider;
    },
    async delete(key) {
      if (!items.has(key)) return provider;
      const value = items.get(key);
      await hooks.willDelete.call({ key, value: cloneDeep(value) });
      items.delete(key);
      await hooks.didDelete.call({ key, value: cloneDeep(value) });
      return provider;
    },
    get: (key) => items.get(key),
    values: () => [...items.values()],
    keys: () => [...items.keys()],
    has: (key) => items.has(key),
    size: () => items.size,
    async clear() {
      for (const key of items.keys()) await provider.delete(key);
      return provider;
    },
  };
  return provider;
}
