// Responses to malformed requests: invalid HTTP, a head that is too large, or several Host fields.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { OverloadedError } from '../../base/errors.ts';
import { MAX_HEADER_BYTES } from '../../base/limits.ts';
import { discardBody, hasBody } from '../body/body-bytes.ts';
import { errorBody, errorResponse } from '../response/errors.ts';

/** The client has disconnected or is too slow. */
const CLIENT_DISCONNECTED = ['ECONNRESET', 'ERR_HTTP_REQUEST_TIMEOUT'];

/**
 * The latest response of each connection: responses are sent in order, so it is the last one to finish. An idle
 * connection keeps one response in memory.
 */
const latestResponses = new WeakMap<Socket, ServerResponse>();

/**
 * Tracks the responses of a handler, so that nothing is written into the response to another request. A response that
 * is written at once needs no tracking.
 */
export function trackResponses(handler: RequestListener): RequestListener {
  return (request, response) => {
    trackResponse(request, response);
    handler(request, response);
  };
}

/**
 * Tracks a response. It has no listener for this: a listener on each response would make V8 keep the request and the
 * response until the next full garbage collection.
 */
export function trackResponse({ socket }: IncomingMessage, response: ServerResponse): void {
  latestResponses.set(socket, response);
}

/**
 * Sends an error response and closes the connection; only closes it if the client has disconnected or another
 * response is due first.
 */
export function rejectMalformedRequest(error: Error & { code?: string }, socket: Socket): void {
  const isResponding = latestResponses.get(socket)?.writableFinished === false;
  if (CLIENT_DISCONNECTED.includes(error.code ?? '') || !socket.writable || isResponding) {
    socket.destroy();
    return;
  }
  const { status, reason, name, message } =
    error.code === 'HPE_HEADER_OVERFLOW' ? TOO_LARGE : NO_HTTP;
  const body = errorBody({ status, name, message, details: {} });
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\ncontent-type: application/json; charset=utf-8\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`,
  );
}

/** Returns true for a request with several `Host` fields, which proxies may read differently (RFC 9112 section 3.2). */
export function hasMultipleHosts({ rawHeaders }: IncomingMessage): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count += 1;
  }
  return count > 1;
}

/** Rejects such a request and closes the connection. */
export function rejectMultipleHosts(response: ServerResponse): void {
  const { status, name, message } = NO_HTTP;
  const body = errorBody({ status, name, message, details: {} });
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      connection: 'close',
    })
    .end(body);
}

/** Rejects a request that would wait too long, and discards its body. */
export async function rejectOverload(
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (hasBody(request)) await discardBody(request);
  const { status, headers, body } = errorResponse(new OverloadedError());
  response
    .writeHead(status, {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body);
}

const TOO_LARGE = {
  status: 431,
  reason: 'Request Header Fields Too Large',
  name: 'HeadersTooLargeError',
  message: `The request line and headers may have at most ${MAX_HEADER_BYTES} bytes.`,
} as const;

const NO_HTTP = {
  status: 400,
  reason: 'Bad Request',
  name: 'ValidationError',
  message: 'The request is not valid HTTP.',
} as const;
