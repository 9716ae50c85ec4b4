// Combines the routes of a project's routers: core routes in order of precedence, actions on versions next to each
// `update` (docs/strapi/differences.md, D15), and custom routes. What blocks an `update` blocks the actions next to
// it.
import {
  coreEndpoints,
  publicationActions,
  PUBLICATION_PATHS,
  type CoreEndpoint,
  type ParsedPublicationAction,
  type RouteAction,
  type RouteConfig,
  type RoutedType,
  type ParsedRoute,
} from './core-router.ts';

/** Core route of a content-type, or of an action on its versions. */
export interface CoreRoute {
  readonly uid: string;
  readonly action: RouteAction;
  /** `<uid>.<action>`: the permission, and the name to release it. */
  readonly name: string;
  readonly method: CoreEndpoint['method'];
  /** Path after the API prefix: `/articles/:id`, or `/v2/articles/:id` if the router has a prefix. */
  readonly path: string;
  /** False if public; otherwise all of these permissions are required. */
  readonly auth: false | { readonly scope: readonly string[] };
  /** All reasons why it returns 501; absent if it is served. */
  readonly blocked?: string;
}

/** A custom route, which is not served. */
export interface CustomRoute {
  readonly file: string;
  readonly method: string;
  readonly path: string;
  readonly handler: string;
}

/** Routes in order of precedence: as in Strapi, the first one for a method and path wins. */
export class RouteTable {
  readonly routes: CoreRoute[] = [];
  readonly custom: CustomRoute[] = [];
  readonly #cores: ReadonlyMap<string, { readonly uid: string; readonly core: CoreEndpoint }>;
  /** Actions on versions that routers enable, by their `update`. */
  readonly #offers: Offer[] = [];

  constructor(types: readonly RoutedType[]) {
    this.#cores = new Map(
      types.flatMap((type) =>
        coreEndpoints(type).map((core) => [`${type.uid}.${core.action}`, { uid: type.uid, core }]),
      ),
    );
  }

  /** Adds the core routes of a type without a router; blocked if there is a reason. */
  addDefaults(type: RoutedType, reason?: string): void {
    for (const { method, path, action } of coreEndpoints(type)) {
      const name = `${type.uid}.${action}`;
      const route = { uid: type.uid, action, name, method, path, auth: { scope: [name] } };
      const index = this.routes.findIndex(
        (other) => other.method === method && other.path === path,
      );
      const known = this.routes[index];
      if (!known) this.routes.push(withReason(route, reason));
      else if (reason) this.routes[index] = withReason(known, known.blocked ?? reason);
      if (action !== 'update') continue;
      const actions = publicationActions(type).map((each) => ({ action: each, ...OPEN }));
      this.#offers.push({ uid: type.uid, path, file: '', actions });
    }
  }

  /** Adds a core or custom route of a router. */
  add(route: ParsedRoute, api: string, file: string): void {
    const { method, path, handler } = route;
    const space = `api::${api}.`;
    const name = handler?.includes('::') ? handler : `${space}${handler}`;
    const found = handler === undefined ? undefined : this.#cores.get(name);
    const isCore = method === found?.core.method && path.endsWith(found.core.path);
    if (!found || !isCore || !isPlain(path)) {
      this.custom.push({ file, method, path, handler: handler ?? 'a function' });
      return;
    }
    const { uid, core } = found;
    if (route.publication) this.#offers.push({ uid, path, file, actions: route.publication });
    if (this.routes.some((other) => other.method === method && other.path === path)) return;
    const first = this.custom.find((other) => meets(other, { method, path }));
    // The scope in Strapi: a handler of another API is prefixed with this API's name.
    const scope = handler?.startsWith(space) ? handler : `${space}${handler}`;
    const auth: CoreRoute['auth'] =
      route.auth === false ? false : { scope: readScope(route.auth) ?? [scope] };
    const entry = { uid, action: core.action, name, method: core.method, path, auth };
    this.routes.push(withReason(entry, routeProblem(route, file, first)));
  }

  /**
   * Routes of the actions on versions that routers enable, next to each existing `update` and blocked by the same
   * reasons. Strapi does not have them, so custom routes with the same path take precedence, whatever their order.
   */
  publicationRoutes(): readonly CoreRoute[] {
    const routes: CoreRoute[] = [];
    for (const { uid, path: base, file, actions } of this.#offers) {
      const isBeside = ({ action, path, uid: of }: CoreRoute): boolean =>
        action === 'update' && path === base && of === uid;
      const update = this.routes.find(isBeside);
      if (!update) continue;
      for (const { action, ...config } of actions) {
        const path = `${base}${PUBLICATION_PATHS[action]}`;
        const endpoint = { method: 'POST', path } as const;
        const isTaken = ({ method, path: other }: CoreRoute): boolean =>
          method === endpoint.method && other === path;
        if (this.routes.some(isTaken) || routes.some(isTaken)) continue;
        const own = this.custom.find((other) => meets(other, endpoint));
        const name = `${uid}.${action}`;
        const auth: CoreRoute['auth'] =
          config.auth === false ? false : { scope: readScope(config.auth) ?? [name] };
        const reasons = [update.blocked, routeProblem(config, file, own)].filter(Boolean);
        routes.push(withReason({ uid, action, name, ...endpoint, auth }, reasons.join('; ')));
      }
    }
    return routes;
  }
}

/** Actions that a router enables next to an `update`. */
interface Offer {
  readonly uid: string;
  /** Path of the `update`. */
  readonly path: string;
  /** Path of the router in messages. */
  readonly file: string;
  readonly actions: readonly ParsedPublicationAction[];
}

/** Default for actions without configuration. */
const OPEN: RouteConfig = { policies: [], middlewares: [] };

function readScope(auth: RouteConfig['auth']): readonly string[] | undefined {
  return Array.isArray(auth) ? auth : undefined;
}

function routeProblem(
  { policies, middlewares, auth }: RouteConfig,
  file: string,
  first: CustomRoute | undefined,
): string | undefined {
  const parts = [
    policies.length > 0 ? `policies ${policies.join(', ')}` : '',
    middlewares.length > 0 ? `middlewares ${middlewares.join(', ')}` : '',
    auth === 'unknown' ? 'an unknown form of "auth"' : '',
  ].filter(Boolean);
  if (parts.length > 0) return `${parts.join(' and ')} in ${file}`;
  return first && `${first.method} ${first.path} in ${first.file} answers instead`;
}

/** Adds a reason why a route is blocked; undefined or empty for none. */
export function withReason(route: CoreRoute, blocked: string | undefined): CoreRoute {
  const { uid, action, name, method, path, auth } = route;
  return { uid, action, name, method, path, auth, ...(blocked ? { blocked } : {}) };
}

/** Returns true for a path of words and parameters; other patterns of Koa's router are not analyzed. */
function isPlain(path: string): boolean {
  return /^[\w.~-]*(?:\/(?::\w+|[\w.~-]*))+$/.test(path);
}

/** Returns true if a custom route handles every request of another route. */
function meets(
  custom: CustomRoute,
  core: { readonly method: string; readonly path: string },
): boolean {
  if (custom.method !== core.method && custom.method !== 'ALL') return false;
  const wanted = core.path.split('/');
  const given = custom.path.split('/');
  const wild = given.findIndex((segment) => /^(?:\*|\(\.\*\)|:\w+\*|:\w+\(\.\*\))/.test(segment));
  if (wild !== -1 && wild < wanted.length) given.length = wanted.length;
  return (
    given.length === wanted.length &&
    wanted.every((segment, index) => {
      if (wild !== -1 && index >= wild) return true;
      const own = given[index] ?? '';
      return own === segment || /^:\w+$/.test(own);
    })
  );
}
