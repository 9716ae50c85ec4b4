// Listening socket that outlives the servers behind it: its connections stay open while the server is replaced. Each
// server finishes the requests that it has started.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
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

/** How long pending requests may delay an exchange that they would fail with, in milliseconds. */
const DRAIN_TIMEOUT = 2000;

/** Interval in milliseconds. */
const DRAIN_INTERVAL = 5;

/** A server while it has requests. */
interface Shift {
  readonly server: HttpServer;
  /** Number of pending requests. */
  open: number;
}

/** Passes requests to the current server. */
export class Relay {
  /** Listens. It has no routes. */
  readonly front: HttpServer;
  #shift: Shift;
  #closing = false;
  /** Requests that wait while the server is exchanged, or null. */
  #held: (() => void)[] | null = null;

  /** @param first The first server; it must be ready and must not listen */
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
   * Replaces the server; the previous one closes after its last response.
   * @param next It must be ready and must not listen
   */
  replace(next: HttpServer): void {
    const last = this.#shift;
    this.#shift = { server: next, open: 0 };
    if (last.open === 0) void last.server.close();
    if (this.#closing) void next.close();
  }

  /**
   * Makes new requests wait, and waits for pending ones but the caller's own.
   * @returns a function that lets the requests go on, with the server that is current then
   */
  async hold(): Promise<() => void> {
    this.#held ??= [];
    const shift = this.#shift;
    const end = performance.now() + DRAIN_TIMEOUT;
    while (shift.open > 1 && performance.now() < end) await sleep(DRAIN_INTERVAL);
    return () => {
      const held = this.#held ?? [];
      this.#held = null;
      for (const go of held) go();
    };
  }

  /** Closes the socket, then the server after its last response. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#shift.server.close(), this.front.close()]);
  }

  #hand(request: IncomingMessage, response: ServerResponse): void {
    if (hasSeveralHosts(request)) return answerSeveralHosts(response);
    if (this.#held !== null) {
      this.#held.push(() => this.#pass(request, response));
      return;
    }
    this.#pass(request, response);
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    const shift = this.#shift;
    shift.open += 1;
    response.once('close', () => {
      shift.open -= 1;
      if (shift.open === 0 && shift !== this.#shift) void shift.server.close();
    });
    shift.server.routing(request, response);
  }
}

/** Creates a server with the same socket timeouts as another one. */
function createSocketServer(
  { keepAliveTimeout, headersTimeout, requestTimeout, timeout }: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const server = createServer(limits, answer);
  return Object.assign(server, { keepAliveTimeout, headersTimeout, requestTimeout, timeout });
}
