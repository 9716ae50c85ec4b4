// Plans the core routes of a project: paths, permissions, and which are blocked. A route with policies, middlewares,
// a custom controller, service or lifecycles, which do not run, returns 501 until the operator releases it by name:
// serving it without them could expose or change data.
import type { ApiFolder, CodeFile } from './api-folders.ts';
import { coreEndpoints, createRouter, readRouter, type RoutedType } from './core-router.ts';
import type { EvaluationJob, EvaluatedFile } from './evaluation.ts';
import { generatedUid, isEmptyHooks, type Factory } from './generated-code.ts';
import { apiOf, problemsOf } from './route-problems.ts';
import { RouteTable, withReason, type CoreRoute, type CustomRoute } from './route-table.ts';
import { SERVICE_METHODS } from './strapi-stub.ts';

export interface CoreRoutes {
  readonly routes: readonly CoreRoute[];
  readonly custom: readonly CustomRoute[];
  /** Types whose API has routers of which none serves the type. */
  readonly unrouted: readonly string[];
}

/** Routes, and packages that were missing. */
interface PlannedRoutes extends CoreRoutes {
  /** Packages that are not installed. */
  readonly missing: readonly string[];
}

interface Sources {
  readonly types: readonly RoutedType[];
  readonly apis: readonly ApiFolder[];
  /** Names in `release` of config/quoin. */
  readonly release: readonly string[];
  /** Evaluates files. */
  readonly evaluate: (jobs: readonly EvaluationJob[]) => Promise<readonly EvaluatedFile[]>;
}

/** Returns the routes of all `api::` types in the order in which Strapi registers them. */
export async function planRoutes(sources: Sources): Promise<PlannedRoutes> {
  const { types, apis, release } = sources;
  const evaluatedFiles = await readFiles(sources);
  const table = new RouteTable(types);
  for (const api of apis) {
    const own = types.filter(({ uid }) => apiOf(uid) === api.name);
    if (api.routers.length === 0) for (const type of own) table.addDefaults(type);
    for (const router of api.routers) {
      const { routes, failure } = evaluatedFiles.get(router.file) ?? {};
      for (const route of routes ?? []) table.add(route, api.name, router.label);
      if (routes) continue;
      const reason = `${router.label} cannot be read: ${failure ?? 'no reason given'}`;
      for (const type of types) {
        const concerned = own.includes(type) || router.text.includes(type.uid);
        if (concerned) table.addDefaults(type, reason);
      }
    }
  }
  const routes = [...table.routes, ...table.publicationRoutes()].map((route) => {
    if (isReleased(route, release)) return withReason(route, undefined);
    const own = route.blocked === undefined ? [] : [route.blocked];
    return withReason(
      route,
      [...own, ...problemsOf(route, { types, apis, evaluatedFiles })].join('; '),
    );
  });
  const routed = new Set(routes.map(({ uid }) => uid));
  return {
    routes,
    custom: table.custom,
    unrouted: types.map(({ uid }) => uid).filter((uid) => !routed.has(uid)),
    missing: [...evaluatedFiles.values()].flatMap((file) => file.missing ?? []),
  };
}

/** Returns true for a route that the operator has released. */
export function isReleased(
  { name, uid }: Pick<CoreRoute, 'name' | 'uid'>,
  release: readonly string[],
): boolean {
  return release.includes(name) || release.includes(uid);
}

/** Reads every file that affects core routes; unchanged generated files by their text. */
async function readFiles({
  types,
  apis,
  evaluate,
}: Sources): Promise<ReadonlyMap<string, EvaluatedFile>> {
  const evaluatedFiles = new Map<string, EvaluatedFile>();
  const jobs: EvaluationJob[] = [];
  const add = (kind: EvaluationJob['kind'], code: CodeFile) => {
    const file = readGenerated(kind, code, types);
    if (file) evaluatedFiles.set(code.file, file);
    else jobs.push({ kind, file: code.file });
  };
  for (const api of apis) {
    // Core actions call only the service that is named after their type.
    const ofType = ({ key }: CodeFile) =>
      types.some(({ uid }) => uid === `api::${api.name}.${key}`);
    for (const router of api.routers) add('router', router);
    for (const controller of api.controllers) add('controller', controller);
    for (const service of api.services.filter(ofType)) add('service', service);
    for (const lifecycles of api.lifecycles.filter(ofType)) add('lifecycles', lifecycles);
  }
  const evaluated = jobs.length > 0 ? await evaluate(jobs) : [];
  jobs.forEach(({ file }, index) => evaluatedFiles.set(file, evaluated[index] ?? UNREAD));
  return evaluatedFiles;
}

const UNREAD: EvaluatedFile = { failure: 'no reason given' };

const FACTORIES: Readonly<Record<Exclude<EvaluationJob['kind'], 'lifecycles'>, Factory>> = {
  router: 'createCoreRouter',
  controller: 'createCoreController',
  service: 'createCoreService',
};

function readGenerated(
  kind: EvaluationJob['kind'],
  { text }: CodeFile,
  types: readonly RoutedType[],
): EvaluatedFile | undefined {
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
          publication: [],
        },
      };
    case 'service':
      return { service: { untouched: SERVICE_METHODS.map((method) => `${uid}.${method}`) } };
  }
}
