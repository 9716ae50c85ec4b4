// Fallback: requests that no route matches, with unknown paths or methods, and OPTIONS.
import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, HTTPMethods } from 'fastify';
import type { AllowedMethods } from './allowed-methods.ts';
import { pathOf } from './request-path.ts';
import { text, type RouteResponse } from '../response/response.ts';
import { sendResponse } from '../response/send-response.ts';
import type { StaticFiles } from '../site/static-files.ts';

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
  app.setNotFoundHandler(async ({ raw }, reply) => {
    const methods = (): readonly string[] => allowed.of(pathOf(raw.url ?? '/'));
    return sendResponse(reply, await fallbackResponse(raw, files, methods));
  });
}

/**
 * Returns the response to a request without a route.
 * @param methods Returns the methods of the path
 * @throws errors of `StaticFiles`
 */
export async function fallbackResponse(
  request: IncomingMessage,
  files: StaticFiles,
  methods: () => readonly string[],
): Promise<RouteResponse> {
  const { method } = request;
  if (method === 'GET' || method === 'HEAD') return files.respond(request);
  // Any path may be a file.
  const headers = { allow: [...new Set(['HEAD', 'GET', ...methods()])].join(', ') };
  if (method === 'OPTIONS') return { status: 200, headers, body: null };
  return { ...text(405, 'Method Not Allowed'), headers };
}
