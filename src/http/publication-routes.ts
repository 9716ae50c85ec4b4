// In charge of the routes of the actions on versions: publish, unpublish and discard (decision D15). Strapi has none over
// REST: they answer for themselves.
import { validationError } from '../base/errors.ts';
import { isJsonObject } from '../base/json.ts';
import type { DocumentRequest } from '../documents/write-request.ts';
import type { DocumentWriter } from '../documents/writer.ts';
import { oneBody, versionsBody } from '../query/answer-body.ts';
import { joined } from '../query/body.ts';
import type { QueryObject, Status } from '../query/params.ts';
import { shown } from '../query/parse/values.ts';
import { admit } from './admission.ts';
import { documentIdOf, type AnswerRoute, type PublicationAction } from './content-route.ts';
import { queryText } from './query-text.ts';
import { formatOf } from './response-format.ts';
import { assertServed, found, sendJson } from './respond.ts';

/** What answers each action: with the versions that it leaves. */
export const publicationAnswers: Readonly<Record<PublicationAction, AnswerRoute>> = {
  publish: answering('published', (writer, request) => writer.publish(request)),
  unpublish: answering('draft', (writer, request) => writer.unpublish(request)),
  discardDraft: answering('draft', (writer, request) => writer.discardDraft(request)),
};

type Act = (writer: DocumentWriter, request: DocumentRequest) => Promise<readonly string[]>;

function answering(status: Status, act: Act): AnswerRoute {
  return async ({ reader, writer, authenticator }, route, { request, reply }) => {
    const { access } = await admit(authenticator, request, route.permissions);
    assertServed(route.blocked);
    const { type } = route;
    const query = reader.parse(queryText(request));
    assertNoStatus(query);
    const one = { by: 'row', several: true } as const;
    const answered = { ...query, status };
    const read = reader.prepare({ type, one, paging: 'none', query: answered, access });
    assertNoData(request.body);
    const answer = { read, format: formatOf(request.headers) };
    request.clock?.end('check');
    const versions = await act(writer, { type, documentId: documentIdOf(request), answer });
    request.clock?.end('db');
    const isList = type.localized && namesSeveral(query);
    return sendJson(reply, joined(isList ? versionsBody(versions) : found(oneBody(versions))));
  };
}

/** An action says by itself which version it is of. @throws ValidationError */
function assertNoStatus({ status }: QueryObject): void {
  if (status === undefined || status === null || status === '') return;
  throw validationError(
    `Invalid parameter at 'status'. An action on versions takes none, received: ${shown(status)}`,
  );
}

/** What is published is what was saved. @throws ValidationError for a body that brings anything */
function assertNoData(body: unknown): void {
  if (body === undefined || body === '' || isEmpty(body)) return;
  const isData = isJsonObject(body) && Object.keys(body).length === 1 && isEmpty(body['data']);
  if (isData) return;
  throw validationError('An action on versions takes no data: send no body, or an empty object.');
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** True for `*` and for lists: the answer is a list too, however many versions are in it. */
function namesSeveral({ locale }: QueryObject): boolean {
  return locale === '*' || (typeof locale === 'object' && locale !== null);
}
