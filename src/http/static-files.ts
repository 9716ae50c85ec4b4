// In charge of the project's public folder, uploads among it: what no route answers may be a file
// (spec/auth.md sections 6 and 8).
import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../base/errors.ts';
import { pathOf } from './request-path.ts';
import { notFound } from './respond.ts';

/** How long a browser may keep files without asking, in milliseconds; uploads are asked for each time. */
const MAX_AGE = 60_000;

/** Answers with files of a folder. */
export class StaticFiles {
  readonly #folder: string;

  /** `folder`: absolute path; it need not be there. */
  constructor(folder: string) {
    this.#folder = folder;
  }

  /**
   * Answers with the file that the path names.
   * @throws NotFoundError, ForbiddenError for a path that leaves the folder, RangeNotSatisfiableError, or the
   * fault of the file system
   */
  async answer({ raw }: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const path = pathOf(raw.url ?? '/');
    if (path.endsWith('/')) throw notFound();
    const { send } = await import('@fastify/send');
    const found = await send(unconditional(raw), path, {
      root: this.#folder,
      index: false,
      etag: false,
      dotfiles: 'ignore',
      maxAge: path.startsWith('/uploads/') ? 0 : MAX_AGE,
    });
    if (found.statusCode === 403) throw new AppError('ForbiddenError', 'Forbidden');
    if (found.statusCode === 416) {
      reply.header('content-range', found.headers['Content-Range']);
      throw new AppError('RangeNotSatisfiableError', 'Range Not Satisfiable');
    }
    if (found.type === 'error' && found.statusCode >= 500) throw found.metadata.error;
    if (found.type !== 'file') throw notFound();
    return reply.code(found.statusCode).headers(found.headers).send(found.stream);
  }
}

/** The request without its conditions: the whole file is sent, as Strapi does. */
function unconditional(request: IncomingMessage): IncomingMessage {
  const headers = { ...request.headers };
  for (const name of ['if-modified-since', 'if-none-match', 'if-unmodified-since', 'if-match']) {
    delete headers[name];
  }
  return Object.create(request, { headers: { value: headers } }) as IncomingMessage;
}
