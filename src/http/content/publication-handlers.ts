// Handlers that publish, unpublish and discard drafts. Strapi has no such routes (docs/publishing.md).
import { assertFound, validationError } from '../../base/errors.ts';
import { isJsonObject } from '../../base/json.ts';
import type { DocumentRequest } from '../../documents/write-request.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import { documentBody, versionsBody } from '../../query/response-body.ts';
import { joinTexts } from '../../query/body.ts';
import { inStatus, selectsLocales, type ParamObject, type Status } from '../../query/params.ts';
import { parseRead, type QueryParser } from '../../query/parse.ts';
import { printValue } from '../../query/parse/values.ts';
import { etagHeader, jsonText } from '../response/response.ts';
import { formatOf } from '../response/response-format.ts';
import {
  documentWriteOf,
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
  const parser = versionParser(status);
  return (dependencies, route) => async (request) => {
    const { reader, writer } = dependencies;
    const { type } = route;
    const query = reader.parse(request.readQuery);
    const { access } = request.caller;
    const one = { by: 'row', several: true } as const;
    const read = reader.prepareQuery({ type, one, paging: 'none', query, access, parser });
    assertNoData(request.body);
    const response = reader.textResponse(read, formatOf(request.headers));
    const statuses = compared;
    const write = await documentWriteOf(dependencies, route, { request, read, statuses });
    const { documentId, by, since, tagged } = write;
    const sent = { type, documentId, response, by, documentCall: {}, since, ...tagged?.steps };
    const versions = await act(writer, sent);
    const isList = type.localized && selectsLocales(query);
    const body = joinTexts(isList ? versionsBody(versions) : assertFound(documentBody(versions)));
    return jsonText(body, { headers: etagHeader(isList ? null : (tagged?.tag ?? null)) });
  };
}

/** Parses a query for versions with a status. */
function versionParser(status: Status): QueryParser {
  return {
    name: status,
    parse(query, options) {
      assertNoStatus(query);
      return inStatus(parseRead(query, options), status);
    },
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
