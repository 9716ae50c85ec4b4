// Content routes as data, and what their handlers share.
import { callerOf } from '../../auth/principal.ts';
import type { OnDemand } from '../../base/on-demand.ts';
import type { Caller } from '../../documents/content-events.ts';
import type { EntryTags } from '../../documents/preconditions/entry-tags.ts';
import type { ConditionalEntry, TaggedWrite } from '../../documents/preconditions/tagged-write.ts';
import type { DocumentWriter } from '../../documents/writer.ts';
import type { RowKey } from '../../query/planner.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import type { Handler, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** An action on the versions of a document (docs/publishing.md). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

/** A route of a content-type. */
export interface ContentRoute extends Pick<Route, 'path'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly type: ContentType;
  readonly action: 'find' | 'findOne' | 'create' | 'update' | 'delete' | PublicationAction;
  /** The permissions that a caller needs; null for a public route. */
  readonly permissions: readonly string[] | null;
  /** The permissions that a caller needs to read the same document; null if everyone may. */
  readonly readPermissions: readonly string[] | null;
}

/** The action that reads a document, such as `api::article.article.findOne`. */
export function readActionOf({ uid, kind }: Pick<ContentType, 'uid' | 'kind'>): string {
  return `${uid}.${kind === 'singleType' ? 'find' : 'findOne'}`;
}

export interface ContentDependencies {
  readonly reader: Reader;
  readonly writer: DocumentWriter;
  readonly tags: OnDemand<EntryTags>;
}

/** A handler for callers of the content API. */
export type ContentHandler = Handler<ContentCaller>;

/** The document in the path; null for a list or a single type. */
export function keyOf(request: RouteRequest): RowKey | null {
  const value = documentIdOf(request);
  return value === null ? null : { by: 'documentId', value };
}

/** The documentId in the path; null for a list or a single type. */
function documentIdOf({ params }: RouteRequest): string | null {
  return params['id'] ?? null;
}

/** A request that writes a document. */
interface WriteRequest extends Pick<ConditionalEntry, 'read' | 'statuses'> {
  readonly request: RouteRequest<ContentCaller>;
}

/** What the requests to the writer have in common. */
interface DocumentWrite {
  readonly documentId: string | null;
  readonly by: Caller;
  readonly since: number;
  /** Null without the `If-Match` header. */
  readonly tagged: TaggedWrite | null;
}

/** Parses what writes of a document have in common. @throws ValidationError for an invalid `If-Match` header */
export async function documentWriteOf(
  { reader, tags }: Pick<ContentDependencies, 'reader' | 'tags'>,
  { type }: ContentRoute,
  { request, read, statuses }: WriteRequest,
): Promise<DocumentWrite> {
  const documentId = documentIdOf(request);
  const by = callerOf(request.caller.principal);
  const since = request.startedAt;
  // Other writes load and read nothing more.
  if (request.headers['if-match'] === undefined) return { documentId, by, since, tagged: null };
  const { conditionalWrite } = await import('./conditional-write.ts');
  const reads = { reader, tags: await tags() };
  const tagged = await conditionalWrite(reads, { type, documentId, read, statuses }, request);
  return { documentId, by, since, tagged };
}
