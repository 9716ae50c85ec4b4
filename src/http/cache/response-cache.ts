// Response cache: serves stored responses before Fastify sees the request, until the caller, their permissions or the
// rows change (docs/decisions/0012).
import type { IncomingMessage, ServerResponse } from 'node:http';
import { audienceOf, type Principal } from '../../auth/principal.ts';
import { MAX_KEY_LENGTH } from '../../base/limits.ts';
import { LruMap } from '../../base/lru-map.ts';
import { ResponseStore, type StoredResponse, type Audience } from '../../cache/response-store.ts';
import { etagOf, matchesEtag } from '../../cache/etag.ts';
import { toBuffer } from '../../query/body.ts';
import type { ResponseFormat } from '../../query/read.ts';
import type { LogicalTime } from '../../storage/commits/change-clock.ts';
import { touches, type ChangedTables } from '../../storage/commits/change-feed.ts';
import type { Database } from '../../storage/database.ts';
import { cachingHeaders, type CacheControl } from './caching-headers.ts';
import type { ResponseHeaders } from '../response/headers.ts';
import {
  flat,
  NodeHeaders,
  printBody,
  printHeaders,
  printStatus,
  sendPrinted,
} from '../response/printed-response.ts';
import type { RouteRequest } from '../routing/route-request.ts';
import { JSON_TYPE, type CacheableResponse, type PlainResponse } from '../response/response.ts';
import type { Headers } from '../../base/http-message.ts';
import { formatOf } from '../response/response-format.ts';

export interface ResponseCacheOptions {
  readonly database: Database;
  /** Names of the tables that determine callers and their permissions. */
  readonly permissionTables: ReadonlySet<string>;
  /** Maximum size of all responses in bytes. */
  readonly memory: number;
  readonly headers: ResponseHeaders;
  readonly caching: CacheControl;
  /** Headers of responses from the cache only. */
  readonly hitHeaders: Headers;
}

/** The caller that a response was created for. */
export interface CacheLookup {
  /** Null if the route does not authenticate. */
  readonly principal: Principal | null;
  /** Before the caller was authorized. */
  readonly since: LogicalTime;
}

/** The caller of an `Authorization` value. */
interface CachedCaller {
  readonly audience: Audience;
  /** Milliseconds since 1970. */
  readonly until: number;
}

const OK = printStatus(200);
const NOT_MODIFIED = printStatus(304);

/** Bytes of a caller and the time until which it is valid. */
const BYTES_OF_CALLER = 100;

/** Stores responses and serves them. */
export class ResponseCache {
  readonly #options: ResponseCacheOptions;
  #cache: ResponseStore;
  /** By `Authorization` value. */
  #callers = new LruMap<string, CachedCaller>('callers', () => BYTES_OF_CALLER);
  /** Headers of all responses from the cache. */
  readonly #base: string;
  readonly #headEnd: NodeHeaders;
  readonly #unsubscribe: () => void;
  #hits = 0;

  constructor(options: ResponseCacheOptions) {
    this.#options = options;
    this.#headEnd = new NodeHeaders(options.headers.keepAlive);
    this.#cache = new ResponseStore(options.memory);
    this.#base = printHeaders({ ...options.headers.base, ...options.hitHeaders });
    this.#unsubscribe = options.database.onChange((changed) => {
      this.#cache.invalidate(changed);
      if (touches(changed, options.permissionTables)) this.#callers.clear();
    });
  }

  /** Number of requests served from the cache. */
  get hits(): number {
    return this.#hits;
  }

  /** Number of stored responses. */
  get stores(): number {
    return this.#cache.stores;
  }

  /** Number of `Authorization` values whose callers are cached. */
  get callers(): number {
    return this.#callers.size;
  }

  /** Approximate size in bytes. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** Marks the present: responses read after it may be stored. */
  get now(): LogicalTime {
    return this.#cache.now;
  }

  /**
   * Takes over the responses of a server that this one replaces. Call it when requests are passed to this one.
   * @param changed Tables whose responses are dropped; null for all
   */
  takeOver(previous: ResponseCache, changed: ChangedTables): void {
    previous.#unsubscribe();
    this.#hits += previous.#hits;
    if (changed === null) return;
    this.#cache = previous.#cache;
    this.#callers = previous.#callers;
    // The previous server may still read on the former model.
    this.#cache.invalidate(changed);
  }

  /** Serves a request from the cache. @returns false on a miss */
  serve(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const { headers, url = '' } = request;
    if ('content-length' in headers || 'transfer-encoding' in headers) return false;
    // Removes responses that a commit of any process has invalidated.
    this.#options.database.version();
    const caller = this.#callers.get(headers.authorization ?? '');
    const now = Date.now();
    if (!caller || caller.until <= now) return false;
    const stored = caller.audience.responses.get(keyOf(url, formatOf(headers)));
    if (!stored) return false;
    const originLines = this.#options.headers.originLines(headers.origin);
    if (originLines === null) return false;
    stored.isUsed = true;
    this.#hits += 1;
    const end = originLines + this.#headEnd.print(response, now);
    if (matchesEtag(headers['if-none-match'], stored.etag)) {
      response.statusCode = 304;
      sendPrinted(response, { head: stored.notModifiedHead + end, body: '' });
    } else {
      sendPrinted(response, { head: stored.head + end, body: stored.body });
    }
    return true;
  }

  /** Stores a response if it can be served again. @returns it with its caching headers, or a 304 */
  async store(
    request: RouteRequest,
    { body: content, tables }: CacheableResponse,
    { principal, since }: CacheLookup,
  ): Promise<PlainResponse> {
    const { authorization = '' } = request.headers;
    const body = toBuffer(content);
    const etag = await etagOf(body);
    const { caching } = this.#options;
    const headers = cachingHeaders(caching, { etag, tables, isPublic: authorization === '' });
    if (request.method === 'GET' && principal !== null) {
      const audience = this.#audience(principal, authorization, since);
      const key = keyOf(request.url, formatOf(request.headers));
      const entry = { etag, tables, ...this.#print(body, headers) };
      this.#cache.store({ audience, key }, entry, since);
    }
    if (matchesEtag(request.headers['if-none-match'], etag)) {
      return { status: 304, headers, body: null };
    }
    return { status: 200, headers, body };
  }

  /** A 304 has no headers that describe the body (RFC 9110 section 15.4.5). */
  #print(body: Buffer, own: Headers): Omit<StoredResponse, 'tables' | 'etag'> {
    const lines = this.#base + printHeaders(own);
    const ofBody = { 'content-type': JSON_TYPE, 'content-length': String(body.length) };
    return {
      head: flat(OK + lines + printHeaders(ofBody)),
      notModifiedHead: flat(NOT_MODIFIED + lines),
      body: printBody(body),
    };
  }

  /** Returns the audience of a caller and caches which caller an `Authorization` value has. */
  #audience(principal: Principal, authorization: string, since: LogicalTime): Audience {
    // `Cache-Control` differs with and without credentials.
    const prefix = authorization === '' ? 'public ' : '';
    const audience = this.#cache.audience(prefix + audienceOf(principal));
    const isShort = authorization.length <= MAX_KEY_LENGTH;
    if (isShort && this.#cache.isUnchangedSince(this.#options.permissionTables, since)) {
      this.#callers.set(authorization, { audience, until: principal.until });
    }
    return audience;
  }
}

function keyOf(url: string, format: ResponseFormat): string {
  return format === 'v5' ? url : `${format} ${url}`;
}
