// Content routes as data: what the handlers of content-types share.
import type { DocumentWriter } from '../../documents/writer.ts';
import type { RowKey } from '../../query/planner.ts';
import type { Reader } from '../../query/read.ts';
import type { ContentType } from '../../schema/types.ts';
import type { ContentCaller } from '../routing/authorize.ts';
import type { Handler, Route } from '../routing/route.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** What is done with the versions of a document (docs/publishing.md). */
export type PublicationAction = 'publish' | 'unpublish' | 'discardDraft';

/** A route of a content-type. */
export interface ContentRoute extends Pick<Route, 'path'> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly type: ContentType;
  readonly action: 'find' | 'findOne' | 'create' | 'update' | 'delete' | PublicationAction;
  /** The permissions that a caller needs; null: it is open to everyone. */
  readonly permissions: readonly string[] | null;
}

/** What the handlers are built on. */
export interface ContentParts {
  readonly reader: Reader;
  readonly writer: DocumentWriter;
}

/** A handler for callers of the content API. */
export type ContentHandler = Handler<ContentCaller>;

/** The document that a path names; null: the path is a list's or a single type's. */
export function keyOf(request: RouteRequest): RowKey | null {
  const value = documentIdOf(request);
  return value === null ? null : { by: 'documentId', value };
}

/** The documentId that a path names; null: the path is a list's or a single type's. */
export function documentIdOf({ params }: RouteRequest): string | null {
  return params['id'] ?? null;
}
