// Content routes as data, and types that their handlers share.
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
}

/** Dependencies of the handlers. */
export interface ContentDependencies {
  readonly reader: Reader;
  readonly writer: DocumentWriter;
}

/** A handler for callers of the content API. */
export type ContentHandler = Handler<ContentCaller>;

/** The document in the path; null for a list or a single type. */
export function keyOf(request: RouteRequest): RowKey | null {
  const value = documentIdOf(request);
  return value === null ? null : { by: 'documentId', value };
}

/** The documentId in the path; null for a list or a single type. */
export function documentIdOf({ params }: RouteRequest): string | null {
  return params['id'] ?? null;
}
