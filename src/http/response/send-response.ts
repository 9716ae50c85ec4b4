// Sends responses through Fastify's reply.
import type { FastifyReply } from 'fastify';
import { BufferLease } from '../../base/shared-memory.ts';
import { JSON_TYPE, type PlainResponse, type RouteResponse } from './response.ts';

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
  return body instanceof BufferLease ? sendLease(reply, body) : reply.send(body);
}

/** Sends bytes of shared memory and releases the memory afterwards. */
function sendLease(reply: FastifyReply, body: BufferLease): FastifyReply {
  const { socket } = reply.raw;
  // A response that is queued behind another one, or whose client has disconnected, may never emit `close`.
  if (!socket || socket.destroyed) return reply.send(body.copyAndRelease());
  reply.raw.once('close', () => body.release());
  // Fastify would print a buffer in shared memory as an object.
  return reply.serializer(unchanged).send(body.bytes);
}

function unchanged<T>(payload: T): T {
  return payload;
}
