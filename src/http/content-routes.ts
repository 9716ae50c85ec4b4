// In charge of the routes of content-types: lists, single documents and single types (spec/read.md section 1).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { RowKey } from '../query/planner.ts';
import type { Reader } from '../query/read.ts';
import type { ResponseFormat } from '../query/entry-writer.ts';
import type { ContentType } from '../schema/types.ts';
import { admit } from './admission.ts';
import { bindGet } from './bind-get.ts';
import { queryText } from './query-text.ts';
import { assertServed, listBody, oneBody, sendJson } from './respond.ts';

/** One readable route of a content-type. */
export interface ContentRoute {
  readonly type: ContentType;
  readonly action: 'find' | 'findOne';
  /** Pattern with the prefix, such as `/api/articles/:id`. */
  readonly path: string;
  /** Actions of which the caller needs all; null: open to everyone. */
  readonly permissions: readonly string[] | null;
  /** Why the route answers 501 until it is released; null: it is served. */
  readonly blocked: string | null;
}

/** What the handlers stand on. */
export interface ContentParts {
  readonly reader: Reader;
  readonly authenticator: Authenticator;
}

/** Registers the routes. */
export function bindContentRoutes(
  app: FastifyInstance,
  parts: ContentParts,
  routes: readonly ContentRoute[],
): void {
  for (const route of routes) {
    bindGet(app, route.path, (request, reply) => answerRead(parts, route, { request, reply }));
  }
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

async function answerRead(
  { reader, authenticator }: ContentParts,
  route: ContentRoute,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const access = await admit(authenticator, request, route.permissions);
  assertServed(route.blocked);
  const read = reader.prepare({
    type: route.type,
    one: keyOf(request),
    paging: isList(route) ? 'nested' : 'none',
    query: queryText(request),
    access,
  });
  const { entries, total } = await reader.execute(read, formatOf(request));
  const { pagination } = read.plan;
  return sendJson(reply, pagination ? listBody(entries, pagination, total) : oneBody(entries));
}

function isList({ action, type }: ContentRoute): boolean {
  return action === 'find' && type.kind === 'collectionType';
}

function keyOf({ params }: FastifyRequest): RowKey | null {
  const { id } = params as { readonly id?: string };
  return id === undefined ? null : { by: 'documentId', value: id };
}

function formatOf({ headers }: FastifyRequest): ResponseFormat {
  return headers['strapi-response-format'] === 'v4' ? 'v4' : 'v5';
}
