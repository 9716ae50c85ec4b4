// In charge of what answers have in common: their type, and those that say that something is missing or not served.
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import { LentBytes } from '../base/lent-memory.ts';
import type { Body } from '../query/body.ts';

/** @throws NotImplementedError with the reason why a route is not served, if there is one */
export function assertServed(blocked: string | null): void {
  if (blocked !== null) throw new AppError('NotImplementedError', blocked);
}

/** 404 as every missing thing answers it. */
export function notFound(): AppError {
  return new AppError('NotFoundError', 'Not Found');
}

/** What is there. @throws NotFoundError */
export function found<T>(value: T | null): T {
  if (value === null) throw notFound();
  return value;
}

/** Content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text. */
export function sendJson(reply: FastifyReply, body: Body, status = 200): FastifyReply {
  reply.code(status).header('content-type', JSON_TYPE);
  if (!(body instanceof LentBytes)) return reply.send(body);
  const { socket } = reply.raw;
  // An answer that waits behind another one, or whose client has gone, may never tell of its end.
  if (!socket || socket.destroyed) return reply.send(body.copied());
  reply.raw.once('close', () => body.giveBack());
  // The framework takes bytes in shared memory for an object that is to be printed.
  return reply.serializer(unchanged).send(body.bytes);
}

function unchanged<T>(payload: T): T {
  return payload;
}
