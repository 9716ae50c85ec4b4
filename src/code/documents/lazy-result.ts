// Lazily built results: arrays and objects whose properties are getters until code uses them. Unlike proxies, they work
// with `structuredClone` and `console.log`.
import { inspect } from 'node:util';
import type { Row } from '../strapi/code-values.ts';

/** Builds the entry at an index. */
export type EntryAt = (index: number) => Row;

type Getter = () => unknown;

interface LazyState {
  readonly texts: readonly string[];
  /** The original getters by key. */
  readonly getters: ReadonlyMap<string, Getter>;
}

const lazyStates = new WeakMap<object, LazyState>();

/** Creates a list whose entries are built on first use. @param texts Entries of the response as JSON */
export function lazyList(texts: readonly string[], entryAt: EntryAt): Row[] {
  const list: Row[] = [];
  const getters = new Map<string, Getter>();
  for (const index of texts.keys()) {
    const key = String(index);
    const settle = (): Row => {
      const entry = entryAt(index);
      define(list, key, entry);
      return entry;
    };
    getters.set(key, settle);
    defineLazily(list, key, settle);
  }
  printable(list, () => [...list]);
  lazyStates.set(list, { texts, getters });
  return list;
}

/** Creates an entry that is built on first use. @param text The entry of the response as JSON */
export function lazyEntry(text: string, keys: readonly string[], entryAt: EntryAt): Row {
  // `settle` adds the properties.
  const entry = {} as Row;
  const getters = new Map<string, Getter>();
  const settle = (): void => {
    for (const [key, value] of Object.entries(entryAt(0))) {
      const get = Object.getOwnPropertyDescriptor(entry, key)?.get;
      if (get && get === getters.get(key)) define(entry, key, value);
    }
  };
  for (const key of keys) {
    const get = (): unknown => {
      settle();
      return entry[key];
    };
    getters.set(key, get);
    defineLazily(entry, key, get);
  }
  printable(entry, () => ({ ...entry }));
  lazyStates.set(entry, { texts: [text], getters });
  return entry;
}

/** Returns the texts of an unused result; null for a result that code has used, and for any other value. */
export function unusedTexts(value: unknown): readonly string[] | null {
  const state = typeof value === 'object' && value !== null ? lazyStates.get(value) : undefined;
  if (!state || typeof value !== 'object' || value === null) return null;
  const { texts, getters } = state;
  if (Object.keys(value).length !== getters.size) return null;
  if (Array.isArray(value) && value.length !== getters.size) return null;
  for (const [key, get] of getters) {
    if (Object.getOwnPropertyDescriptor(value, key)?.get !== get) return null;
  }
  return texts;
}

function defineLazily(target: object, key: string, get: Getter): void {
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    get,
    set(value: unknown) {
      define(target, key, value);
    },
  });
}

function define(target: object, key: string, value: unknown): void {
  Object.defineProperty(target, key, {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  });
}

/** Makes `console.log` print values instead of getters. */
function printable(target: object, copy: () => object): void {
  Object.defineProperty(target, inspect.custom, { configurable: true, value: copy });
}
