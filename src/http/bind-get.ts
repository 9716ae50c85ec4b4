// In charge of registering a path that is read: GET and HEAD have an answer, all other methods are told so
// (spec/read.md section 1, spec/auth.md section 8).
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answerOptions, METHODS, refuseMethod } from './fallback.ts';

type Handler = (
  request: FastifyRequest,
  reply: FastifyReply,
) => FastifyReply | Promise<FastifyReply>;

/**
 * Registers what answers GET and HEAD of a path. As in Strapi, the first to take a path keeps it: another one of
 * the same form is never reached.
 */
export function bindGet(app: FastifyInstance, path: string, handler: Handler): void {
  if (app.hasRoute({ method: 'GET', url: path })) return;
  app.get(path, handler);
  app.options(path, (_request, reply) => answerOptions(reply));
  app.route({
    method: METHODS.filter((method) => method !== 'GET' && method !== 'HEAD'),
    url: path,
    handler: (_request, reply) => refuseMethod(reply),
  });
}
