// The global `strapi`, as far as these functions depend on it.

interface GlobalStrapi {
  readonly config?: { get(path: string, fallback?: unknown): unknown };
  readonly contentTypes?: Readonly<Record<string, unknown>>;
  /** Decides what callers may do. Refuses by throwing. */
  readonly auth?: { verify(auth: unknown, config: { readonly scope: string }): unknown };
}

/** The running instance; undefined before it is set. */
export function globalStrapi(): GlobalStrapi | undefined {
  return (globalThis as { strapi?: GlobalStrapi }).strapi;
}
