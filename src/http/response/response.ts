// Response: what a handler returns. `send-response` writes it, or koa in projects with code.
import type { Headers, HttpResponse } from '../../base/http-message.ts';
import type { Body } from '../../query/body.ts';

/** Content type of JSON. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Content type of plain text. */
export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** For responses with secrets, which must not be stored by caches. */
export const NO_STORE = { 'cache-control': 'no-store' } as const;

/** A response as a value. */
export type RouteResponse = PlainResponse | CacheableResponse;

/** A response that is created for each request. */
export interface PlainResponse extends HttpResponse {
  readonly tables?: undefined;
}

/** JSON that the response cache may serve to callers with the same permissions until one of its tables changes. */
export interface CacheableResponse {
  readonly status: 200;
  readonly body: Body;
  /** Names of the tables that the body depends on. */
  readonly tables: ReadonlySet<string>;
}

type JsonOptions = Partial<Pick<PlainResponse, 'status' | 'headers' | 'cookies' | 'afterSent'>>;

/** A response with JSON text. */
export function jsonText(body: Body, options?: JsonOptions): PlainResponse {
  return { status: 200, body, ...options };
}

/** A response with a value printed as JSON. */
export function json(value: unknown, options?: JsonOptions): PlainResponse {
  return jsonText(JSON.stringify(value), options);
}

/** Sends an email after the response, so that the response time does not depend on it. Failures are logged. @param send Null for none */
export function sentAfterwards(
  send: (() => Promise<void>) | null,
  onError: (error: unknown) => void,
): Pick<PlainResponse, 'afterSent'> {
  return send === null ? {} : { afterSent: () => void send().catch(onError) };
}

/** The header with the entity tag of an entry; none for null. */
export function etagHeader(entryTag: string | null): Headers {
  return entryTag === null ? {} : { etag: `"${entryTag}"` };
}

/** A response with plain text. */
export function text(status: number, body: string): PlainResponse {
  return { status, body, type: TEXT_TYPE };
}

/** 204. */
export function noContent(): PlainResponse {
  return { status: 204, body: null };
}

/** 302. @param location Printable ASCII */
export function redirect(
  location: string,
  { headers, ...options }: Pick<JsonOptions, 'headers' | 'cookies'> = {},
): PlainResponse {
  return { status: 302, headers: { ...headers, location }, body: null, ...options };
}
