// In charge of what answers have in common: their type, and those that say that something is missing or not served.
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Body } from '../query/body.ts';

/** @throws NotImplementedError with the reason why a route is not served, if there is one */
export function assertServed(blocked: string | null): void {
  if (blocked !== null) throw new AppError('NotImplementedError', blocked);
}

/** 404 as every missing thing answers it. */
export function notFound(): AppError {
  return new AppError('NotFoundError', 'Not Found');
}

/** A body that is there. @throws NotFoundError */
export function found(body: Body | null): Body {
  if (body === null) throw notFound();
  return body;
}

/** Content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text. */
export function sendJson(reply: FastifyReply, body: Body, status = 200): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(body);
}
