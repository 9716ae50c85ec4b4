// Handlers that publish, unpublish and discard drafts. Strapi has no such routes (docs/publishing.md).
import { callerOf } from '../../auth/principal.ts';
import { validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { DocumentRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { documentBody, versionsBody } from '../../query/response-body.ts';
import { joinTexts } from '../../query/body.ts';
import { selectsLocales, type ParamObject, type Status } from '../../query/params.ts';
import { printValue } from '../../query/parse/values.ts';
import { found } from '../response/not-found.ts';
import { etagHeader, jsonText } from '../response/response.ts';
import { formatOf } from '../response/response-format.ts';
import { withTiming } from '../routing/stage-timings.ts';
import {
  documentIdOf,
  taggedWrite,
  type ContentHandler,
  type ContentDependencies,
  type ContentRoute,
} from './content-route.ts';

/** Returns entries as JSON text. */
type Act = (writer: DocumentWriter, request: DocumentRequest) => Promise<readonly string[]>;

interface ActionRows {
  /** Status of the resulting versions. */
  readonly status: Status;
  /** The versions that `If-Match` may name. */
  readonly compared: readonly Status[];
}

/** Creates the handler of an action. Its response contains the resulting versions. */
export function publicationHandler(
  { status, compared }: ActionRows,
  act: Act,
): (parts: ContentDependencies, route: ContentRoute) => ContentHandler {
  return ({ reader, writer, tags }, { type, readPermissions }) =>
    async (request) => {
      const query = reader.parse(request.readQuery);
      assertNoStatus(query);
      const { versions, tagged } = await withTiming(
        request.timings,
        ['check', 'db'],
        async (onChecked) => {
          const one = { by: 'row', several: true } as const;
          const { access, principal } = request.caller;
          const withStatus = { ...query, status };
          const read = reader.prepareQuery({
            type,
            one,
            paging: 'none',
            query: withStatus,
            access,
          });
          assertNoData(request.body);
          const response = reader.textResponse(read, formatOf(request.headers));
          onChecked();
          const documentId = documentIdOf(request);
          const acted = { type, documentId, read, statuses: compared };
          const write = await taggedWrite({ reader, tags, readPermissions }, acted, request);
          const written = {
            type,
            documentId,
            response,
            by: callerOf(principal),
            documentCall: {},
            since: request.startedAt,
            ...write?.steps,
          };
          return {
            versions: await act(writer, written),
            tagged: write,
          };
        },
      );
      const isList = type.localized && selectsLocales(query);
      const body = joinTexts(isList ? versionsBody(versions) : found(documentBody(versions)));
      return jsonText(body, { headers: etagHeader(isList ? null : (tagged?.tag ?? null)) });
    };
}

/** The status follows from the action. @throws ValidationError */
function assertNoStatus({ status }: ParamObject): void {
  if (status === undefined || status === null || status === '') return;
  throw validationError(
    `Invalid parameter at 'status'. Actions on versions do not accept it, received: ${printValue(status)}`,
  );
}

/** @throws ValidationError for a body with data */
function assertNoData(body: unknown): void {
  if (body === undefined || body === '' || isEmpty(body)) return;
  const isData = isJsonObject(body) && Object.keys(body).length === 1 && isEmpty(body['data']);
  if (isData) return;
  throw validationError('Actions on versions do not accept data: send no body or an empty object.');
}

function isEmpty(value: unknown): boolean {
  return isJsonObject(value) && Object.keys(value).length === 0;
}
