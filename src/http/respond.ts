// In charge of the bodies of content answers: `{data, meta}` around entries that are JSON text already.
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Pagination } from '../query/params.ts';

/** The body of a list (spec/read.md section 9). `total` null: it was not counted. */
export function listBody(
  entries: readonly string[],
  pagination: Pagination,
  total: number | null,
): string {
  return `{"data":[${entries.join(',')}],"meta":{"pagination":${JSON.stringify(paginationMeta(pagination, total))}}}`;
}

function paginationMeta(
  { style, page, limit, offset }: Pagination,
  total: number | null,
): Readonly<Record<string, number>> {
  if (style === 'offset') return { start: offset, limit, ...(total === null ? {} : { total }) };
  const counted = total === null ? {} : { pageCount: Math.ceil(total / limit), total };
  return { page, pageSize: limit, ...counted };
}

/** The body of one document. @throws NotFoundError where there is none */
export function oneBody([entry]: readonly string[]): string {
  if (entry === undefined) throw notFound();
  return `{"data":${entry},"meta":{}}`;
}

/** The body of the versions of one document (decision D15). */
export function versionsBody(entries: readonly string[]): string {
  return `{"data":[${entries.join(',')}],"meta":{}}`;
}

/** @throws NotImplementedError with the reason why a route is not served, if there is one */
export function assertServed(blocked: string | null): void {
  if (blocked !== null) throw new AppError('NotImplementedError', blocked);
}

/** 404 as every missing thing answers it. */
export function notFound(): AppError {
  return new AppError('NotFoundError', 'Not Found');
}

/** Content type of every JSON answer. */
export const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON text. */
export function sendJson(reply: FastifyReply, body: string, status = 200): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(body);
}
