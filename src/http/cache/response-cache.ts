// Response cache: serves responses to reads again, before Fastify sees the request, until what they depend on changes:
// who asks, what they may see, and the rows (docs/decisions/0012).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { audienceOf, type Principal } from '../../auth/principal.ts';
import { KEEP_ALIVE_MS, MAX_KEY_LENGTH } from '../../base/limits.ts';
import { AnswerCache, type Answer, type Audience } from '../../cache/answer-cache.ts';
import { etagOf, isKnown } from '../../cache/etag.ts';
import { bytesOf } from '../../query/body.ts';
import type { ResponseFormat } from '../../query/read.ts';
import type { Moment } from '../../storage/change-clock.ts';
import { touches } from '../../storage/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { cachingHeaders, type CacheControl } from './caching-headers.ts';
import type { AnswerHeaders } from '../response/headers.ts';
import {
  flat,
  HeadEnd,
  printBody,
  printHeaders,
  printStatus,
  sendPrinted,
} from './printed-response.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import {
  JSON_TYPE,
  type CacheableResponse,
  type Headers,
  type PlainResponse,
} from '../response/response.ts';
import { formatOf } from '../response/response-format.ts';

export interface ResponseCacheOptions {
  readonly database: Database;
  /** Names of the tables that say who a caller is and what they may do. */
  readonly permissionTables: ReadonlySet<string>;
  /** Bytes that all responses may take together. */
  readonly memory: number;
  readonly headers: AnswerHeaders;
  readonly caching: CacheControl;
  /** Headers that only a response from the cache carries. */
  readonly hitHeaders: Headers;
}

/** Whom a response was made for. */
export interface Requested {
  /** Null: the route reads no credentials. */
  readonly principal: Principal | null;
  /** Before the caller was authorized. */
  readonly since: Moment;
}

/** Who sends a value of `Authorization`. */
interface KnownCaller {
  readonly audience: Audience;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const OK = printStatus(200);
const NOT_MODIFIED = printStatus(304);

/** Values of `Authorization` whose callers are known. */
const MAX_CALLERS = 10_000;

/** Serves responses again. */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  readonly #cache: AnswerCache;
  readonly #callers = new Map<string, KnownCaller>();
  /** Headers of all responses from the cache. */
  readonly #always: string;
  readonly #headEnd = new HeadEnd(KEEP_ALIVE_MS);
  #hits = 0;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#cache = new AnswerCache(options.memory);
    this.#always = printHeaders({ ...options.headers.always, ...options.hitHeaders });
    options.database.onChange((changed) => {
      this.#cache.forget(changed);
      if (touches(changed, options.permissionTables)) this.#callers.clear();
    });
  }

  /** How many requests were served from the cache. */
  get hits(): number {
    return this.#hits;
  }

  /** How many responses were stored. */
  get stores(): number {
    return this.#cache.made;
  }

  /** How many values of `Authorization` it knows the caller of. */
  get callers(): number {
    return this.#callers.size;
  }

  /** Approximate size in bytes. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** What is read from now on may be stored. */
  get moment(): Moment {
    return this.#cache.moment;
  }

  /** Serves a request from the cache. @returns false if it cannot */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const { headers, url = '' } = request;
    if ('content-length' in headers || 'transfer-encoding' in headers) return false;
    // Whoever committed: outdated responses are gone when this returns.
    this.#options.database.version();
    const caller = this.#callers.get(headers.authorization ?? '');
    const now = Date.now();
    if (!caller || caller.until <= now) return false;
    const stored = caller.audience.answers.get(keyOf(url, formatOf(headers)));
    if (!stored) return false;
    const originLine = this.#originLine(headers.origin);
    if (originLine === null) return false;
    stored.isUsed = true;
    this.#hits += 1;
    const end = originLine + this.#headEnd.print(response, now);
    if (isKnown(headers['if-none-match'], stored.etag)) {
      response.statusCode = 304;
      sendPrinted(response, stored.headOfKnown + end, '');
    } else {
      sendPrinted(response, stored.head + end, stored.body);
    }
    return true;
  }

  /** Stores a response where it may be served again. @returns it with its caching headers, or 304 */
  async store(
    request: RouteRequest,
    { body: made, tables }: CacheableResponse,
    { principal, since }: Requested,
  ): Promise<PlainResponse> {
    const { authorization = '' } = request.headers;
    const body = bytesOf(made);
    const etag = await etagOf(body);
    const { caching } = this.#options;
    const headers = cachingHeaders(caching, { etag, tables, isPublic: authorization === '' });
    if (request.method === 'GET' && principal !== null) {
      const audience = this.#audience(principal, authorization, since);
      const asked = keyOf(request.url, formatOf(request.headers));
      const answer = { ...this.#print(body, headers), etag, tables };
      this.#cache.keep({ audience, asked }, answer, since);
    }
    if (isKnown(request.headers['if-none-match'], etag)) {
      return { status: 304, headers, body: null };
    }
    return { status: 200, headers, body };
  }

  /** A 304 says nothing about the body (RFC 9110 section 15.4.5). */
  #print(body: Buffer, own: Headers): Omit<Answer, 'tables' | 'etag'> {
    const lines = this.#always + printHeaders(own);
    const ofBody = { 'content-type': JSON_TYPE, 'content-length': String(body.length) };
    return {
      head: flat(OK + lines + printHeaders(ofBody)),
      headOfKnown: flat(NOT_MODIFIED + lines),
      body: printBody(body),
    };
  }

  /** The callers with the same permissions; remembers that this value of `Authorization` is one of them. */
  #audience(principal: Principal, authorization: string, since: Moment): Audience {
    // `Cache-Control` differs between callers with and without credentials.
    const prefix = authorization === '' ? 'public ' : '';
    const audience = this.#cache.audience(prefix + audienceOf(principal));
    const isShort = authorization.length <= MAX_KEY_LENGTH;
    if (isShort && this.#cache.stands(this.#options.permissionTables, since)) {
      if (this.#callers.size >= MAX_CALLERS) this.#callers.clear();
      this.#callers.set(authorization, { audience, until: principal.until });
    }
    return audience;
  }

  /** The header line that lets an origin read the response; null: only a function of the project can tell. */
  #originLine(origin: string | undefined): string | null {
    if (origin === undefined || origin === '') return '';
    const isAllowed = this.#options.headers.lists(origin);
    if (isAllowed === null) return null;
    return isAllowed ? printHeaders({ 'access-control-allow-origin': origin }) : '';
  }
}

function keyOf(url: string, format: ResponseFormat): string {
  return format === 'v5' ? url : `${format} ${url}`;
}
