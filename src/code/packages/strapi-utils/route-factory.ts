// Content API routes of a plugin, which extensions can change: a function with the property `routes`.

interface ContentApiRoutes {
  (): { readonly type: 'content-api'; readonly routes: unknown };
  /** The list itself: extensions can add to it or replace it. */
  routes: unknown;
}

/** Creates the routes once, on first use. */
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
