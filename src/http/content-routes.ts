// In charge of the routes of content-types, and of answering those that read: lists, single documents and single types
// (spec/read.md section 1).
import type { FastifyReply } from 'fastify';
import { admit } from './admission.ts';
import type { Route } from './bind-routes.ts';
import { whenGone } from './client-gone.ts';
import {
  keyOf,
  type AnswerRoute,
  type ContentParts,
  type ContentRoute,
  type Exchange,
} from './content-route.ts';
import { queryText } from './query-text.ts';
import { assertServed, found, sendJson } from './respond.ts';
import { formatOf } from './response-format.ts';
import { publicationAnswers } from './publication-routes.ts';
import { answerWrite } from './write-routes.ts';

/** What answers the routes. */
export function contentRoutes(
  parts: ContentParts,
  routes: readonly ContentRoute[],
): readonly Route[] {
  return routes.map((route) => {
    const { method, path, action } = route;
    const answer = ANSWERS[action];
    return { method, path, handler: (request, reply) => answer(parts, route, { request, reply }) };
  });
}

async function answerRead(
  { reader, authenticator, answers }: ContentParts,
  route: ContentRoute,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const since = answers?.moment ?? 0;
  const { principal, access } = await admit(authenticator, request, route.permissions);
  assertServed(route.blocked);
  const read = reader.prepare({
    type: route.type,
    one: keyOf(request),
    paging: isList(route) ? 'nested' : 'none',
    query: queryText(request),
    access,
  });
  const { tables } = reader.compiled(read);
  const { clock } = request;
  clock?.end('plan');
  const body = found(
    await reader.body(read, formatOf(request.headers), {
      onRows: () => clock?.end('db'),
      cancellation: whenGone(request.raw),
    }),
  );
  clock?.end('shape');
  if (answers === null) return sendJson(reply, body);
  return answers.send({ request, reply }, { body, tables, principal, since });
}

const ANSWERS: Readonly<Record<ContentRoute['action'], AnswerRoute>> = {
  find: answerRead,
  findOne: answerRead,
  create: answerWrite,
  update: answerWrite,
  delete: answerWrite,
  ...publicationAnswers,
};

function isList({ action, type }: ContentRoute): boolean {
  return action === 'find' && type.kind === 'collectionType';
}
