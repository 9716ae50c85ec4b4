// In charge of what no route answers: unknown paths, methods that a path does not have, OPTIONS
// (spec/read.md section 1, spec/auth.md section 8).
import type { FastifyInstance, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import { notFound } from './respond.ts';

const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Answers OPTIONS and the methods that a path does not have, with the ones it has in `Allow`. */
export function bindOtherMethods(
  app: FastifyInstance,
  path: string,
  allowed: readonly HTTPMethods[],
): void {
  const allow = allowed.join(', ');
  app.options(path, (_request, reply) => answerOptions(reply, allow));
  const others = METHODS.filter((method) => !allowed.includes(method));
  app.route({
    method: [...others],
    url: path,
    handler: (_request, reply) => refuseMethod(reply, allow),
  });
}

/** Answers everything that no route matched. */
export function bindFallback(app: FastifyInstance): void {
  app.setNotFoundHandler((request: FastifyRequest, reply: FastifyReply) => {
    switch (request.method) {
      case 'GET':
      case 'HEAD':
        throw notFound();
      case 'OPTIONS':
        return answerOptions(reply, 'HEAD, GET');
      default:
        return METHODS.includes(request.method)
          ? refuseMethod(reply, 'HEAD, GET')
          : sendText(reply, 501, 'Not Implemented');
    }
  });
}

function answerOptions(reply: FastifyReply, allow: string): FastifyReply {
  return reply.code(200).header('allow', allow).send();
}

function refuseMethod(reply: FastifyReply, allow: string): FastifyReply {
  return sendText(reply.header('allow', allow), 405, 'Method Not Allowed');
}

function sendText(reply: FastifyReply, status: number, text: string): FastifyReply {
  return reply.code(status).header('content-type', 'text/plain; charset=utf-8').send(text);
}
