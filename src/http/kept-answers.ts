// In charge of giving the answer of a read again, before the framework sees the request, for as long as nothing that
// it depends on changes: who asks, what they may see, and the rows (docs/decisions/0012).
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { audienceOf, type Principal } from '../auth/principal.ts';
import { AnswerCache, type Audience, type KeptAnswer } from '../cache/answer-cache.ts';
import type { Moment } from '../storage/change-clock.ts';
import { etagOf, isKnown } from '../cache/etag.ts';
import { touches } from '../storage/change-feed.ts';
import type { Database } from '../storage/database.ts';
import type { AnswerHeaders } from './headers.ts';
import { JSON_TYPE } from './respond.ts';

export interface KeptAnswersOptions {
  readonly database: Database;
  /** Names of the tables that say who a caller is and what they may do. */
  readonly standing: ReadonlySet<string>;
  /** Bytes that all answers may take together. */
  readonly memory: number;
  readonly headers: AnswerHeaders;
  readonly caching: CachingHeaders;
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
  readonly body: string;
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

/** Words that are kept. */
const KEPT_CALLERS = 10_000;

/** Gives answers again. */
export class KeptAnswers {
  readonly #options: KeptAnswersOptions;
  readonly #cache: AnswerCache;
  readonly #callers = new Map<string, Caller>();
  #given = 0;

  constructor(options: KeptAnswersOptions) {
    this.#options = options;
    this.#cache = new AnswerCache(options.memory);
    options.database.onChange((changed) => {
      this.#cache.forget(changed);
      if (touches(changed, options.standing)) this.#callers.clear();
    });
  }

  /** How many answers were given again. */
  get given(): number {
    return this.#given;
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
    if (!caller || caller.until <= Date.now()) return false;
    const kept = caller.audience.answers.get(askedFor(url, headers['strapi-response-format']));
    if (!kept) return false;
    const head = this.#headFor(kept, headers.origin);
    if (!head) return false;
    kept.isUsed = true;
    this.#given += 1;
    if (isKnown(headers['if-none-match'], kept.etag)) {
      response.writeHead(304, withoutBody(head));
      response.end();
    } else {
      response.writeHead(200, head);
      response.end(kept.body);
    }
    return true;
  }

  /** Sends an answer that was just made, and keeps it where it may be given again. */
  async send(
    { request, reply }: { readonly request: FastifyRequest; readonly reply: FastifyReply },
    fresh: FreshAnswer,
  ): Promise<FastifyReply> {
    const { authorization = '', 'strapi-response-format': format } = request.headers;
    const body = Buffer.from(fresh.body);
    const own = {
      'content-type': JSON_TYPE,
      ...(await this.#headersOf(fresh, body, authorization)),
    };
    const { etag } = own;
    const { principal, tables, since } = fresh;
    if (request.method === 'GET' && principal !== null) {
      const audience = this.#meet(principal, authorization, since);
      const always = { ...this.#options.headers.always, 'content-length': String(body.length) };
      const head = Object.entries({ ...always, ...own }).flat();
      const asked = askedFor(request.raw.url ?? '', format);
      this.#cache.keep({ audience, asked }, { head, body, etag, tables }, since);
    }
    reply.headers(own);
    if (!isKnown(request.headers['if-none-match'], etag)) return reply.send(body);
    return reply.removeHeader('content-type').code(304).send();
  }

  /** Notes who sends a word. */
  #meet(principal: Principal, authorization: string, since: Moment): Audience {
    // Those who show no word may be told other things about caching than those who do.
    const prefix = authorization === '' ? 'public ' : '';
    const audience = this.#cache.audience(prefix + audienceOf(principal));
    if (this.#cache.stands(this.#options.standing, since)) {
      if (this.#callers.size >= KEPT_CALLERS) this.#callers.clear();
      this.#callers.set(authorization, { audience, until: principal.until });
    }
    return audience;
  }

  async #headersOf(
    { tables }: FreshAnswer,
    body: Buffer,
    authorization: string,
  ): Promise<Readonly<Record<string, string>> & { readonly etag: string }> {
    const { control, keys, keyOf } = this.#options.caching;
    const cacheControl = authorization === '' ? control.public : control.private;
    const listed = keys === '' ? [] : [...tables].flatMap((table) => keyOf(table) ?? []);
    return {
      etag: await etagOf(body),
      ...(cacheControl === '' ? {} : { 'cache-control': cacheControl }),
      ...(listed.length === 0 ? {} : { [keys]: [...new Set(listed)].join(separatorOf(keys)) }),
    };
  }

  /** Null where only the project's own function knows whether the origin may read the answer. */
  #headFor({ head }: KeptAnswer, origin: string | undefined): string[] | null {
    if (origin === undefined || origin === '') return head;
    const isAllowed = this.#options.headers.lists(origin);
    if (isAllowed === null) return null;
    return isAllowed ? [...head, 'access-control-allow-origin', origin] : head;
  }
}

/** `Cache-Tag` has commas between its values, `Surrogate-Key` spaces. */
function separatorOf(header: string): string {
  return header.toLowerCase() === 'surrogate-key' ? ' ' : ',';
}

function askedFor(url: string, format: string | string[] | undefined): string {
  return format === 'v4' ? `v4 ${url}` : url;
}

/** What a 304 says (RFC 9110 section 15.4.5). */
function withoutBody(head: readonly string[]): string[] {
  const left: string[] = [];
  for (let i = 0; i < head.length; i += 2) {
    const [name = '', value = ''] = [head[i], head[i + 1]];
    if (name !== 'content-type' && name !== 'content-length') left.push(name, value);
  }
  return left;
}
