// In charge of a socket that outlives the servers behind it: it listens once, its connections stay open, and what
// answers them can be exchanged. A request is answered to its end by the server that took it.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import fastify from 'fastify';
import { MAX_HEADER_BYTES, TIMEOUT_CHECK_MS } from '../../base/limits.ts';
import {
  answerBrokenRequest,
  answerSeveralHosts,
  countAnswers,
  hasSeveralHosts,
} from './broken-request.ts';
import type { HttpServer } from '../server.ts';
import { drainConnections } from './drain-connections.ts';

/** A server for as long as it answers. */
interface Shift {
  readonly server: HttpServer;
  /** How many requests it has not answered to the end. */
  open: number;
}

/** Hands requests on to one server after another. */
export class Relay {
  /** Listens. It has no routes of its own. */
  readonly front: HttpServer;
  #shift: Shift;
  #closing = false;

  /** @param first Answers to begin with; it must be ready, and must not listen itself */
  constructor(first: HttpServer) {
    this.#shift = { server: first, open: 0 };
    this.front = fastify({
      clientErrorHandler: answerBrokenRequest,
      serverFactory: () =>
        createSocketServer(
          first.server,
          countAnswers((request, response) => this.#hand(request, response)),
        ),
    });
    drainConnections(this.front);
  }

  /**
   * From now on this server takes the requests; the one before is closed when it has answered its last one.
   * @param next It must be ready, and must not listen itself
   */
  replace(next: HttpServer): void {
    const last = this.#shift;
    this.#shift = { server: next, open: 0 };
    if (last.open === 0) void last.server.close();
    if (this.#closing) void next.close();
  }

  /** Closes the socket, then the server behind it, once all that has begun is answered. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#shift.server.close(), this.front.close()]);
  }

  #hand(request: IncomingMessage, response: ServerResponse): void {
    if (hasSeveralHosts(request)) return answerSeveralHosts(response);
    const shift = this.#shift;
    shift.open += 1;
    response.once('close', () => {
      shift.open -= 1;
      if (shift.open === 0 && shift !== this.#shift) void shift.server.close();
    });
    shift.server.routing(request, response);
  }
}

/** A server that waits for clients as long as another one would. */
function createSocketServer(
  { keepAliveTimeout, headersTimeout, requestTimeout, timeout }: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const server = createServer(limits, answer);
  return Object.assign(server, { keepAliveTimeout, headersTimeout, requestTimeout, timeout });
}
