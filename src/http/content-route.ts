// In charge of what the routes of content-types have in common: what a route is, what handlers stand on, and what they
// take from a request.
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Authenticator } from '../auth/authenticate.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import type { RowKey } from '../query/planner.ts';
import type { Reader } from '../query/read.ts';
import type { ContentType } from '../schema/types.ts';
import type { Route } from './bind-routes.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** What is done with the versions of a document (decision D15). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

/** One route of a content-type. */
export interface ContentRoute extends Pick<Route, 'method' | 'path'> {
  readonly type: ContentType;
  readonly action: 'find' | 'findOne' | 'create' | 'update' | 'delete' | PublicationAction;
  /** Actions of which the caller needs all; null: open to everyone. */
  readonly permissions: readonly string[] | null;
  /** Why the route answers 501 until it is released; null: it is served. */
  readonly blocked: string | null;
}

/** What the handlers stand on. */
export interface ContentParts {
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly authenticator: Authenticator;
  /** Gives answers again; null: each is made anew. */
  readonly answers: KeptAnswers | null;
}

/** A request and what it is answered with. */
export interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/** Answers a route. */
export type AnswerRoute = (
  parts: ContentParts,
  route: ContentRoute,
  exchange: Exchange,
) => Promise<FastifyReply>;

/** The document that a path names; null: the path is a list's or a single type's. */
export function keyOf({ params }: FastifyRequest): RowKey | null {
  const { id } = params as { readonly id?: string };
  return id === undefined ? null : { by: 'documentId', value: id };
}

/** The documentId that a path names; null: the path is a single type's. */
export function documentIdOf(request: FastifyRequest): string | null {
  const key = keyOf(request);
  return key?.by === 'documentId' ? key.value : null;
}
