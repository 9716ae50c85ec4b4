// The handler of lists, documents and single types.
import { found } from '../response/not-found.ts';
import { formatOf } from '../response/response-format.ts';
import { withTiming, type Stage } from '../routing/stage-timings.ts';
import {
  keyOf,
  type ContentHandler,
  type ContentDependencies,
  type ContentRoute,
} from './content-route.ts';

const PLAN: readonly Stage[] = ['plan'];
const READ: readonly Stage[] = ['db', 'shape'];

/** Creates a handler that reads a list or a document. */
export function readHandler(
  { reader }: ContentDependencies,
  { type, action }: ContentRoute,
): ContentHandler {
  const isList = action === 'find' && type.kind === 'collectionType';
  const paging = isList ? 'nested' : 'none';
  return async (request) => {
    const { timings, readQuery, caller, headers, cancellation, startedAt: since } = request;
    const { read, tables } = withTiming(timings, PLAN, () => {
      const one = keyOf(request);
      const prepared = reader.prepareQuery({
        type,
        one,
        paging,
        query: readQuery,
        access: caller.access,
      });
      return { read: prepared, tables: reader.compiled(prepared).tables };
    });
    const body = await withTiming(timings, READ, (onRows) =>
      reader.body(read, formatOf(headers), { onRows, cancellation, since }),
    );
    return { status: 200, body: found(body), tables };
  };
}
