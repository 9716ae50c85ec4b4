// In charge of the routes that a project's routers make together: core routes in the order in which they are met, the
// actions on versions beside each `update` (docs/strapi/differences.md, D15), and what is the project's own. What
// closes an `update` closes the actions beside it.
import {
  coreEndpoints,
  publicationActions,
  PUBLICATION_PATHS,
  type CoreEndpoint,
  type PublicationReading,
  type RouteAction,
  type RouteConfig,
  type RoutedType,
  type RouteReading,
} from './core-router.ts';

/** A core route of a content-type, or one of an action on its versions. */
export interface CoreRoute {
  readonly uid: string;
  readonly action: RouteAction;
  /** `<uid>.<action>`: the permission, and the name to release it by. */
  readonly name: string;
  readonly method: CoreEndpoint['method'];
  /** After the API's prefix: `/articles/:id`, or `/v2/articles/:id` where the router has a prefix. */
  readonly path: string;
  /** false: open to all; else every one of these permissions is needed. */
  readonly auth: false | { readonly scope: readonly string[] };
  /** Why it answers 501, all reasons. Not there: it is served. */
  readonly blocked?: string;
}

/** A route of the project's own, which is not served. */
export interface CustomRoute {
  readonly file: string;
  readonly method: string;
  readonly path: string;
  readonly handler: string;
}

/** Routes in the order they are met: as in Strapi, the first one of a method and path answers. */
export class RouteTable {
  readonly routes: CoreRoute[] = [];
  readonly custom: CustomRoute[] = [];
  readonly #cores: ReadonlyMap<string, { readonly uid: string; readonly core: CoreEndpoint }>;
  /** Actions on versions that routers offer, by the `update` that they stand beside. */
  readonly #offers: Offer[] = [];

  constructor(types: readonly RoutedType[]) {
    this.#cores = new Map(
      types.flatMap((type) =>
        coreEndpoints(type).map((core) => [`${type.uid}.${core.action}`, { uid: type.uid, core }]),
      ),
    );
  }

  /** Adds a type's core routes as they are without a router, all of them blocked where there is a reason. */
  addDefaults(type: RoutedType, reason?: string): void {
    for (const { method, path, action } of coreEndpoints(type)) {
      const name = `${type.uid}.${action}`;
      const route = { uid: type.uid, action, name, method, path, auth: { scope: [name] } };
      const place = this.routes.findIndex(
        (other) => other.method === method && other.path === path,
      );
      const known = this.routes[place];
      if (!known) this.routes.push(withReason(route, reason));
      else if (reason) this.routes[place] = withReason(known, known.blocked ?? reason);
      if (action !== 'update') continue;
      const actions = publicationActions(type).map((each) => ({ action: each, ...OPEN }));
      this.#offers.push({ uid: type.uid, path, file: '', actions });
    }
  }

  /** Adds a route of a router: a core route, or a custom one. */
  add(route: RouteReading, api: string, file: string): void {
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
    // The scope that Strapi derives: a handler of another API gets this API's name in front.
    const scope = handler?.startsWith(space) ? handler : `${space}${handler}`;
    const auth: CoreRoute['auth'] =
      route.auth === false ? false : { scope: readScope(route.auth) ?? [scope] };
    const entry = { uid, action: core.action, name, method: core.method, path, auth };
    this.routes.push(withReason(entry, routeProblem(route, file, first)));
  }

  /**
   * The routes of the actions on versions, which routers offer: beside each `update` that is there, and closed by what
   * closes it. Strapi has none, so what the project itself has at their paths answers in their place, wherever it stands.
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
        const place = { method: 'POST', path } as const;
        const isTaken = ({ method, path: other }: CoreRoute): boolean =>
          method === place.method && other === path;
        if (this.routes.some(isTaken) || routes.some(isTaken)) continue;
        const own = this.custom.find((other) => meets(other, place));
        const name = `${uid}.${action}`;
        const auth: CoreRoute['auth'] =
          config.auth === false ? false : { scope: readScope(config.auth) ?? [name] };
        const reasons = [update.blocked, routeProblem(config, file, own)].filter(Boolean);
        routes.push(withReason({ uid, action, name, ...place, auth }, reasons.join('; ')));
      }
    }
    return routes;
  }
}

/** What a router offers beside one `update`. */
interface Offer {
  readonly uid: string;
  /** Of the `update`. */
  readonly path: string;
  /** Path of the router for messages. */
  readonly file: string;
  readonly actions: readonly PublicationReading[];
}

/** Where no router says anything of an action. */
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

/** A route and why it is closed; undefined or empty: it is not. */
export function withReason(route: CoreRoute, blocked: string | undefined): CoreRoute {
  const { uid, action, name, method, path, auth } = route;
  return { uid, action, name, method, path, auth, ...(blocked ? { blocked } : {}) };
}

/** True for a path of words and parameters: what else a prefix may hold for Koa's router is not known here. */
function isPlain(path: string): boolean {
  return /^[\w.~-]*(?:\/(?::\w+|[\w.~-]*))+$/.test(path);
}

/** True where a custom route answers every request for the other one. */
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
