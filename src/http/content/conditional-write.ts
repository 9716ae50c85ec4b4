// `If-Match` on content routes: what it names is the ETag of a read at the same address, or the entity tag of the entry
// (docs/decisions/0029). Loaded on demand.
import { assertFound } from '../../base/errors.ts';
import { etagOf } from '../../cache/etag.ts';
import type { EntryTags, IfMatch } from '../../documents/preconditions/entry-tags.ts';
import { TaggedWrite, type ConditionalEntry } from '../../documents/preconditions/tagged-write.ts';
import { toBuffer } from '../../query/body.ts';
import { inStatus, selectsLocales, type Populate, type ReadParams } from '../../query/params.ts';
import type { Reader, ReadRequest } from '../../query/read.ts';
import { formatOf } from '../response/response-format.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import { parseIfMatch } from '../routing/if-match.ts';
import type { RouteRequest } from '../routing/route-request.ts';

interface Reads {
  readonly reader: Reader;
  readonly tags: EntryTags;
}

/** The steps of a write with an `If-Match` header. @throws ValidationError for an invalid header */
export async function conditionalWrite(
  reads: Reads,
  entry: ConditionalEntry,
  request: RouteRequest<ContentCaller>,
): Promise<TaggedWrite> {
  const expected = parseIfMatch(request.headers['if-match']);
  const ifMatch = await withEntityTags(reads, expected, { entry, request });
  return new TaggedWrite(reads.tags, { ...entry, ifMatch, after: 'written' });
}

interface ConditionalRequest {
  readonly entry: ConditionalEntry;
  readonly request: RouteRequest<ContentCaller>;
}

/** Adds the entity tags of the versions whose representations have one of the ETags. */
async function withEntityTags(
  reads: Reads,
  ifMatch: IfMatch | null,
  { entry, request }: ConditionalRequest,
): Promise<IfMatch | null> {
  const { access, mayRead } = request.caller;
  // A caller who may not read the entry could otherwise find out whether a guessed representation is right.
  if (ifMatch === null || ifMatch === '*' || !mayRead) return ifMatch;
  const { reader } = reads;
  const query = reader.parse(request.readQuery);
  // Several locales have no representation together.
  if (selectsLocales(query)) return ifMatch;
  const { type, documentId } = entry;
  const one = documentId === null ? null : ({ by: 'documentId', value: documentId } as const);
  const params = reader.paramsOf({ type, one, paging: 'none', query, access });
  const tags = new Set(ifMatch);
  for (const status of entry.statuses) {
    const read = { type, one, access, params: inStatus(params, status) };
    const tag = await matchingTag(reads, ifMatch, { request, read });
    if (tag !== null) tags.add(tag);
  }
  return tags;
}

/** The entity tag of a version whose representation has one of the ETags; null if it has none of them. */
async function matchingTag(
  { reader, tags }: Reads,
  ifMatch: ReadonlySet<string>,
  { request, read }: Pick<ConditionalRequest, 'request'> & { readonly read: ReadRequest },
): Promise<string | null> {
  // Before the body: a change in between makes the tag outdated, and the write is rejected.
  const tag = await readEntryTag({ reader, tags }, read);
  if (tag === null) return null;
  const { cancellation, startedAt: since } = request;
  const body = await reader.body(reader.prepare(read), formatOf(request.headers), {
    cancellation,
    since,
  });
  const etag = await etagOf(toBuffer(assertFound(body)));
  return ifMatch.has(etag.slice(1, -1)) ? tag : null;
}

const ID = ['documentId'];
const NOTHING: Populate = { form: 'none' };

/** Reads the entity tag of the entry that a read finds; null if it finds none. Two statements. */
export async function readEntryTag(
  { reader, tags }: Reads,
  { type, one, access, params: { status, filters, sort, rows } }: ReadRequest,
): Promise<string | null> {
  const params: ReadParams = { status, filters, sort, fields: ID, populate: NOTHING, rows };
  const { entries } = await reader.objects(reader.prepare({ type, one, access, params }));
  const id = entries[0]?.['id'];
  return typeof id === 'number' ? tags.read(type.uid, id) : null;
}
