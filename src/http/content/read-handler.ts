// The handler of lists, documents and single types.
import { isAllowed } from '../../auth/principal.ts';
import type { QueryRequest } from '../../query/read.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { found } from '../response/not-found.ts';
import { formatOf } from '../response/response-format.ts';
import { withTiming, type Stage } from '../routing/stage-timings.ts';
import {
  keyOf,
  type ContentHandler,
  type ContentDependencies,
  type ContentRoute,
} from './content-route.ts';
import type { EntryTag } from './entry-etags.ts';

const PLAN: readonly Stage[] = ['plan'];
const READ: readonly Stage[] = ['db', 'shape'];

const CHANGES = ['update', 'delete', 'publish', 'unpublish', 'discardDraft'];

/** Creates a handler that reads a list or a document. */
export function readHandler(
  { reader, tags }: ContentDependencies,
  { type, action }: ContentRoute,
): ContentHandler {
  const isList = action === 'find' && type.kind === 'collectionType';
  const paging = isList ? 'nested' : 'none';
  const changes = CHANGES.map((change) => `${type.uid}.${change}`);
  return async (request) => {
    const { timings, query, caller, headers, cancellation, startedAt: since } = request;
    const one = keyOf(request);
    const { read, tables } = withTiming(timings, PLAN, () => {
      const prepared = reader.prepareQuery({ type, one, paging, query, access: caller.access });
      return { read: prepared, tables: reader.compiled(prepared).tables };
    });
    // Before the body: a tag that is too old prevents a write, one that is too new would lose one.
    const entryTag =
      isList || !mayChange(caller)
        ? null
        : await readTag({ type, one, paging, query, access: caller.access });
    const body = await withTiming(timings, READ, (onRows) =>
      reader.body(read, formatOf(headers), { onRows, cancellation, since }),
    );
    if (entryTag === null) return { status: 200, body: found(body), tables };
    const all = new Set([...tables, ...entryTag.tables]);
    return { status: 200, body: found(body), tables: all, entryTag: entryTag.tag };
  };

  async function readTag(
    request: QueryRequest & { readonly query: string },
  ): Promise<EntryTag | null> {
    const { readEntryTag } = await import('./entry-etags.ts');
    return readEntryTag({ reader, tags: await tags() }, request);
  }

  /** Returns true for callers who need entity tags, because they may change entries. */
  function mayChange({ principal }: ContentCaller): boolean {
    return principal !== null && changes.some((action) => isAllowed(principal, action));
  }
}
