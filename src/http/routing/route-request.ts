// Request as handlers see it: read-only, with an authorized caller.
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyRequest } from 'fastify';
import type { Logger } from '../../base/logger.ts';
import type { ChangedQuery } from '../../query/params.ts';
import type { QueryParams, TextQuery } from '../../query/read.ts';
import type { Cancellation } from '../../storage/cancellation.ts';
import type { AfterResponse } from '../../query/lanes/long-reads.ts';
import { afterResponse, onDisconnect } from '../connections/client-disconnect.ts';

/** Decoded path parameters by name. */
export type PathParams = Readonly<Record<string, string | undefined>>;

/** Returns the path parameters of a request. */
export function pathParams({ params }: FastifyRequest): PathParams {
  // The router returns strings only.
  return params as PathParams;
}

const changedQueries = new WeakMap<FastifyRequest, ChangedQuery>();

/** Sets the query of a request. */
export function setChangedQuery(request: FastifyRequest, query: ChangedQuery): void {
  changedQueries.set(request, query);
}

export interface RequestedRoute<Caller> {
  readonly caller: Caller;
  readonly path: string;
  readonly startedAt: number;
  /** The response, if the result of the handler is sent and not used otherwise. */
  readonly response?: ServerResponse | undefined;
}

export class RouteRequest<Caller = unknown> {
  /** Who sent it. */
  readonly caller: Caller;
  /** The path of the route, such as `/api/articles/:id`. */
  readonly routePath: string;
  /** When its handling began, by `performance.now()`. All its waits for the database count from then. */
  readonly startedAt: number;
  readonly #request: FastifyRequest;
  readonly #response: ServerResponse | undefined;

  constructor(
    request: FastifyRequest,
    { caller, path, startedAt, response }: RequestedRoute<Caller>,
  ) {
    this.#request = request;
    this.#response = response;
    this.caller = caller;
    this.routePath = path;
    this.startedAt = startedAt;
  }

  get method(): string {
    return this.#request.method;
  }

  /** The request target, not decoded. */
  get url(): string {
    return this.#request.raw.url ?? '';
  }

  /** Decoded path parameters by name. */
  get params(): PathParams {
    return pathParams(this.#request);
  }

  /** The parameters of a read. @throws ValidationError for invalid values set by project code */
  get readQuery(): QueryParams {
    return changedQueries.get(this.#request)?.params ?? this.queryString;
  }

  /** The query of any other request. @throws ValidationError for values of project code that cannot be sent */
  get query(): TextQuery {
    return changedQueries.get(this.#request)?.parsed ?? this.queryString;
  }

  /** The query string of the URL, for protocols that define its form. */
  get queryString(): string {
    const { url } = this;
    const mark = url.indexOf('?');
    return mark < 0 ? '' : url.slice(mark + 1);
  }

  /** The parsed body; undefined if there is none or the handler reads it from `raw`. */
  get body(): unknown {
    return this.#request.body;
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.raw.headers;
  }

  /** IP address of the client, as reported by trusted proxies. */
  get ip(): string {
    return this.#request.ip;
  }

  /** True if it arrived over TLS. */
  get isSecure(): boolean {
    return this.#request.protocol === 'https';
  }

  /** Cancels work when the client disconnects. */
  get cancellation(): Cancellation {
    return onDisconnect(this.#request.raw);
  }

  /** Runs functions after the response; undefined if its body may be used after that. */
  get afterResponse(): AfterResponse | undefined {
    return this.#response && afterResponse(this.#response);
  }

  get log(): Logger {
    return this.#request.log;
  }

  /** Node's request, for handlers of routes whose `body` is `'stream'`. */
  get raw(): IncomingMessage {
    return this.#request.raw;
  }
}
