// Content API routes of a plugin that extensions can change: a function that carries the list.

interface ContentApiRoutes {
  (): { readonly type: 'content-api'; readonly routes: unknown };
  /** The list itself: what is pushed to it, or set in its place, counts. */
  routes: unknown;
}

/** Builds the routes once, on first use. */
export function createContentApiRoutesFactory(build: () => unknown): ContentApiRoutes {
  let routes: { readonly list: unknown } | null = null;
  const list = (): unknown => {
    routes ??= { list: build() };
    return routes.list;
  };
  const create = (): ReturnType<ContentApiRoutes> => ({ type: 'content-api', routes: list() });
  // `routes` is added in the next statement.
  return Object.defineProperty(create as ContentApiRoutes, 'routes', {
    get: list,
    set(next: unknown) {
      routes = { list: next };
    },
    enumerable: true,
  });
}
