// HTTP listener: serves cached responses, passes all other requests to Fastify.
import { createServer, type RequestListener, type Server } from 'node:http';
import {
  KEEP_ALIVE_MS,
  MAX_HEADER_BYTES,
  REQUEST_TIMEOUT_MS,
  TIMEOUT_CHECK_MS,
} from '../../base/limits.ts';
import { rejectMultipleHosts, trackResponse, hasMultipleHosts } from './malformed-request.ts';
import type { ResponseCache } from '../cache/response-cache.ts';

/**
 * Creates a server that does not listen yet; another one may pass its requests to it.
 * @param handler Fastify's handler
 * @param isClosing True while the server closes
 */
export function createListener(
  handler: RequestListener,
  responseCache: ResponseCache | null,
  isClosing: () => boolean,
): Server {
  const server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      requestTimeout: REQUEST_TIMEOUT_MS,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
      keepAliveTimeout: KEEP_ALIVE_MS,
    },
    (request, response) => {
      // It is queued behind another response.
      if (response.socket === null) trackResponse(request, response);
      if (hasMultipleHosts(request)) return rejectMultipleHosts(response);
      // While closing, Fastify asks clients to close their connections.
      if (!isClosing() && responseCache?.serve(request, response)) return;
      handler(request, response);
    },
  );
  return server;
}
