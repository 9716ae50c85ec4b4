// Server-sent events: a response that a handler writes while it works.
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { PlainResponse } from './response.ts';

const HEADERS = { 'cache-control': 'no-cache', 'x-accel-buffering': 'no' };

/** Events for a client. */
export class EventStream {
  readonly #stream = new PassThrough();
  readonly #closed = new AbortController();

  constructor() {
    this.#stream.once('close', () => this.#closed.abort());
    this.#stream.once('error', () => this.#closed.abort());
  }

  /** The response with the events. */
  get response(): PlainResponse {
    return { status: 200, headers: HEADERS, type: 'text/event-stream', body: this.#stream };
  }

  /** Aborted when the client has disconnected. */
  get signal(): AbortSignal {
    return this.#closed.signal;
  }

  /** Sends an event. Waits while the client is slower. @throws AbortError if the client has disconnected */
  async send(event: string, data: object): Promise<void> {
    this.signal.throwIfAborted();
    const hasRoom = this.#stream.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
    if (!hasRoom) await once(this.#stream, 'drain', { signal: this.signal });
  }

  /** Ends the response. */
  end(): void {
    this.#stream.end();
  }

  /** Closes the connection, so that the client knows that events are missing. */
  fail(): void {
    this.#stream.destroy();
  }
}
