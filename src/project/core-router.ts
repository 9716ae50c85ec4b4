// In charge of the core routes that Strapi makes for a content-type, and of what the options of
// `createCoreRouter` (prefix, only, except, config) make of them.
import { isRecord, toRecord, toText } from '../schema/raw.ts';

export type CoreAction = 'find' | 'findOne' | 'create' | 'update' | 'delete';

/** What routes depend on of a content-type. */
export interface RoutedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  /** A document has several rows, for its drafts or locales. */
  readonly versioned: boolean;
}

/** A route of a core action, before anybody changed it. */
export interface CoreEndpoint {
  readonly action: CoreAction;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** After the API's prefix, such as `/articles/:id`. */
  readonly path: string;
}

/** A route as it stands in a router: `config` and `handler` are whatever the project wrote. */
export interface RouterRoute {
  readonly method: string;
  readonly path: string;
  readonly handler: unknown;
  readonly config: unknown;
}

export interface Router {
  readonly prefix: unknown;
  readonly routes: readonly RouterRoute[];
}

/** The core endpoints of a type (spec/read.md section 1). */
export function coreEndpoints(type: RoutedType): readonly CoreEndpoint[] {
  if (type.kind === 'singleType') {
    const path = `/${type.singularName}`;
    return [
      { action: 'find', method: 'GET', path },
      { action: 'update', method: 'PUT', path },
      { action: 'delete', method: 'DELETE', path },
    ];
  }
  const path = `/${type.pluralName}`;
  return [
    { action: 'find', method: 'GET', path },
    { action: 'findOne', method: 'GET', path: `${path}/:id` },
    { action: 'create', method: 'POST', path },
    { action: 'update', method: 'PUT', path: `${path}/:id` },
    { action: 'delete', method: 'DELETE', path: `${path}/:id` },
  ];
}

/** The router that `createCoreRouter(type.uid, options)` stands for. */
export function createRouter(type: RoutedType, options?: unknown): Router {
  const { prefix, config, only, except } = toRecord(options);
  const routes = coreEndpoints(type)
    .filter(({ action }) => !except || !namesOf(except).includes(action))
    .filter(({ action }) => !only || namesOf(only).includes(action))
    .map(({ action, method, path }) => ({
      method,
      path,
      handler: `${type.uid}.${action}`,
      config: toRecord(config)[action] ?? {},
    }));
  return { prefix, routes };
}

function namesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** What a project's router says of one of its routes, in plain data. */
export interface RouteReading {
  readonly method: string;
  /** With the router's prefix, as Strapi joins them. */
  readonly path: string;
  /** undefined: a function, not a name. */
  readonly handler?: string | undefined;
  /** undefined: the permission of the handler; 'unknown': a form that Strapi does not have. */
  readonly auth?: false | readonly string[] | 'unknown' | undefined;
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
}

/**
 * Reads a router that a project's file made.
 * @throws Error when it is none.
 */
export function readRouter(value: unknown): readonly RouteReading[] {
  const router = toRecord(value);
  const routes = router['routes'];
  if (!Array.isArray(routes))
    throw new Error('it exports no router: an object with a list "routes"');
  return routes.map((route: unknown) => readRoute(toRecord(route), toText(router['prefix']) ?? ''));
}

function readRoute(route: Readonly<Record<string, unknown>>, prefix: string): RouteReading {
  const { method, path, handler } = route;
  if (typeof method !== 'string' || typeof path !== 'string') {
    throw new Error('one of its routes has no method or no path');
  }
  const config = toRecord(route['config']);
  // A route with a prefix of its own stands outside the router's; what the prefix is does not count.
  const start = Object.hasOwn(config, 'prefix') ? '' : prefix;
  return {
    method: method.trim().toUpperCase(),
    path: start + path.trim(),
    handler: typeof handler === 'string' ? handler.trim() : undefined,
    auth: readAuth(config['auth']),
    policies: labelsOf(config['policies']),
    middlewares: labelsOf(config['middlewares']),
  };
}

function readAuth(auth: unknown): RouteReading['auth'] {
  if (auth === undefined || auth === false) return auth;
  if (!isRecord(auth)) return 'unknown';
  const scope = auth['scope'];
  if (scope === undefined || (Array.isArray(scope) && scope.length === 0)) return undefined;
  return Array.isArray(scope) && scope.every((name) => typeof name === 'string')
    ? scope
    : 'unknown';
}

function labelsOf(list: unknown): readonly string[] {
  if (list === undefined || list === null) return [];
  return namesOf(list).map(
    (item) =>
      toText(item) ??
      toText(toRecord(item)['name']) ??
      toText(toRecord(item)['resolve']) ??
      'a function',
  );
}
