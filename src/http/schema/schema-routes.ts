// Routes that list the schemas of content-types and components.
import type { QueryObject } from '../../query/params.ts';
import { printValue } from '../../query/parse/values.ts';
import type { TextQuery } from '../../query/read.ts';
import type { RawDefinition } from '../../schema/types.ts';
import { json, jsonText, type RouteResponse } from '../response/response.ts';
import type { Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { componentSchema, typeSchema } from './schema-response.ts';

interface SchemaRouteDependencies {
  readonly prefix: string;
  /** All content-types and components, as in their files. */
  readonly definitions: readonly RawDefinition[];
  /** Parses a query string. */
  readonly parse: (query: TextQuery) => QueryObject;
}

const PLUGIN = 'content-type-builder';

/** The routes under a prefix such as `/api`, and without it for administrators. */
export function schemaRoutes(dependencies: SchemaRouteDependencies): readonly Route[] {
  const { prefix } = dependencies;
  const { types, type, components, component } = schemaHandlers(dependencies);
  const list = [
    { path: `/${PLUGIN}/content-types`, action: 'content-types.getContentTypes', handler: types },
    {
      path: `/${PLUGIN}/content-types/:uid`,
      action: 'content-types.getContentType',
      handler: type,
    },
    { path: `/${PLUGIN}/components`, action: 'components.getComponents', handler: components },
    { path: `/${PLUGIN}/components/:uid`, action: 'components.getComponent', handler: component },
  ];
  return list.flatMap(({ path, action, handler }): readonly Route[] => {
    const route = { method: 'GET', handler } as const;
    const permissions = [`plugin::${PLUGIN}.${action}`];
    return [
      { ...route, path: `${prefix}${path}`, caller: 'permission', permissions },
      { ...route, path, caller: 'admin', permission: `plugin::${PLUGIN}.read` },
    ];
  });
}

type SchemaHandler = (request: RouteRequest) => RouteResponse;

function schemaHandlers({ definitions, parse }: SchemaRouteDependencies): {
  readonly [_ in 'types' | 'type' | 'components' | 'component']: SchemaHandler;
} {
  const types = definitions.filter(({ modelType }) => modelType === 'contentType').map(typeSchema);
  // In descending order of names, as in Strapi.
  const components = definitions
    .filter(({ modelType }) => modelType === 'component')
    .map(componentSchema)
    .toSorted((a, b) => (a.uid < b.uid ? 1 : -1));
  const ofKind = (kind: string) =>
    printedOnce(() => types.filter(({ schema }) => schema['kind'] === kind));
  const lists = {
    types: printedOnce(() => types),
    singleType: ofKind('singleType'),
    collectionType: ofKind('collectionType'),
    components: printedOnce(() => components),
  };
  return {
    types: ({ query }) => {
      const { kind } = parse(query);
      if (kind === undefined) return jsonText(lists.types());
      if (kind !== 'singleType' && kind !== 'collectionType') return unknownKind(printValue(kind));
      return jsonText(lists[kind]());
    },
    type: ({ params }) => {
      const found = types.find(
        ({ uid, schema }) => uid === params['uid'] && schema['visible'] === true,
      );
      return found ? json({ data: found }) : missing('contentType');
    },
    components: () => jsonText(lists.components()),
    component: ({ params }) => {
      const found = components.find(({ uid }) => uid === params['uid']);
      return found ? json({ data: found }) : missing('component');
    },
  };
}

/** Returns a list as JSON text, printed on first use; schemas do not change while the server runs. */
function printedOnce(list: () => readonly object[]): () => string {
  let text: string | undefined;
  return () => (text ??= JSON.stringify({ data: list() }));
}

function missing(what: 'contentType' | 'component'): RouteResponse {
  return json({ error: `${what}.notFound` }, { status: 404 });
}

/** These routes have their own error format. */
function unknownKind(value: string): RouteResponse {
  const message = 'this must be one of the following values: singleType, collectionType';
  const name = 'ValidationError';
  const details = { errors: [{ path: [], message, name, value }] };
  return json({ error: { name, message, details } }, { status: 400 });
}
