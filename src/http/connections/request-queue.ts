// Queue of requests that wait for the serving thread. While there is time, requests are handled as they arrive.
// Otherwise they wait, so that further requests are seen, and rejected if too many wait (docs/decisions/0023). Time in
// the socket and in the backlog counts, as far as it is known.
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { BoundedQueue, type Clock, type QueueLimits } from '../../base/bounded-queue.ts';
import { pathOf } from '../routing/request-path.ts';

export interface RequestQueueOptions {
  readonly limits: QueueLimits;
  /** Lowercase paths that never wait. */
  readonly urgent: ReadonlySet<string>;
  /** Rejects a request. */
  readonly reject: RequestListener;
  /** Default: time since the start of the process */
  readonly clock?: Clock;
}

/** How long requests are handled before the event loop polls for others, in milliseconds. */
const SLICE = 20;

/** Maximum number of consecutive turns of the event loop that only accept connections. */
const ACCEPT = 100;

/**
 * Maximum number of rejections per turn, which takes some milliseconds. Clients that retry at once would otherwise
 * take all of the time.
 */
const MAX_REJECTIONS = 100;

/** Turns after which a connection has been read: what it sends later did not wait for it to be accepted. */
const READ_WITHIN = 2;

/** An accepted connection. */
interface FreshConnection {
  /** The time since which it may have waited. */
  readonly since: number;
  readonly turn: number;
}

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests in order of arrival. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #clock: Clock;
  readonly #queue: BoundedQueue<Waiting>;
  /** Requests to reject. */
  readonly #rejected: Waiting[] = [];
  #handle: RequestListener = () => undefined;
  /** True while the end of this turn of the event loop is awaited. */
  #isScheduled = false;
  /** When the first request of this turn was handled, and when further ones must wait. */
  #began = 0;
  /** When this turn began, and sockets were read. */
  #turnBegan = 0;
  /** When sockets were read before: a request that is read now may have arrived since then. */
  #polled = 0;
  /** When no connection was left to accept: those that are accepted now may have waited since then. */
  #acceptedAll = 0;
  /** Connections of the last turns that have sent no request yet. */
  readonly #fresh = new Map<Socket, FreshConnection>();
  #turn = 0;
  #sliceEnd = 0;
  #hasAccepted = false;
  /** Consecutive turns that only accepted connections. */
  #acceptTurns = 0;

  constructor(options: RequestQueueOptions) {
    const { limits, clock = performance } = options;
    this.#options = options;
    this.#clock = clock;
    this.#queue = new BoundedQueue(limits, (waiting) => this.#rejected.push(waiting), clock);
  }

  /** Number of waiting requests. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** Waiting requests with their responses; those to reject come last. */
  get pending(): readonly Waiting[] {
    return [...this.#queue.items, ...this.#rejected];
  }

  /** Number of rejected requests. */
  get rejected(): number {
    return this.#queue.rejected;
  }

  /** Wraps a request handler with the queue. */
  before(handle: RequestListener): RequestListener {
    this.#handle = handle;
    return (request, response) => this.#take(request, response);
  }

  /**
   * Reports an accepted connection. More may follow: Node accepts one per turn of the event loop, so that it takes as
   * many turns as there are connections to see all requests.
   */
  readonly accepted = (socket: Socket): void => {
    if (!this.#isScheduled) return;
    this.#hasAccepted = true;
    this.#fresh.set(socket, { since: this.#acceptedAll, turn: this.#turn });
  };

  #take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      const now = this.#clock.now();
      this.#began = this.#turnBegan = this.#polled = this.#acceptedAll = now;
      setImmediate(this.#serve);
      return this.#handle(request, response);
    }
    const since = this.#fresh.get(request.socket)?.since ?? this.#polled;
    this.#fresh.delete(request.socket);
    if (this.#hasTime() || this.#isUrgent(request)) return this.#handle(request, response);
    const waiting = { request, response };
    try {
      this.#queue.push(waiting, since);
    } catch {
      this.#rejected.push(waiting);
    }
  }

  #hasTime(): boolean {
    if (this.#queue.length > 0 || this.#acceptTurns > 0) return false;
    return this.#clock.now() - this.#began < SLICE;
  }

  /** Runs at the end of a turn. At least half of the time is left for waiting requests, however many are rejected. */
  readonly #serve = (): void => {
    const now = this.#clock.now();
    if (this.#isQuiet(now)) {
      this.#isScheduled = false;
      return;
    }
    // Data that arrives after this turn has read the sockets is read in the next one.
    this.#polled = this.#turnBegan;
    if (!this.#hasAccepted) this.#acceptedAll = this.#turnBegan;
    this.#turnBegan = now;
    this.#turn += 1;
    for (const [socket, { turn }] of this.#fresh) {
      if (this.#turn - turn > READ_WITHIN) this.#fresh.delete(socket);
    }
    if (this.#isAccepting()) return void setImmediate(this.#serve);
    this.#rejectExpired();
    this.#sliceEnd = now + Math.max(SLICE, now - this.#began);
    this.#next();
  };

  /** True after a short turn that left nothing to do, as most are. */
  #isQuiet(now: number): boolean {
    if (this.#hasAccepted || this.#acceptTurns > 0 || this.#fresh.size > 0) return false;
    return this.#queue.length + this.#rejected.length === 0 && now - this.#turnBegan < SLICE;
  }

  /** Returns true while each turn accepts another connection, for a limited number of turns. */
  #isAccepting(): boolean {
    const isAccepting = this.#hasAccepted && this.#acceptTurns < ACCEPT;
    this.#hasAccepted = false;
    this.#acceptTurns = isAccepting ? this.#acceptTurns + 1 : 0;
    return isAccepting;
  }

  /** Handles the oldest request, and the next one after everything that can run at once. */
  readonly #next = (): void => {
    const now = this.#clock.now();
    this.#queue.expire();
    const isOver = now >= this.#sliceEnd;
    const waiting = isOver ? undefined : this.#queue.shift();
    if (waiting) {
      const { request, response } = waiting;
      queueMicrotask(this.#afterPromises);
      if (!request.socket.destroyed) this.#handle(request, response);
      return;
    }
    // After a long turn, the next one shows what arrived meanwhile.
    const wasLong = now - this.#polled >= SLICE;
    this.#isScheduled = wasLong || this.#queue.length + this.#rejected.length > 0;
    if (!this.#isScheduled) return this.#fresh.clear();
    this.#began = this.#turnBegan = now;
    setImmediate(this.#serve);
  };

  #rejectExpired(): void {
    for (const { request, response } of this.#rejected.splice(0, MAX_REJECTIONS)) {
      this.#options.reject(request, response);
    }
  }

  readonly #afterPromises = (): void => process.nextTick(this.#next);

  #isUrgent({ url = '/' }: IncomingMessage): boolean {
    return this.#options.urgent.has(pathOf(url).toLowerCase());
  }
}
