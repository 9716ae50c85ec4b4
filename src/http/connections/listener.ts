// HTTP listener: serves cached responses, passes all other requests to Fastify.
import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import { MAX_HEADER_BYTES, TIMEOUT_CHECK_MS } from '../../base/limits.ts';
import { rejectMultipleHosts, trackResponse, hasMultipleHosts } from './malformed-request.ts';
import type { ResponseCache } from '../cache/response-cache.ts';

/** What a listener needs. */
export interface ListenerDependencies {
  readonly responseCache: ResponseCache | null;
  /** In milliseconds. */
  readonly timeouts: Pick<ServerOptions, 'requestTimeout' | 'headersTimeout' | 'keepAliveTimeout'>;
  /**
   * True for a request that must not be served from the cache: while the server closes, Fastify asks clients to close their
   * connections, and code of the project may reject it.
   */
  readonly skipsCache: (request: IncomingMessage) => boolean;
}

/**
 * Creates a server that does not listen yet; another one may pass its requests to it.
 * @param handler Fastify's handler
 */
export function createListener(
  handler: RequestListener,
  { responseCache, timeouts, skipsCache }: ListenerDependencies,
): Server {
  const server = createServer(
    {
      ...timeouts,
      maxHeaderSize: MAX_HEADER_BYTES,
      connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    },
    (request, response) => {
      // It is queued behind another response.
      if (response.socket === null) trackResponse(request, response);
      if (hasMultipleHosts(request)) return rejectMultipleHosts(response);
      if (!skipsCache(request) && responseCache?.serve(request, response)) return;
      handler(request, response);
    },
  );
  return server;
}
