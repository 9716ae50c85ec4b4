// In charge of which core routes a project serves, under which path and to whom. A route whose policies,
// middlewares, controller, service or lifecycles are not run here answers 501 until the operator releases it by
// name: serving it without them would open what the site had closed, or lose what they make of a value.
import type { ApiFolder, CodeFile } from './api-folders.ts';
import {
  coreEndpoints,
  createRouter,
  readRouter,
  type CoreAction,
  type CoreEndpoint,
  type RoutedType,
  type RouteReading,
} from './core-router.ts';
import type { EvaluationJob, Reading } from './evaluation.ts';
import { generatedUid, isEmptyHooks, type Factory } from './generated-code.ts';
import { apiOf, problemsOf } from './route-problems.ts';
import { SERVICE_METHODS } from './strapi-stub.ts';

/** A core route of a content-type. */
export interface CoreRoute {
  readonly uid: string;
  readonly action: CoreAction;
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

export interface CoreRoutes {
  readonly routes: readonly CoreRoute[];
  readonly custom: readonly CustomRoute[];
  /** Types whose API has routers, none of which serves the type. */
  readonly unrouted: readonly string[];
}

interface Sources {
  readonly types: readonly RoutedType[];
  readonly apis: readonly ApiFolder[];
  /** Names from `release` in config/quoin. */
  readonly release: readonly string[];
  /** Looks at files that must be run to be understood. */
  readonly evaluate: (jobs: readonly EvaluationJob[]) => Promise<readonly Reading[]>;
}

/** The routes of all `api::` types, in the order in which Strapi registers them. */
export async function planRoutes(sources: Sources): Promise<CoreRoutes> {
  const { types, apis, release } = sources;
  const readings = await readFiles(sources);
  const table = new RouteTable(types);
  for (const api of apis) {
    const own = types.filter(({ uid }) => apiOf(uid) === api.name);
    if (api.routers.length === 0) for (const type of own) table.addDefaults(type);
    for (const router of api.routers) {
      const { routes, failure } = readings.get(router.file) ?? {};
      for (const route of routes ?? []) table.add(route, api.name, router.label);
      if (routes) continue;
      const reason = `${router.label} cannot be read: ${failure ?? 'no reason given'}`;
      for (const type of types) {
        const concerned = own.includes(type) || router.text.includes(type.uid);
        if (concerned) table.addDefaults(type, reason);
      }
    }
  }
  const routes = table.routes.map((route) => {
    if (isReleased(route, release)) return withReason(route, undefined);
    const own = route.blocked === undefined ? [] : [route.blocked];
    return withReason(route, [...own, ...problemsOf(route, { types, apis, readings })].join('; '));
  });
  const routed = new Set(routes.map(({ uid }) => uid));
  return {
    routes,
    custom: table.custom,
    unrouted: types.map(({ uid }) => uid).filter((uid) => !routed.has(uid)),
  };
}

/** Routes in the order they are met: as in Strapi, the first one of a method and path answers. */
class RouteTable {
  readonly routes: CoreRoute[] = [];
  readonly custom: CustomRoute[] = [];
  readonly #cores: ReadonlyMap<string, { readonly uid: string; readonly core: CoreEndpoint }>;

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
    if (this.routes.some((other) => other.method === method && other.path === path)) return;
    const { uid, core } = found;
    const first = this.custom.find((other) => meets(other, { method, path }));
    // The scope that Strapi derives: a handler of another API gets this API's name in front.
    const scope = handler?.startsWith(space) ? handler : `${space}${handler}`;
    const auth: CoreRoute['auth'] =
      route.auth === false ? false : { scope: readScope(route.auth) ?? [scope] };
    const entry = { uid, action: core.action, name, method: core.method, path, auth };
    this.routes.push(withReason(entry, routeProblem(route, file, first)));
  }
}

function readScope(auth: RouteReading['auth']): readonly string[] | undefined {
  return Array.isArray(auth) ? auth : undefined;
}

function routeProblem(
  { policies, middlewares, auth }: RouteReading,
  file: string,
  first: CustomRoute | undefined,
): string | undefined {
  const parts = [
    policies.length > 0 ? `policies ${policies.join(', ')}` : '',
    middlewares.length > 0 ? `middlewares ${middlewares.join(', ')}` : '',
    auth === 'unknown' ? 'a form of "auth" that is not known' : '',
  ].filter(Boolean);
  if (parts.length > 0) return `${parts.join(' and ')} in ${file}`;
  return first && `${first.method} ${first.path} in ${first.file} answers in its place`;
}

/** True for a route that the operator wants to be served as it is. */
export function isReleased(
  { name, uid }: Pick<CoreRoute, 'name' | 'uid'>,
  release: readonly string[],
): boolean {
  return release.includes(name) || release.includes(uid);
}

function withReason(route: CoreRoute, blocked: string | undefined): CoreRoute {
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

/** A reading of every file that says something of core routes: untouched generated ones by their text. */
async function readFiles({
  types,
  apis,
  evaluate,
}: Sources): Promise<ReadonlyMap<string, Reading>> {
  const readings = new Map<string, Reading>();
  const jobs: EvaluationJob[] = [];
  const add = (kind: EvaluationJob['kind'], code: CodeFile) => {
    const reading = readGenerated(kind, code, types);
    if (reading) readings.set(code.file, reading);
    else jobs.push({ kind, file: code.file });
  };
  for (const api of apis) {
    // Core actions call the service that is named after their type, and no other.
    const ofType = ({ key }: CodeFile) =>
      types.some(({ uid }) => uid === `api::${api.name}.${key}`);
    for (const router of api.routers) add('router', router);
    for (const controller of api.controllers) add('controller', controller);
    for (const service of api.services.filter(ofType)) add('service', service);
    for (const lifecycles of api.lifecycles.filter(ofType)) add('lifecycles', lifecycles);
  }
  const evaluated = jobs.length > 0 ? await evaluate(jobs) : [];
  jobs.forEach(({ file }, index) => readings.set(file, evaluated[index] ?? UNREAD));
  return readings;
}

const UNREAD: Reading = { failure: 'no reason given' };

const FACTORIES: Readonly<Record<Exclude<EvaluationJob['kind'], 'lifecycles'>, Factory>> = {
  router: 'createCoreRouter',
  controller: 'createCoreController',
  service: 'createCoreService',
};

function readGenerated(
  kind: EvaluationJob['kind'],
  { text }: CodeFile,
  types: readonly RoutedType[],
): Reading | undefined {
  if (kind === 'lifecycles') return isEmptyHooks(text) ? { lifecycles: [] } : undefined;
  const uid = generatedUid(text, FACTORIES[kind]);
  const type = types.find((other) => other.uid === uid);
  if (!uid) return undefined;
  if (!type) return { failure: `there is no content-type "${uid}"` };
  switch (kind) {
    case 'router':
      return { routes: readRouter(createRouter(type)) };
    case 'controller':
      return {
        controller: {
          untouched: coreEndpoints(type).map(({ action }) => `${uid}.${action}`),
          hooks: [],
        },
      };
    case 'service':
      return { service: { untouched: SERVICE_METHODS.map((method) => `${uid}.${method}`) } };
  }
}
