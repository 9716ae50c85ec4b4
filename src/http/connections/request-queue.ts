// Queue of requests that wait for the serving thread. As long as there is time, each is handled where it arrives. Beyond
// that they wait, so that those which arrive meanwhile are seen, and refused if too many wait (docs/decisions/0023).
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { BoundedQueue, type QueueLimits } from '../../base/bounded-queue.ts';
import { pathOf } from '../request-path.ts';

export interface RequestQueueOptions {
  readonly limits: QueueLimits;
  /** Paths that never wait, in lower case. */
  readonly urgent: ReadonlySet<string>;
  /** Answers a request that is not handled. */
  readonly refuse: RequestListener;
}

/** How long requests are handled before the event loop looks for others, in milliseconds. */
const SLICE = 20;

/** Turns of the event loop in a row that only accept connections. */
const ACCEPT = 100;

/**
 * Requests that are refused in a turn, which takes some milliseconds. Clients that try again at once would take all of the
 * time: they wait for their answer instead.
 */
const REFUSE = 100;

interface Waiting {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/** Requests in the order of their arrival. */
export class RequestQueue {
  readonly #options: RequestQueueOptions;
  readonly #queue: BoundedQueue<Waiting>;
  /** Requests that are to be refused. */
  readonly #refused: Waiting[] = [];
  #handle: RequestListener = () => undefined;
  /** True while the end of this turn of the event loop is waited for. */
  #isScheduled = false;
  /** When requests were first handled in this turn, and when they are to wait for the next. */
  #began = 0;
  #sliceEnd = 0;
  #hasAccepted = false;
  /** Turns so far that only accepted connections. */
  #acceptTurns = 0;

  constructor(options: RequestQueueOptions) {
    this.#options = options;
    this.#queue = new BoundedQueue(options.limits, (waiting) => this.#refused.push(waiting));
  }

  /** Requests that wait. */
  get waiting(): number {
    return this.#queue.length;
  }

  /** The same, with their answers, those that are to be refused last. */
  get pending(): readonly Waiting[] {
    return [...this.#queue.items, ...this.#refused];
  }

  /** Requests that were refused. */
  get rejected(): number {
    return this.#queue.rejected;
  }

  /** Puts the queue in front of whatever handles requests. */
  before(handle: RequestListener): RequestListener {
    this.#handle = handle;
    return (request, response) => this.#take(request, response);
  }

  /**
   * Tells the queue that a connection was accepted. Others may follow: Node accepts one in a turn of the event loop, and
   * would take as many turns as there are connections to see all requests.
   */
  readonly accepted = (): void => {
    this.#hasAccepted = true;
  };

  #take(request: IncomingMessage, response: ServerResponse): void {
    if (!this.#isScheduled) {
      this.#isScheduled = true;
      this.#began = performance.now();
      setImmediate(this.#serve);
      return this.#handle(request, response);
    }
    if (this.#hasTime() || this.#isUrgent(request)) return this.#handle(request, response);
    const waiting = { request, response };
    try {
      this.#queue.push(waiting);
    } catch {
      this.#refused.push(waiting);
    }
  }

  #hasTime(): boolean {
    if (this.#queue.length > 0 || this.#acceptTurns > 0) return false;
    return performance.now() - this.#began < SLICE;
  }

  /** At the end of a turn. At least half of the time is left for requests that wait, however many are refused. */
  readonly #serve = (): void => {
    if (this.#isAccepting()) return void setImmediate(this.#serve);
    this.#refuse();
    const now = performance.now();
    this.#sliceEnd = now + Math.max(SLICE, now - this.#began);
    this.#next();
  };

  /** True while each turn accepts another connection, for some turns. */
  #isAccepting(): boolean {
    const isAccepting = this.#hasAccepted && this.#acceptTurns < ACCEPT;
    this.#hasAccepted = false;
    this.#acceptTurns = isAccepting ? this.#acceptTurns + 1 : 0;
    return isAccepting;
  }

  /** Handles the oldest request, and the next one when all has run that could run at once. */
  readonly #next = (): void => {
    const now = performance.now();
    const isOver = now >= this.#sliceEnd;
    const waiting = isOver ? undefined : this.#queue.shift();
    if (waiting) {
      const { request, response } = waiting;
      queueMicrotask(this.#afterPromises);
      if (!request.socket.destroyed) this.#handle(request, response);
      return;
    }
    this.#isScheduled = this.#queue.length + this.#refused.length > 0;
    if (!this.#isScheduled) return;
    this.#began = now;
    setImmediate(this.#serve);
  };

  #refuse(): void {
    for (const { request, response } of this.#refused.splice(0, REFUSE)) {
      this.#options.refuse(request, response);
    }
  }

  readonly #afterPromises = (): void => process.nextTick(this.#next);

  #isUrgent({ url = '/' }: IncomingMessage): boolean {
    return this.#options.urgent.has(pathOf(url).toLowerCase());
  }
}
