// In charge of the routes of content-types that write: create, update and delete (spec/write.md section 1).
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ReadAccess } from '../query/access.ts';
import { oneBody } from '../query/answer-body.ts';
import { joined } from '../query/body.ts';
import type { WriteAnswer } from '../documents/write-request.ts';
import { admit } from './admission.ts';
import { dataOf } from './body-data.ts';
import {
  documentIdOf,
  type ContentParts,
  type ContentRoute,
  type Exchange,
} from './content-route.ts';
import { queryText } from './query-text.ts';
import { formatOf } from './response-format.ts';
import { assertServed, found, sendJson } from './respond.ts';

/** Answers a route that creates, updates or deletes. */
export async function answerWrite(
  parts: ContentParts,
  route: ContentRoute,
  { request, reply }: Exchange,
): Promise<FastifyReply> {
  const { writer, authenticator } = parts;
  const { access } = await admit(authenticator, request, route.permissions);
  assertServed(route.blocked);
  const { type, action } = route;
  const answer = answerOf(parts, route, { request, access });
  const documentId = documentIdOf(request);
  const { clock } = request;
  const onChecked = (): void => clock?.end('check');
  if (action === 'delete') {
    onChecked();
    await writer.delete({ type, documentId, answer, withEntries: false });
    clock?.end('db');
    return reply.code(204).send();
  }
  const sent = { type, data: dataOf(request.body), answer, onChecked };
  const isNew = action === 'create';
  const entry = await (isNew ? writer.create(sent) : writer.update({ ...sent, documentId }));
  clock?.end('db');
  return sendJson(reply, joined(found(oneBody([entry]))), isNew ? 201 : 200);
}

/** How the written document is answered: its query is checked before anything is written. @throws ValidationError */
function answerOf(
  { reader }: ContentParts,
  { type, action }: ContentRoute,
  { request, access }: { readonly request: FastifyRequest; readonly access: ReadAccess },
): WriteAnswer {
  const query = queryText(request);
  const isDelete = action === 'delete';
  const one = { by: 'row', filtered: isDelete, several: isDelete } as const;
  const read = reader.prepare({ type, one, paging: 'none', query, access });
  return { read, format: formatOf(request.headers) };
}
