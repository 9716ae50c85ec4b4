// Requests to the content-manager as its handlers see them.
import { notFound } from '../../base/errors.ts';
import type { AdminPrincipal } from '../../auth/admin/admin-authenticator.ts';
import type { ContentManager } from '../../content-manager/content-manager.ts';
import type { EntrySubject } from '../../content-manager/entry-access.ts';
import type { EntryResponse } from '../../content-manager/entry-view.ts';
import type { SentWrite } from '../../content-manager/entry-writes.ts';
import type { ContentManagerDependencies } from '../../content-manager/dependencies.ts';
import { withLocaleOf } from '../../content-manager/version-params.ts';
import type { Logger } from '../../base/logger.ts';
import type { QueryObject } from '../../query/params.ts';
import type { ContentType } from '../../schema/types.ts';
import type { Cancellation } from '../../storage/cancellation.ts';
import { etagHeader, json, type RouteResponse } from '../response/response.ts';
import { parseIfMatch } from '../routing/if-match.ts';
import type { RouteRequest } from '../routing/route-request.ts';

/** A request, and the services that handle it. */
export class ManagerRequest {
  readonly admin: AdminPrincipal;
  readonly manager: ContentManager;
  readonly #request: RouteRequest<AdminPrincipal>;
  readonly #dependencies: Pick<ContentManagerDependencies, 'registry' | 'reader'>;

  constructor(
    request: RouteRequest<AdminPrincipal>,
    manager: ContentManager,
    dependencies: Pick<ContentManagerDependencies, 'registry' | 'reader'>,
  ) {
    this.admin = request.caller;
    this.manager = manager;
    this.#request = request;
    this.#dependencies = dependencies;
  }

  /** The query string, parsed. @throws ValidationError */
  get query(): QueryObject {
    return this.#dependencies.reader.parse(this.#request.query);
  }

  /** Cancels reads if the client disconnects. */
  get cancellation(): Cancellation {
    return this.#request.cancellation;
  }

  get log(): Logger {
    return this.#request.log;
  }

  get body(): unknown {
    return this.#request.body;
  }

  /** The body, the query and the condition of a write. @throws ValidationError */
  get sent(): SentWrite {
    const { body } = this;
    const query = withLocaleOf(body, this.query);
    return { body, query, ifMatch: parseIfMatch(this.#request.headers['if-match']) };
  }

  /** A parameter of the path. */
  param(name: string): string {
    return this.#request.params[name] ?? '';
  }

  /** The content-type that a parameter of the path names, which the permission of the route is for. */
  type(name: string): ContentType {
    return this.#dependencies.registry.contentType(this.param(name));
  }

  /**
   * The entries of the type in the path.
   * @throws NotFoundError if the type is of the other kind (docs/strapi/differences.md, D22)
   */
  subject(kind: ContentType['kind']): EntrySubject {
    const type = this.type('uid');
    if (type.kind !== kind) throw notFound();
    return { admin: this.admin, type, cancellation: this.cancellation };
  }
}

/** Handles a request. */
export type ManagerHandler = (request: ManagerRequest) => Promise<RouteResponse>;

/** The response with an entry. Its ETag is the entity tag of the entry. */
export function entryJson(
  { tag, ...body }: EntryResponse | Omit<EntryResponse, 'data'>,
  status: number = 200,
): RouteResponse {
  return json(body, { status, headers: etagHeader(tag) });
}
