// In charge of the core routes that Strapi makes for a content-type, of the routes of our own beside them
// (docs/strapi/differences.md, D15), and of what the options of `createCoreRouter` (prefix, only, except, config) make
// of them.
import { isRecord, toRecord, toText } from '../schema/raw.ts';

/** What Strapi's own routes do. */
export type CoreAction = 'find' | 'findOne' | 'create' | 'update' | 'delete';

/** What is done with the versions of a document: of types with drafts, here only (docs/strapi/differences.md, D15). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

/** What a route does. */
export type RouteAction = CoreAction | PublicationAction;

/** What routes depend on of a content-type. */
export interface RoutedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  /** A document has a draft and perhaps a published version. */
  readonly draftAndPublish: boolean;
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

/** Where the routes of the actions on versions stand, after the path of the document's own. */
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

/** The actions on versions that a type has. */
export function publicationActions({
  draftAndPublish,
}: Pick<RoutedType, 'draftAndPublish'>): readonly PublicationAction[] {
  return draftAndPublish ? PUBLICATION_ACTIONS : [];
}

/** The core endpoints of a type (docs/strapi/server.md, "Paths and methods"). */
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
 * Marks what a core router says of the actions on versions, on its route of `update`. They are no routes of the
 * router: code of the project that changes all of its routes knows nothing of them, and must not open them.
 */
const PUBLICATION = Symbol('publication');

/** An action on versions that a core router leaves, with whatever the project wrote for it. */
interface OfferedAction {
  readonly action: PublicationAction;
  readonly config: unknown;
}

/** The router that `createCoreRouter(type.uid, options)` stands for. */
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

/** Who may use a route, and what stands before it. */
export interface RouteConfig {
  /** undefined: the permission of the handler; 'unknown': a form that Strapi does not have. */
  readonly auth?: false | readonly string[] | 'unknown' | undefined;
  readonly policies: readonly string[];
  readonly middlewares: readonly string[];
}

/** What a project's router says of one of its routes, in plain data. */
export interface RouteReading extends RouteConfig {
  readonly method: string;
  /** With the router's prefix, as Strapi joins them. */
  readonly path: string;
  /** undefined: a function, not a name. */
  readonly handler?: string | undefined;
  /** The actions on versions beside an `update` of a core router. */
  readonly publication?: readonly PublicationReading[];
}

/** What a project's router says of an action on versions. */
export interface PublicationReading extends RouteConfig {
  readonly action: PublicationAction;
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

function readOffered(route: object): readonly PublicationReading[] {
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
