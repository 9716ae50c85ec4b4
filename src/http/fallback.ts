// In charge of what no route answers: unknown paths, methods that a path or this server does not have, OPTIONS
// (spec/read.md section 1, spec/auth.md section 8).
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import type { AllowedMethods } from './allowed-methods.ts';
import { pathOf } from './request-path.ts';
import type { StaticFiles } from './static-files.ts';

/** The methods that a path may have. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface FallbackParts {
  readonly files: StaticFiles;
  readonly allowed: AllowedMethods;
}

/** Answers everything that no route matched: with a file, where there is one, or with the methods of the path. */
export function bindFallback(app: FastifyInstance, { files, allowed }: FallbackParts): void {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (method === 'OPTIONS' || METHODS.includes(method)) done();
    else sendText(reply, 501, 'Not Implemented');
  });
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    const { method } = request;
    if (method === 'GET' || method === 'HEAD') return files.answer(request, reply);
    reply.header('allow', allowed.of(pathOf(request.raw.url ?? '/')));
    if (method === 'OPTIONS') return reply.code(200).send();
    return sendText(reply, 405, 'Method Not Allowed');
  });
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
