// `strapi.config`: the values of all configuration files, read and written by dotted paths.
import { isRecord } from '../../schema/raw.ts';
import type { CodeConfig, Fields } from './strapi.ts';

/** Creates `strapi.config`. It owns the values, which are keyed by file name. */
export function createConfig(values: Fields): CodeConfig {
  const methods = {
    get: (path: string, fallback?: unknown): unknown => read(values, path) ?? fallback,
    has: (path: string): boolean => read(values, path) !== undefined,
    set: (path: string, value: unknown): unknown => {
      write(values, path, value);
      return methods;
    },
  };
  return new Proxy(methods, {
    get: (own, key): unknown =>
      typeof key === 'string' && !Object.hasOwn(own, key) ? values[key] : Reflect.get(own, key),
    has: (own, key) => key in own || key in values,
    set: (_own, key, value) => Reflect.set(values, key, value),
  });
}

/** Plugin names contain no dots: `plugin::ledger.currency` is the key `currency` of `plugin::ledger`. */
function read(values: Fields, path: string): unknown {
  let value: unknown = values;
  for (const key of path.split('.')) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

function write(values: Fields, path: string, value: unknown): void {
  const keys = path.split('.');
  const last = keys.pop() ?? path;
  let section: Record<string, unknown> = values;
  for (const key of keys) {
    if (key === '__proto__') return;
    const inner = section[key];
    if (isRecord(inner)) section = inner;
    else {
      const child: Fields = {};
      section[key] = child;
      section = child;
    }
  }
  if (last !== '__proto__') section[last] = value;
}

/** A deep copy of plain objects and lists. Functions and other objects are shared. */
export function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== 'object' || value === null) return value;
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, copyOf(inner)]));
}
