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
  #isHolding = false;
  /** Whether requests wait that only read. */
  #holdsReads = false;

  /** What to do at the end of each request of a connection, which may end before the responses begin. */
  readonly #ends = new WeakMap<Socket, Set<() => void>>();

  /**
   * @param first The first server; it must be ready and must not listen
   * @param limits How many requests may wait while the server is replaced, and for how long
   */
  constructor(first: HttpServer, limits: QueueLimits = HELD_REQUESTS) {
    this.#held = new BoundedQueue(limits, refuse);
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
    const shift = this.#passed.get(request);
    return shift !== undefined && shift !== this.#active && !this.#resent.has(request);
  }

  /** Passes a request to the current server that an earlier one could not answer. */
  resend(request: IncomingMessage, response: ServerResponse): void {
    this.#resent.add(request);
    this.#passOrQueue(request, response);
  }

  /**
   * Makes new requests wait, and waits for pending ones.
   * @param own How many of them wait for the caller
   * @param requests `writes`: requests that only read go on. A later call may hold all
   * @returns a function that lets the requests go on, with the server that is current then
   */
  async pause(own: number, requests: 'writes' | 'all' = 'all'): Promise<() => void> {
    this.#isHolding = true;
    this.#holdsReads ||= requests === 'all';
    const shift = this.#active;
    const end = performance.now() + DRAIN_TIMEOUT;
    while (shift.open > own && performance.now() < end) await sleep(DRAIN_INTERVAL);
    return () => {
      this.#isHolding = false;
      this.#holdsReads = false;
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
    if (this.#isHolding && (this.#holdsReads || !isRead(request))) this.#hold(request, response);
    else this.#pass(request, response);
  }

  #hold(request: IncomingMessage, response: ServerResponse): void {
    const held = { request, response };
    trackResponse(request, response);
    try {
      this.#held.push(held);
    } catch {
      return refuse(held);
    }
    this.#atEnd(held, () => this.#held.remove(held));
  }

  #pass(request: IncomingMessage, response: ServerResponse): void {
    if (request.socket.destroyed) return;
    const shift = this.#active;
    shift.open += 1;
    this.#passed.set(request, shift);
    this.#atEnd({ request, response }, () => {
      shift.open -= 1;
      if (shift.open === 0 && shift !== this.#active) void shift.server.close();
    });
    // As with a separate socket: the response cache and the queue come first, and listeners of project code are called.
    shift.server.server.emit('request', request, response);
  }

  /**
   * Calls a function once when the response is closed. If the connection is closed while earlier responses are pending,
   * Node does not close this one.
   */
  #atEnd({ request: { socket }, response }: HeldRequest, call: () => void): void {
    const ends = this.#ends.get(socket) ?? this.#endsOf(socket);
    const end = (): void => {
      if (ends.delete(end)) call();
    };
    ends.add(end);
    response.once('close', end);
  }

  #endsOf(socket: Socket): Set<() => void> {
    const ends = new Set<() => void>();
    this.#ends.set(socket, ends);
    socket.once('close', () => {
      for (const end of ends) end();
    });
    return ends;
  }
}

/** Rejects a request that cannot wait. */
function refuse({ request, response }: HeldRequest): void {
  if (!request.socket.destroyed) void rejectOverload(request, response);
}

function isRead({ method }: IncomingMessage): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS';
}

/** Creates a server with the same timeouts and limits of sockets as another one. */
function createSocketServer(
  { keepAliveTimeout, headersTimeout, requestTimeout, timeout, maxConnections }: Server,
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Server {
  const limits = { maxHeaderSize: MAX_HEADER_BYTES, connectionsCheckingInterval: TIMEOUT_CHECK_MS };
  const server = createServer(limits, answer);
  return Object.assign(server, {
    keepAliveTimeout,
    headersTimeout,
    requestTimeout,
    timeout,
    maxConnections,
  });
}
