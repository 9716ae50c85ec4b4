// Handlers that create, update and delete documents.
import { callerOf } from '../../auth/principal.ts';
import { assertFound, validationError } from '../../base/errors.ts';
import { isJsonObject, type JsonObject } from '../../base/json.ts';
import { typeError } from '../../base/type-error.ts';
import { failuresError } from '../../documents/check/finding.ts';
import type { TaggedWrite } from '../../documents/preconditions/tagged-write.ts';
import type { ResponseRequest } from '../../documents/write-request.ts';
import { documentBody } from '../../query/response-body.ts';
import { joinTexts } from '../../query/body.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { etagHeader, jsonText, noContent, type RouteResponse } from '../response/response.ts';
import { formatOf } from '../response/response-format.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import {
  documentWriteOf,
  type ContentHandler,
  type ContentDependencies,
  type ContentRoute,
} from './content-route.ts';

/** Creates a document. */
export function createHandler(
  { reader, writer }: ContentDependencies,
  route: ContentRoute,
): ContentHandler {
  const { type } = route;
  return async (request) => {
    const response = prepareResponse(reader, route, request);
    const by = callerOf(request.caller.principal);
    const { body, startedAt: since } = request;
    const entry = await writer.create({ type, data: dataOf(body), response, by, since });
    return documentResponse(entry, 201);
  };
}

/** Updates a document, or creates that of a single type. */
export function updateHandler(
  dependencies: ContentDependencies,
  route: ContentRoute,
): ContentHandler {
  const { reader, writer } = dependencies;
  const { type } = route;
  return async (request) => {
    const response = prepareResponse(reader, route, request);
    const data = dataOf(request.body);
    const { read } = response;
    const statuses = [read.plan.shape.status];
    const write = await documentWriteOf(dependencies, route, { request, read, statuses });
    const { documentId, by, since, tagged } = write;
    const sent = { type, documentId, data, response, by, since, ...tagged?.steps };
    return documentResponse(await writer.update(sent), 200, tagged);
  };
}

/** Deletes a document, or the locales of it that the query names. */
export function deleteHandler(
  dependencies: ContentDependencies,
  route: ContentRoute,
): ContentHandler {
  const { reader, writer } = dependencies;
  const { type } = route;
  return async (request) => {
    const response = prepareResponse(reader, route, request);
    const { read } = response;
    const statuses = ['draft', 'published'] as const;
    const write = await documentWriteOf(dependencies, route, { request, read, statuses });
    const { documentId, by, since, tagged } = write;
    const sent = { type, documentId, response, withEntries: false, by, since, ...tagged?.steps };
    await writer.delete(sent);
    return noContent();
  };
}

/** Prepares the response. The query is checked before anything is written. @throws ValidationError */
function prepareResponse(
  reader: ContentDependencies['reader'],
  { type, action }: ContentRoute,
  { readQuery, caller, headers }: RouteRequest<ContentCaller>,
): ResponseRequest {
  const isDelete = action === 'delete';
  const one = { by: 'row', filtered: isDelete, several: isDelete } as const;
  const read = reader.prepareQuery({
    type,
    one,
    paging: 'none',
    query: readQuery,
    access: caller.access,
  });
  return reader.textResponse(read, formatOf(headers));
}

/** The data of a body (docs/strapi/server.md, "Request bodies"). @throws ValidationError unless it is an object */
export function dataOf(body: unknown): JsonObject {
  const data: unknown = isJsonObject(body) ? body['data'] : undefined;
  if (isJsonObject(data)) return data;
  if (!Array.isArray(data)) throw validationError('Missing "data" payload in the request body');
  throw failuresError([
    {
      path: [],
      message: typeError('this', 'object', { value: null, original: data }),
      value: null,
    },
  ]);
}

function documentResponse(
  entry: string,
  status: number,
  tagged: TaggedWrite | null = null,
): RouteResponse {
  const headers = etagHeader(tagged?.tag ?? null);
  return jsonText(joinTexts(assertFound(documentBody([entry]))), { status, headers });
}
