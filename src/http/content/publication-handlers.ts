// Handlers that publish, unpublish and discard drafts. Strapi has no such routes (docs/publishing.md).
import { callerOf } from '../../auth/principal.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { DocumentRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { documentBody, versionsBody } from '../../query/response-body.ts';
import { joinTexts } from '../../query/body.ts';
import type { QueryObject, Status } from '../../query/params.ts';
import { printValue } from '../../query/parse/values.ts';
import { found } from '../response/not-found.ts';
import { jsonText } from '../response/response.ts';
import { formatOf } from '../response/response-format.ts';
import { withTiming } from '../routing/stage-timings.ts';
import {
  documentIdOf,
  type ContentHandler,
  type ContentParts,
  type ContentRoute,
} from './content-route.ts';

/** Returns entries as JSON text. */
type Act = (writer: DocumentWriter, request: DocumentRequest) => Promise<readonly string[]>;

/** Makes the handler of an action, which answers with the versions that remain. @param status Of these versions */
export function publicationHandler(
  status: Status,
  act: Act,
): (parts: ContentParts, route: ContentRoute) => ContentHandler {
  return ({ reader, writer }, { type }) =>
    async (request) => {
      const query = reader.parse(request.query);
      assertNoStatus(query);
      const versions = await withTiming(request.timings, ['check', 'db'], (onChecked) => {
        const one = { by: 'row', several: true } as const;
        const { access, principal } = request.caller;
        const answered = { ...query, status };
        const read = reader.prepareQuery({ type, one, paging: 'none', query: answered, access });
        assertNoData(request.body);
        const answer = reader.textResponse(read, formatOf(request.headers));
        onChecked();
        const documentId = documentIdOf(request);
        return act(writer, { type, documentId, answer, by: callerOf(principal) });
      });
      const isList = type.localized && namesSeveral(query);
      return jsonText(joinTexts(isList ? versionsBody(versions) : found(documentBody(versions))));
    };
}

/** The status follows from the action. @throws ValidationError */
function assertNoStatus({ status }: QueryObject): void {
  if (status === undefined || status === null || status === '') return;
  throw validationError(
    `Invalid parameter at 'status'. An action on versions takes none, received: ${printValue(status)}`,
  );
}

/** These actions take what was saved. @throws ValidationError for a body with data */
function assertNoData(body: unknown): void {
  if (body === undefined || body === '' || isEmpty(body)) return;
  const isData = isJsonObject(body) && Object.keys(body).length === 1 && isEmpty(body['data']);
  if (isData) return;
  throw validationError('An action on versions takes no data: send no body, or an empty object.');
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}

/** True for `*` and lists: the response is a list too, however many versions are in it. */
function namesSeveral({ locale }: QueryObject): boolean {
  return locale === '*' || (typeof locale === 'object' && locale !== null);
}
