// Dependencies of a project's code by name: a function of `{strapi}` is called once, when its part is first asked for.
import type { Fields } from './strapi.ts';

/** Dependencies as plain properties. */
export type Dependencies = Fields;

/** What functions are called with. */
export interface PartContext {
  readonly strapi: unknown;
}

/** Defines a part. What is set in its place later counts. */
export function definePart(parts: Dependencies, name: string, make: () => unknown): void {
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
export function instantiated(value: unknown, context: PartContext): unknown {
  return typeof value === 'function' ? (value(context) as unknown) : value;
}
