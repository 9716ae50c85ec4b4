// Properties whose values may be functions of `{strapi}`, which are called when the value is first read.
import type { Fields } from './code-values.ts';

/** An object with lazy properties. */
export type Parts = Fields;

/** The argument of factory functions. */
export interface FactoryContext {
  readonly strapi: unknown;
}

/** Defines a lazy property. An assignment replaces its value. */
export function defineLazy(parts: Parts, name: string, make: () => unknown): void {
  let cached: { readonly value: unknown } | undefined;
  Object.defineProperty(parts, name, {
    enumerable: true,
    configurable: true,
    get: () => (cached ??= { value: make() }).value,
    set: (value: unknown) => {
      cached = { value };
    },
  });
}

/** Calls a factory function; returns other values unchanged. */
export function instantiated(value: unknown, context: FactoryContext): unknown {
  return typeof value === 'function' ? (value(context) as unknown) : value;
}
