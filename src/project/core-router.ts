// Core routes of a content-type: Strapi's, Quoin's routes for versions (docs/strapi/differences.md, D15), and the
// options of `createCoreRouter` (prefix, only, except, config).
import { isRecord, toRecord, toText } from '../schema/raw.ts';

/** Actions of Strapi's core routes. */
export type CoreAction = 'find' | 'findOne' | 'create' | 'update' | 'delete';

/** Actions on the versions of a document, for types with drafts; not in Strapi (docs/strapi/differences.md, D15). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

/** Action of a route. */
export type RouteAction = CoreAction | PublicationAction;

/** The properties of a content-type that its routes depend on. */
export interface RoutedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  /** Documents have a draft and may have a published version. */
  readonly draftAndPublish: boolean;
  /** Documents have several rows, for drafts or locales. */
  readonly versioned: boolean;
}

/** Default route of a core action. */
export interface CoreEndpoint {
  readonly action: CoreAction;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path after the API prefix, such as `/articles/:id`. */
  readonly path: string;
}

/** A route of a router; `config` and `handler` are unvalidated. */
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

/** Path suffixes of the actions on versions. */
export const PUBLICATION_PATHS: Readonly<Record<PublicationAction, string>> = {
  publish: '/actions/publish',
  unpublish: '/actions/unpublish',
  discardDraft: '/actions/discard-draft',
};

export const PUBLICATION_ACTIONS: readonly PublicationAction[] = [
  'publish',
  'unpublish',
  'discardDraft',
];

/** Actions on versions of a type. */
export function publicationActions({
  draftAndPublish,
}: Pick<RoutedType, 'draftAndPublish'>): readonly PublicationAction[] {
  return draftAndPublish ? PUBLICATION_ACTIONS : [];
}

/** Core endpoints of a type (docs/strapi/server.md, "Paths and methods"). */
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

/**
 * Attaches the configuration of actions on versions to the route of `update`. They are not routes of the router,
 * because project code that changes all routes of a router does not know them and must not open them.
 */
const PUBLICATION = Symbol('publication');

/** An action on versions that a core router enables, with its configuration. */
interface OfferedAction {
  readonly action: PublicationAction;
  readonly config: unknown;
}

/** Creates the router of `createCoreRouter(type.uid, options)`. */
export function createRouter(type: RoutedType, options?: unknown): Router {
  const { prefix, config, only, except } = toRecord(options);
  const isLeft = (action: RouteAction): boolean =>
    (!except || !namesOf(except).includes(action)) && (!only || namesOf(only).includes(action));
  const configOf = (action: RouteAction): unknown => toRecord(config)[action] ?? {};
  const offered = publicationActions(type)
    .filter(isLeft)
    .map((action): OfferedAction => ({ action, config: configOf(action) }));
  const routes = coreEndpoints(type)
    .filter(({ action }) => isLeft(action))
    .map(({ action, method, path }) => ({
      method,
      path,
      handler: `${type.uid}.${action}`,
      config: configOf(action),
      ...(action === 'update' ? { [PUBLICATION]: offered } : {}),
    }));
  return { prefix, routes };
}

function namesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

/** Access rules of a route. */
export interface RouteConfig {
  /** Undefined for the permission of the handler; 'unknown' for a form that Strapi does not support. */
  readonly auth?: false | readonly string[] | 'unknown' | undefined;
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
}

/** A route of a project's router as plain data. */
export interface ParsedRoute extends RouteConfig {
  readonly method: string;
  /** With the prefix of the router, joined as in Strapi. */
  readonly path: string;
  /** Undefined for a function. */
  readonly handler?: string | undefined;
  /** Actions on versions next to an `update` of a core router. */
  readonly publication?: readonly ParsedPublicationAction[];
}

/** An action on versions in a project's router. */
export interface ParsedPublicationAction extends RouteConfig {
  readonly action: PublicationAction;
}

/**
 * Parses the router that a project's file exports.
 * @throws Error if it is not a router
 */
export function readRouter(value: unknown): readonly ParsedRoute[] {
  const router = toRecord(value);
  const routes = router['routes'];
  if (!Array.isArray(routes))
    throw new Error('it exports no router: an object with a list "routes"');
  return routes.map((route: unknown) => readRoute(toRecord(route), toText(router['prefix']) ?? ''));
}

function readRoute(route: Readonly<Record<string, unknown>>, prefix: string): ParsedRoute {
  const { method, path, handler } = route;
  if (typeof method !== 'string' || typeof path !== 'string') {
    throw new Error('one of its routes has no method or no path');
  }
  const config = toRecord(route['config']);
  // A route with its own `prefix`, whatever its value, does not use the prefix of the router.
  const start = Object.hasOwn(config, 'prefix') ? '' : prefix;
  const publication = readOffered(route);
  return {
    method: method.trim().toUpperCase(),
    path: start + path.trim(),
    handler: typeof handler === 'string' ? handler.trim() : undefined,
    ...readConfig(config),
    ...(publication.length > 0 ? { publication } : {}),
  };
}

function readConfig(config: Readonly<Record<string, unknown>>): RouteConfig {
  return {
    auth: readAuth(config['auth']),
    policies: labelsOf(config['policies']),
    middlewares: labelsOf(config['middlewares']),
  };
}

function readOffered(route: object): readonly ParsedPublicationAction[] {
  const offered: unknown = Reflect.get(route, PUBLICATION);
  if (!Array.isArray(offered)) return [];
  return offered.flatMap((item: unknown) => {
    const { action, config } = toRecord(item);
    const known = PUBLICATION_ACTIONS.find((each) => each === action);
    return known ? [{ action: known, ...readConfig(toRecord(config)) }] : [];
  });
}

function readAuth(auth: unknown): RouteConfig['auth'] {
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
