// In charge of telling the schemas of content-types and components (spec/auth.md section 9).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { AdminAuthenticator } from '../auth/admin/admin-authenticator.ts';
import type { QueryObject } from '../query/params.ts';
import { shown } from '../query/parse/values.ts';
import type { RawDefinition } from '../schema/types.ts';
import { admitAdmin } from './admin/admit-admin.ts';
import { admit } from './admission.ts';
import type { Route } from './bind-routes.ts';
import { queryText } from './query-text.ts';
import { assertServed, sendJson } from './respond.ts';
import { tellComponent, tellType } from './schema-routes/told-schema.ts';

/** What the routes stand on. */
export interface SchemaParts {
  readonly prefix: string;
  readonly authenticator: Authenticator;
  readonly administrators: AdminAuthenticator;
  /** All content-types and components, as their files have them. */
  readonly definitions: readonly RawDefinition[];
  /** The query that stands behind a `?`. */
  readonly parse: (text: string) => QueryObject;
  /** Why the routes answer 501 until they are released; null: they are served. */
  readonly blocked: string | null;
}

const PLUGIN = 'content-type-builder';

/**
 * What answers under a prefix such as `/api`, and to administrators without one. Components are listed from the last
 * name to the first, as recorded.
 */
export function schemaRoutes(parts: SchemaParts): readonly Route[] {
  const { prefix, authenticator, administrators, definitions, parse, blocked } = parts;
  const types = definitions.filter(({ modelType }) => modelType === 'contentType').map(tellType);
  const components = definitions
    .filter(({ modelType }) => modelType === 'component')
    .map(tellComponent)
    .toSorted((a, b) => (a.uid < b.uid ? 1 : -1));
  const told = (path: string, action: string, answer: Route['handler']): readonly Route[] => [
    get(`${prefix}/${PLUGIN}/${path}`, async (request, reply) => {
      await admit(authenticator, request, [`plugin::${PLUGIN}.${action}`]);
      assertServed(blocked);
      return answer(request, reply);
    }),
    get(`/${PLUGIN}/${path}`, async (request, reply) => {
      await admitAdmin(administrators, request, `plugin::${PLUGIN}.read`);
      assertServed(blocked);
      return answer(request, reply);
    }),
  ];

  const ofKind = (kind: string) =>
    printed(() => types.filter((type) => type.schema['kind'] === kind));
  const lists = {
    types: printed(() => types),
    singleType: ofKind('singleType'),
    collectionType: ofKind('collectionType'),
    components: printed(() => components),
  };

  const listTypes: Route['handler'] = (request, reply) => {
    const { kind } = parse(queryText(request));
    if (kind === undefined) return sendJson(reply, lists.types());
    if (kind !== 'singleType' && kind !== 'collectionType') return refuseKind(reply, shown(kind));
    return sendJson(reply, lists[kind]());
  };

  const singleType: Route['handler'] = (request, reply) => {
    const uid = uidOf(request);
    const found = types.find((type) => type.uid === uid && type.schema['visible'] === true);
    return found ? sendJson(reply, JSON.stringify({ data: found })) : missing(reply, 'contentType');
  };

  const listComponents: Route['handler'] = (_request, reply) => sendJson(reply, lists.components());

  const singleComponent: Route['handler'] = (request, reply) => {
    const uid = uidOf(request);
    const found = components.find((component) => component.uid === uid);
    return found ? sendJson(reply, JSON.stringify({ data: found })) : missing(reply, 'component');
  };

  return [
    ...told('content-types', 'content-types.getContentTypes', listTypes),
    ...told('content-types/:uid', 'content-types.getContentType', singleType),
    ...told('components', 'components.getComponents', listComponents),
    ...told('components/:uid', 'components.getComponent', singleComponent),
  ];
}

/** A list as it is answered, printed when it is first asked for: schemas stay while the server runs. */
function printed(list: () => readonly object[]): () => string {
  let text: string | undefined;
  return () => (text ??= JSON.stringify({ data: list() }));
}

function get(path: string, handler: Route['handler']): Route {
  return { method: 'GET', path, handler };
}

function uidOf({ params }: FastifyRequest): string {
  return (params as { readonly uid: string }).uid;
}

function missing(reply: FastifyReply, what: 'contentType' | 'component'): FastifyReply {
  return sendJson(reply, JSON.stringify({ error: `${what}.notFound` }), 404);
}

/** These routes have errors of a form of their own. */
function refuseKind(reply: FastifyReply, value: string): FastifyReply {
  const message = 'this must be one of the following values: singleType, collectionType';
  const name = 'ValidationError';
  const details = { errors: [{ path: [], message, name, value }] };
  return sendJson(reply, JSON.stringify({ error: { name, message, details } }), 400);
}
