// `strapi.config`: the values of all configuration files, read and written by dotted paths.
import { isObject } from '../packages/strapi-utils/values.ts';
import type { StrapiConfig, ConfigPath } from './strapi.ts';
import type { Fields } from './code-values.ts';

/** Creates `strapi.config`. It owns the values, which are keyed by file name. @param warn Reports deprecated paths */
export function createConfig(
  values: Fields,
  warn: (message: string) => void = () => undefined,
): StrapiConfig {
  const keysOf = (path: ConfigPath): readonly string[] => {
    const text = typeof path === 'string' ? path : path.join('.');
    if (!text.startsWith('plugin.')) return toKeys(path);
    const current = text.replace('plugin.', 'plugin::');
    warn(`The configuration path "${text}" is deprecated. Use "${current}" instead.`);
    return toKeys(current);
  };
  const methods = {
    get(path: ConfigPath, fallback?: unknown): unknown {
      const value = find(values, keysOf(path))?.value;
      return value === undefined ? fallback : value;
    },
    has: (path: ConfigPath): boolean => find(values, keysOf(path)) !== null,
    set: (path: ConfigPath, value: unknown): unknown => {
      write(values, keysOf(path), value);
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
function toKeys(path: ConfigPath): readonly string[] {
  if (typeof path !== 'string') return path.map(String);
  return path.replaceAll(/\[(\w+)\]/g, '.$1').split('.');
}

/** Null if there is no such key; its value may be undefined. */
function find(values: Fields, keys: readonly string[]): { readonly value: unknown } | null {
  let value: unknown = values;
  for (const key of keys) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return null;
    value = Reflect.get(value, key);
  }
  return { value };
}

function write(values: Fields, path: readonly string[], value: unknown): void {
  const keys = [...path];
  const last = keys.pop();
  if (last === undefined) return;
  let section: Record<string, unknown> = values;
  for (const key of keys) {
    if (key === '__proto__') return;
    const inner = section[key];
    if (isObject(inner)) section = inner;
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
