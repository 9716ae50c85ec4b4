// In charge of what no route answers: unknown paths, methods that a path or this server does not have, OPTIONS
// (spec/read.md section 1, spec/auth.md section 8).
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { StaticFiles } from './static-files.ts';

/** The methods that a path may have. */
export const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Every path is only read so far, and an unknown one counts as a static file. */
const ALLOWED = 'HEAD, GET';

/** Answers everything that no route matched: with a file, where there is one. */
export function bindFallback(app: FastifyInstance, files: StaticFiles): void {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (method === 'OPTIONS' || METHODS.includes(method)) done();
    else sendText(reply, 501, 'Not Implemented');
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return files.answer(request, reply);
    return method === 'OPTIONS' ? answerOptions(reply) : refuseMethod(reply);
  });
}

/** What OPTIONS is told that is no preflight. */
export function answerOptions(reply: FastifyReply): FastifyReply {
  return reply.code(200).header('allow', ALLOWED).send();
}

/** 405, in plain text as everyone expects it. */
export function refuseMethod(reply: FastifyReply): FastifyReply {
  return sendText(reply.header('allow', ALLOWED), 405, 'Method Not Allowed');
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
