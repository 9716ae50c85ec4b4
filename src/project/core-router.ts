// Core routes of a content-type: Strapi's, Quoin's routes for versions (docs/strapi/differences.md, D15), and the
// options of `createCoreRouter` (prefix, only, except, config).
import { toRecord } from '../schema/raw.ts';

/** Actions of Strapi's core routes. */
export type CoreAction = 'find' | 'findOne' | 'create' | 'update' | 'delete';

/** Actions on the versions of a document, for types with drafts; not in Strapi (docs/strapi/differences.md, D15). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

export type RouteAction = CoreAction | PublicationAction;

/** The properties of a content-type that its routes depend on. */
export interface RoutedType {
  readonly uid: string;
  readonly kind: 'collectionType' | 'singleType';
  readonly singularName: string;
  readonly pluralName: string;
  /** Documents have a draft and may have a published version. */
  readonly draftAndPublish: boolean;
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
export interface OfferedAction {
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

/** Actions on versions next to a route: those that its core router enables, whatever code has changed since. */
export function offeredActions(route: object): readonly OfferedAction[] {
  const offered: unknown = Reflect.get(route, PUBLICATION);
  if (!Array.isArray(offered)) return [];
  return offered.flatMap((item: unknown) => {
    const { action, config } = toRecord(item);
    const publicationAction = PUBLICATION_ACTIONS.find((each) => each === action);
    return publicationAction ? [{ action: publicationAction, config }] : [];
  });
}

function namesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}
