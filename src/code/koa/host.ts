// The interface that the server implements for code that answers requests.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Readable } from 'node:stream';
import type { Logger } from '../../base/logger.ts';
import type { Body } from '../../query/body.ts';

/** Headers by name, in lower case. */
export type Headers = Readonly<Record<string, string>>;

/** A response of the server as a value. */
export interface HostResponse {
  readonly status: number;
  readonly headers?: Headers;
  readonly cookies?: readonly string[];
  /** Null: there is none. */
  readonly body: Body | Readable | null;
  /** Null: none; default: JSON. */
  readonly type?: string | null;
  readonly afterSent?: () => void;
}

/** A file of a request. Its stream must be read to the end. */
export interface HostFile {
  readonly field: string;
  readonly name: string;
  readonly type: string | null;
  readonly stream: Readable;
}

/** Who gets what a body consists of. */
export interface BodyTakers {
  readonly takeFile: (file: HostFile) => Promise<void>;
  /** The text of a body that is parsed. */
  readonly takeText: (text: string) => void;
}

/** A route of the server, in which no code of the project has a part. What is in it is the server's business. */
export type HostRoute = object;

/** What of a request may have been changed before a route of the server answers it. */
export interface Given {
  readonly params: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** A route of the server that answers an action of a built-in plugin. */
export interface HostAction {
  readonly method: string;
  readonly path: string;
  readonly route: HostRoute;
  /** True: it reads the body itself. */
  readonly readsBody: boolean;
  /** Such as `plugin::users-permissions.user.me`. */
  readonly action: string;
}

/** A request that code answers. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The log of the request. */
  readonly log: Pick<Logger, 'error'>;
  /** Headers of every response: security, CORS, and who answers. */
  headers(): Promise<Headers>;
  /** Those of an answer to a preflight besides; null: the request is none. */
  preflight(): Headers | null;
  /** The parsed body; undefined: there is none. @throws AppError for one that cannot be read */
  body(takers: BodyTakers): Promise<unknown>;
  /** What a route of the server answers. @throws as it does */
  run(route: HostRoute, given: Given): Promise<HostResponse>;
  /** What a route answers a caller who was let in already. @param auth `ctx.state.auth` @throws as it does */
  act(route: HostRoute, given: Given & { readonly auth: unknown }): Promise<HostResponse>;
  /** Counts a request to a route whose use is limited. @throws AppError RateLimitError */
  count(route: HostRoute, given: Given & { readonly auth: unknown }): Promise<void>;
  /** What answers where no route does: a file, or the methods of the path. @throws as it does */
  fallback(methods: readonly string[]): Promise<HostResponse>;
}
