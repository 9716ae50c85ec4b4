// Fallback: requests that no route matches, with unknown paths or methods, and OPTIONS.
import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { AllowedMethods } from './routing/allowed-methods.ts';
import { pathOf } from './request-path.ts';
import { text } from './response/response.ts';
import { sendResponse } from './response/send-response.ts';
import type { StaticFiles } from './static-files.ts';

/** Methods that a path may have. */
const METHODS: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'];

interface FallbackDependencies {
  readonly files: StaticFiles;
  readonly allowed: AllowedMethods;
}

/** Serves a file if it exists, otherwise responds with the methods of the path. */
export function bindFallback(app: FastifyInstance, { files, allowed }: FallbackDependencies): void {
  app.addHook('onRequest', ({ method }, reply, done) => {
    if (method === 'OPTIONS' || METHODS.includes(method)) done();
    else sendResponse(reply, text(501, 'Not Implemented'));
  });
  app.setNotFoundHandler(async ({ method, raw }, reply) => {
    if (method === 'GET' || method === 'HEAD') return sendResponse(reply, await files.respond(raw));
    const headers = { allow: allowed.of(pathOf(raw.url ?? '/')) };
    if (method === 'OPTIONS') return sendResponse(reply, { status: 200, headers, body: null });
    return sendResponse(reply, { ...text(405, 'Method Not Allowed'), headers });
  });
}
