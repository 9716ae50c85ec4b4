// The handler of lists, documents and single types.
import { assertFound } from '../../base/errors.ts';
import { formatOf } from '../response/response-format.ts';
import {
  keyOf,
  type ContentHandler,
  type ContentDependencies,
  type ContentRoute,
} from './content-route.ts';

/** Creates a handler that reads a list or a document. */
export function readHandler(
  { reader }: ContentDependencies,
  { type, action }: ContentRoute,
): ContentHandler {
  const isList = action === 'find' && type.kind === 'collectionType';
  const paging = isList ? 'nested' : 'none';
  return async (request) => {
    const {
      readQuery: query,
      caller,
      headers,
      cancellation,
      startedAt: since,
      afterResponse,
    } = request;
    const { access } = caller;
    const read = reader.prepareQuery({ type, one: keyOf(request), paging, query, access });
    const { tables } = reader.compiled(read);
    const body = await reader.body(read, formatOf(headers), { cancellation, since, afterResponse });
    return { status: 200, body: assertFound(body), tables };
  };
}
