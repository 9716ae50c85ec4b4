// In charge of the bodies of content answers: `{data, meta}` around entries that are JSON text already.
import type { FastifyReply } from 'fastify';
import { AppError } from '../base/errors.ts';
import type { Pagination } from '../query/params.ts';
import type { ReadAnswer } from '../query/read.ts';
import { joined, type Body } from './body.ts';

/** The body of a list (spec/read.md section 9). */
export function listBody(answer: ReadAnswer, pagination: Pagination): Body {
  const meta = JSON.stringify(paginationMeta(answer, pagination));
  return dataBody(answer.entries, `{"pagination":${meta}}`);
}

function paginationMeta({ total, neighbours }: ReadAnswer, pagination: Pagination): object {
  const { style, limit } = pagination;
  const counted = total === null ? {} : { total };
  switch (style) {
    case 'keyset':
      return { pageSize: limit, ...counted, ...neighbours };
    case 'offset':
      return { start: pagination.offset, limit, ...counted };
    case 'page': {
      const pageCount = total === null ? {} : { pageCount: Math.ceil(total / limit) };
      return { page: pagination.page, pageSize: limit, ...pageCount, ...counted };
    }
  }
}

/** The body of one document. @throws NotFoundError where there is none */
export function oneBody([entry]: readonly string[]): string {
  if (entry === undefined) throw notFound();
  return `{"data":${entry},"meta":{}}`;
}

/** The body of the versions of one document (decision D15). */
export function versionsBody(entries: readonly string[]): Body {
  return dataBody(entries, '{}');
}

function dataBody(entries: readonly string[], meta: string): Body {
  const listed = entries.map((entry, i) => (i === 0 ? entry : `,${entry}`));
  return joined(['{"data":[', ...listed, `],"meta":${meta}}`]);
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
export function sendJson(reply: FastifyReply, body: Body, status = 200): FastifyReply {
  return reply.code(status).header('content-type', JSON_TYPE).send(body);
}
