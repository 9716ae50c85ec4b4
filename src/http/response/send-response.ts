// Sends responses. JSON responses have a preprinted head: for a short response, Fastify and Node spend as much time on a
// dozen constant headers as on everything else after the handler. All others are sent through Fastify's reply.
import { Socket } from 'node:net';
import type { FastifyReply } from 'fastify';
import type { ResponseHeaders } from './headers.ts';
import { flat, NodeHeaders, printHeaders, printStatus, sendPrinted } from './printed-response.ts';
import { JSON_TYPE, type PlainResponse, type RouteResponse } from './response.ts';
import type { Headers } from '../../base/http-message.ts';

/** Sends a response and returns the reply. */
export type Send = (reply: FastifyReply, response: RouteResponse) => FastifyReply;

/** Sends a response. Existing headers of the reply are kept. */
export function sendResponse(reply: FastifyReply, response: RouteResponse): FastifyReply {
  if (response.tables) return sendBody(reply.code(200), response.body, JSON_TYPE);
  const { status, headers, cookies, body, type = JSON_TYPE, afterSent } = response;
  reply.code(status);
  if (headers) reply.headers(headers);
  // Fastify appends values of this header.
  if (cookies) for (const cookie of cookies) reply.header('set-cookie', cookie);
  if (afterSent) reply.raw.once('close', afterSent);
  return body === null ? reply.send() : sendBody(reply, body, type);
}

function sendBody(
  reply: FastifyReply,
  body: NonNullable<PlainResponse['body']>,
  type: string | null,
): FastifyReply {
  if (type !== null) reply.header('content-type', type);
  // Fastify would print some buffers as JSON.
  if (Buffer.isBuffer(body)) reply.serializer(unchanged);
  return reply.send(body);
}

function unchanged<T>(payload: T): T {
  return payload;
}

/** A response whose body is in memory. */
interface PrintableResponse {
  readonly status: number;
  readonly headers: Headers | undefined;
  readonly body: string | Buffer;
}

/**
 * Returns a function that sends JSON responses with a preprinted head, and all others through the reply. It ignores
 * headers that were set on the reply, except those of `ResponseHeaders`.
 * @param isClosing True while the server closes: then Fastify asks clients to close their connections
 */
export function printingSender(headers: ResponseHeaders, isClosing: () => boolean): Send {
  const heads = new PrintedHeads(headers.always);
  const nodeHeaders = new NodeHeaders(headers.keepAlive);
  return (reply, response) => {
    const printable = isPlainRequest(reply) && !isClosing() ? printableOf(response) : null;
    const head = printable && heads.of(printable);
    if (!printable || head === null) return sendResponse(reply, response);
    const { status, body } = printable;
    const { raw } = reply;
    const length = typeof body === 'string' ? Buffer.byteLength(body) : body.length;
    const end = nodeHeaders.print(raw, Date.now());
    reply.hijack();
    raw.statusCode = status;
    const printed = `${head}content-length: ${length}\r\n${end}`;
    // A text with one byte per character is ASCII: it is copied, not encoded.
    const encoding = length === body.length ? 'latin1' : 'utf8';
    sendPrinted(raw, { head: printed, body, encoding });
    return reply;
  };
}

/**
 * True if the head depends on the response only, and the response can be written at once. Requests injected by Fastify
 * have no connection, and their responses only the headers of the reply.
 */
function isPlainRequest({ request: { method, headers }, raw }: FastifyReply): boolean {
  return method !== 'HEAD' && headers.origin === undefined && raw.socket instanceof Socket;
}

/** Statuses of responses without a body. */
const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 304]);

function printableOf(response: RouteResponse): PrintableResponse | null {
  const { body } = response;
  if (typeof body !== 'string' && !Buffer.isBuffer(body)) return null;
  if (response.tables) return { status: 200, headers: undefined, body };
  const { status, headers, cookies, type = JSON_TYPE, afterSent } = response;
  if (cookies || afterSent || type !== JSON_TYPE || WITHOUT_BODY.has(status)) return null;
  return { status, headers, body };
}

/** Headers that are printed for each response. */
const PRINTED: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'content-type',
  'date',
  'keep-alive',
]);

/** Heads by status, up to the headers that depend on the response. */
class PrintedHeads {
  readonly #always: Headers;
  readonly #byStatus = new Map<number, string | null>();

  constructor(always: Headers) {
    this.#always = always;
  }

  /** @returns null if the response replaces a header that is printed anyway, or has a header that is not ASCII */
  of({ status, headers }: PrintableResponse): string | null {
    const head = this.#ofStatus(status);
    if (!headers || head === null) return head;
    for (const name of Object.keys(headers)) {
      if (PRINTED.has(name) || Object.hasOwn(this.#always, name)) return null;
    }
    const lines = printHeaders(headers);
    return isAscii(lines) ? head + lines : null;
  }

  #ofStatus(status: number): string | null {
    const cached = this.#byStatus.get(status);
    if (cached !== undefined) return cached;
    const lines = printHeaders({ ...this.#always, 'content-type': JSON_TYPE });
    const head = isAscii(lines) ? flat(printStatus(status) + lines) : null;
    this.#byStatus.set(status, head);
    return head;
  }
}

/** The encoding of other header values would depend on the body. */
function isAscii(lines: string): boolean {
  return Buffer.byteLength(lines) === lines.length;
}
