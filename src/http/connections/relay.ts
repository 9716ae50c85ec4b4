// Listening socket that outlives the servers behind it: its connections stay open while the server is replaced. Each
// server finishes the requests that it has started.
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { BoundedQueue, type QueueLimits } from '../../base/bounded-queue.ts';
import { HELD_REQUESTS, MAX_HEADER_BYTES, TIMEOUT_CHECK_MS } from '../../base/limits.ts';
import {
  rejectMalformedRequest,
  rejectMultipleHosts,
  rejectOverload,
  trackResponse,
  hasMultipleHosts,
} from './malformed-request.ts';
import { WITHOUT_SCHEMAS, type HttpServer } from '../server.ts';
import { drainConnections } from './drain-connections.ts';
import { PassedUpgrades } from './passed-upgrades.ts';

/** How long pending requests may delay an exchange that they would fail with, in milliseconds. */
const DRAIN_TIMEOUT = 2000;

/** Interval in milliseconds. */
const DRAIN_INTERVAL = 5;

/** A server while it has requests. */
interface ActiveServer {
  readonly server: HttpServer;
  /** Number of pending requests. */
  open: number;
}

/** A request that waits while the server is replaced. */
interface HeldRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Passes requests to the current server. */
export class Relay {
  /** Listens. It has no routes. */
  readonly front: HttpServer;
  #active: ActiveServer;
  /** The server that handles a request, and whether the request was passed to a second one. */
  readonly #passed = new WeakMap<IncomingMessage, ActiveServer>();
  readonly #resent = new WeakSet<IncomingMessage>();
  readonly #upgrades: PassedUpgrades;
  #closing = false;
  /** Requests that wait while the server is replaced. */
  readonly #held: BoundedQueue<HeldRequest>;
  #isPaused = false;
  /** Whether requests that only read wait as well. */
  #pausesReads = false;

  /** Callbacks for the pending requests of a connection, which may close before the responses begin. */
  readonly #pending = new WeakMap<Socket, Set<() => void>>();

  /**
   * @param first The first server; it must be ready and must not listen
   * @param limits How many requests may wait while the server is replaced, and for how long
   */
  constructor(first: HttpServer, limits: QueueLimits = HELD_REQUESTS) {
    this.#held = new BoundedQueue(limits, reject);
    this.#active = { server: first, open: 0 };
    this.front = fastify({
      ...WITHOUT_SCHEMAS,
      clientErrorHandler: rejectMalformedRequest,
      serverFactory: () =>
        createSocketServer(first.server, (request, response) => this.#dispatch(request, response)),
    });
    drainConnections(this.front);
    this.#upgrades = new PassedUpgrades(this.front.server, () => this.#active.server.server);
    this.#upgrades.follow(first.server);
  }

  /**
   * Replaces the server; the previous one closes after its last response.
   * @param next It must be ready and must not listen
   */
  replace(next: HttpServer): void {
    const last = this.#active;
    this.#active = { server: next, open: 0 };
    this.#upgrades.follow(next.server);
    if (last.open === 0) void last.server.close();
    if (this.#closing) void next.close();
  }

  /** Number of requests that wait while the server is replaced. */
  get waiting(): number {
    return this.#held.length;
  }

  /** Returns true if a request was passed to a server that has been replaced, and can be passed to the current one. */
  canResend(request: IncomingMessage): boolean {
    const server = this.#passed.get(request);
    return server !== undefined && server !== this.#active && !this.#resent.has(request);
  }

  /** Passes a request to the current server that an earlier one could not serve. */
  resend(request: IncomingMessage, response: ServerResponse): void {
    this.#resent.add(request);
    this.#passOrQueue(request, response);
  }

  /**
   * Pauses new requests, and waits for pending ones.
   * @param own How many of them wait for the caller
   * @param requests `writes`: requests that only read are not paused. A later call may pause all
   * @returns a function that resumes the requests, with the server that is current then
   */
  async pause(own: number, requests: 'writes' | 'all' = 'all'): Promise<() => void> {
    this.#isPaused = true;
    this.#pausesReads ||= requests === 'all';
    const active = this.#active;
    const end = performance.now() + DRAIN_TIMEOUT;
    while (active.open > own && performance.now() < end) await sleep(DRAIN_INTERVAL);
    return () => {
      this.#isPaused = false;
      this.#pausesReads = false;
      const held = this.#held.takeUntil(this.#held.mark);
      for (const { request, response } of held) this.#pass(request, response);
    };
  }

  /** Closes the socket, then the server after its last response. */
  async close(): Promise<void> {
    this.#closing = true;
    await Promise.all([this.#active.server.close(), this.front.close()]);
  }

  #dispatch(request: IncomingMessage, response: ServerResponse): void {
    if (hasMultipleHosts(request)) return rejectMultipleHosts(response);
    this.#passOrQueue(request, response);
  }

  #passOrQueue(request: IncomingMessage, response: ServerResponse): void {
    if (this.#isPaused && (this.#pausesReads || !isRead(request))) this.#hold(request, response);
    else this.#pass(request, response);
  }

  #hold(request: IncomingMessage, response: ServerResponse): void {
    const held = { request, response };
    trackResponse(request, response);
    try {
      this.#held.push(held);
    } catch {
      return reject(held);
    }
    this.#onClosed(held, () => this.#held.remove(held));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return;
    const active = this.#active;
    active.open += 1;
    this.#passed.set(request, active);
    this.#onClosed({ request, response }, () => {
      active.open -= 1;
      if (active.open === 0 && active !== this.#active) void active.server.close();
    });
    // As with a separate socket: the response cache and the queue come first, and listeners of project code are called.
    active.server.server.emit('request', request, response);
  }

  /**
   * Calls a function once when the response is closed. If the connection is closed while earlier responses are pending,
   * Node does not close this one.
   */
  #onClosed({ request: { socket }, response }: HeldRequest, callback: () => void): void {
    const pending = this.#pending.get(socket) ?? this.#pendingOf(socket);
    const closed = (): void => {
      if (pending.delete(closed)) callback();
    };
    pending.add(closed);
    response.once('close', closed);
  }

  #pendingOf(socket: Socket): Set<() => void> {
    const pending = new Set<() => void>();
    this.#pending.set(socket, pending);
    socket.once('close', () => {
      for (const closed of pending) closed();
    });
    return pending;
  }
}

/** Rejects a request that cannot wait. */
function reject({ request, response }: HeldRequest): void {
  if (!request.socket.destroyed) void rejectOverload(request, response);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Creates a server with the same timeouts and limits of sockets as another one. */
function createSocketServer(
  { keepAliveTimeout, headersTimeout, requestTimeout, timeout, maxConnections }: Server,
  handler: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const server = createServer(limits, handler);
  return Object.assign(server, {
    keepAliveTimeout,
    headersTimeout,
    requestTimeout,
    timeout,
    maxConnections,
  });
}
