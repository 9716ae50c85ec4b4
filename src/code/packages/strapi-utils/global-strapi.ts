// The part of the global `strapi` that these functions use.

interface GlobalStrapi {
  readonly config?: { get(path: string, fallback?: unknown): unknown };
  readonly contentTypes?: Readonly<Record<string, unknown>>;
  /** Checks permissions of callers, and throws if one is missing. */
  readonly auth?: { verify(auth: unknown, config: { readonly scope: string }): unknown };
}

/** The running instance; undefined before it is set. */
export function globalStrapi(): GlobalStrapi | undefined {
  return (globalThis as { strapi?: GlobalStrapi }).strapi;
}
