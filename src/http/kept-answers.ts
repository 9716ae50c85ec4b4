// In charge of giving the answer of a read again, before the framework sees the request, for as long as nothing that
// it depends on changes: who asks, what they may see, and the rows (docs/decisions/0012).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { audienceOf, type Principal } from '../auth/principal.ts';
import { AnswerCache, type Answer, type Audience } from '../cache/answer-cache.ts';
import type { Moment } from '../storage/change-clock.ts';
import { etagOf, isKnown } from '../cache/etag.ts';
import { KEEP_ALIVE_MS, MAX_KEY_LENGTH } from '../base/limits.ts';
import { touches } from '../storage/change-feed.ts';
import type { Database } from '../storage/database.ts';
import { bytesOf, type Body } from '../query/body.ts';
import type { ResponseFormat } from '../query/read.ts';
import type { AnswerHeaders } from './headers.ts';
import {
  flat,
  HeadEnd,
  printBody,
  printHeaders,
  printStatus,
  sendPrinted,
} from './printed-answer.ts';
import { JSON_TYPE } from './respond.ts';
import { formatOf } from './response-format.ts';

export interface KeptAnswersOptions {
  readonly database: Database;
  /** Names of the tables that say who a caller is and what they may do. */
  readonly standing: ReadonlySet<string>;
  /** Bytes that all answers may take together. */
  readonly memory: number;
  readonly headers: AnswerHeaders;
  readonly caching: CachingHeaders;
  /** Headers that only an answer carries that is given again. */
  readonly again: Readonly<Record<string, string>>;
}

/** What caches in front are told. */
export interface CachingHeaders {
  /** `Cache-Control` of answers to those who show no word, and to those who do; empty: none. */
  readonly control: { readonly public: string; readonly private: string };
  /** Header that lists what an answer was made from, so that it can be purged; empty: none. */
  readonly keys: string;
  /** Names a table in that header; null where it is not told. */
  keyOf(table: string): string | null;
}

/** An answer to be sent, and perhaps kept. */
export interface FreshAnswer {
  readonly body: Body;
  /** Names of the tables that it was made from. */
  readonly tables: ReadonlySet<string>;
  /** Null where nobody was asked who they are. */
  readonly principal: Principal | null;
  /** Before the caller was looked at. */
  readonly since: Moment;
}

/** Who sends a word of `Authorization`, until when. */
interface Caller {
  readonly audience: Audience;
  /** Milliseconds since 1970. */
  readonly until: number;
}

/** Headers that not every answer carries. */
type OwnHeaders = Readonly<Record<string, string>> & { readonly etag: string };

const OK = printStatus(200);
const NOT_MODIFIED = printStatus(304);

/** Words that are kept. */
const KEPT_CALLERS = 10_000;

/** Gives answers again. */
export class KeptAnswers {
  readonly #options: KeptAnswersOptions;
  readonly #cache: AnswerCache;
  readonly #callers = new Map<string, Caller>();
  /** Headers that every answer carries which is given again. */
  readonly #always: string;
  readonly #headEnd = new HeadEnd(KEEP_ALIVE_MS);
  #given = 0;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#cache = new AnswerCache(options.memory);
    this.#always = printHeaders({ ...options.headers.always, ...options.again });
    options.database.onChange((changed) => {
      this.#cache.forget(changed);
      if (touches(changed, options.standing)) this.#callers.clear();
    });
  }

  /** How many answers were given again. */
  get given(): number {
    return this.#given;
  }

  /** How many answers were kept. */
  get made(): number {
    return this.#cache.made;
  }

  /** How many values of `Authorization` it knows the caller of. */
  get callers(): number {
    return this.#callers.size;
  }

  /** What they take, in bytes; roughly. */
  get bytes(): number {
    return this.#cache.bytes;
  }

  /** What is read from now on may be kept. */
  get moment(): Moment {
    return this.#cache.moment;
  }

  /** Answers a request where its answer is kept. @returns false where somebody else has to */
  answer(request: IncomingMessage, response: ServerResponse): boolean {
    if (request.method !== 'GET') return false;
    const { headers, url = '' } = request;
    if ('content-length' in headers || 'transfer-encoding' in headers) return false;
    // Whoever committed: what is not true any more is forgotten when this returns.
    this.#options.database.version();
    const caller = this.#callers.get(headers.authorization ?? '');
    const now = Date.now();
    if (!caller || caller.until <= now) return false;
    const kept = caller.audience.answers.get(askedFor(url, formatOf(headers)));
    if (!kept) return false;
    const toOrigin = this.#headerTo(headers.origin);
    if (toOrigin === null) return false;
    kept.isUsed = true;
    this.#given += 1;
    const end = toOrigin + this.#headEnd.print(response, now);
    if (isKnown(headers['if-none-match'], kept.etag)) {
      response.statusCode = 304;
      sendPrinted(response, kept.headOfKnown + end, '');
    } else {
      sendPrinted(response, kept.head + end, kept.body);
    }
    return true;
  }

  /** Sends an answer that was just made, and keeps it where it may be given again. */
  async send(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    fresh: FreshAnswer,
  ): Promise<FastifyReply> {
    const { authorization = '' } = request.headers;
    const body = bytesOf(fresh.body);
    const own = await this.#headersOf(fresh, body, authorization);
    const { principal, tables, since } = fresh;
    if (request.method === 'GET' && principal !== null) {
      const audience = this.#meet(principal, authorization, since);
      const asked = askedFor(request.raw.url ?? '', formatOf(request.headers));
      this.#cache.keep({ audience, asked }, { ...this.#print(body, own), tables }, since);
    }
    reply.headers(own);
    if (isKnown(request.headers['if-none-match'], own.etag)) return reply.code(304).send();
    return reply.header('content-type', JSON_TYPE).send(body);
  }

  /** As it is sent again. A 304 says nothing of the body (RFC 9110 section 15.4.5). */
  #print(body: Buffer, own: OwnHeaders): Omit<Answer, 'tables'> {
    const lines = this.#always + printHeaders(own);
    const ofBody = { 'content-type': JSON_TYPE, 'content-length': String(body.length) };
    return {
      head: flat(OK + lines + printHeaders(ofBody)),
      headOfKnown: flat(NOT_MODIFIED + lines),
      body: printBody(body),
      etag: own.etag,
    };
  }

  /** Notes who sends a word. */
  #meet(principal: Principal, authorization: string, since: Moment): Audience {
    // Those who show no word may be told other things about caching than those who do.
    const prefix = authorization === '' ? 'public ' : '';
    const audience = this.#cache.audience(prefix + audienceOf(principal));
    const isShort = authorization.length <= MAX_KEY_LENGTH;
    if (isShort && this.#cache.stands(this.#options.standing, since)) {
      if (this.#callers.size >= KEPT_CALLERS) this.#callers.clear();
      this.#callers.set(authorization, { audience, until: principal.until });
    }
    return audience;
  }

  async #headersOf(
    { tables }: FreshAnswer,
    body: Buffer,
    authorization: string,
  ): Promise<OwnHeaders> {
    const { control, keys, keyOf } = this.#options.caching;
    const cacheControl = authorization === '' ? control.public : control.private;
    const listed = keys === '' ? [] : [...tables].flatMap((table) => keyOf(table) ?? []);
    return {
      etag: await etagOf(body),
      ...(cacheControl === '' ? {} : { 'cache-control': cacheControl }),
      ...(listed.length === 0 ? {} : { [keys]: [...new Set(listed)].join(separatorOf(keys)) }),
    };
  }

  /** The line of a head that lets an origin read the answer; null where only the project's own function knows whether it may. */
  #headerTo(origin: string | undefined): string | null {
    if (origin === undefined || origin === '') return '';
    const isAllowed = this.#options.headers.lists(origin);
    if (isAllowed === null) return null;
    return isAllowed ? printHeaders({ 'access-control-allow-origin': origin }) : '';
  }
}

/** `Cache-Tag` has commas between its values, `Surrogate-Key` spaces. */
function separatorOf(header: string): string {
  return header.toLowerCase() === 'surrogate-key' ? ' ' : ',';
}

function askedFor(url: string, format: ResponseFormat): string {
  return format === 'v5' ? url : `${format} ${url}`;
}
