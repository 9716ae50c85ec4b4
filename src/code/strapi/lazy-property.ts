// Registries whose values may be functions of `{strapi}`, which are called once, when the value is first read.
import type { Fields } from './strapi.ts';

/** Parts as plain properties. */
export type Parts = Fields;

/** What functions are called with. */
export interface FactoryContext {
  readonly strapi: unknown;
}

/** Defines a part. What is set in its place later counts. */
export function defineLazy(parts: Parts, name: string, make: () => unknown): void {
  let made: { readonly value: unknown } | undefined;
  Object.defineProperty(parts, name, {
    enumerable: true,
    configurable: true,
    get: () => (made ??= { value: make() }).value,
    set: (value: unknown) => {
      made = { value };
    },
  });
}

/** A function that makes the part, or the part itself. */
export function instantiated(value: unknown, context: FactoryContext): unknown {
  return typeof value === 'function' ? (value(context) as unknown) : value;
}
