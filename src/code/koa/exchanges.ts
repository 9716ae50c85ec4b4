// Maps koa contexts to the requests that the server passed on.
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { Exchange } from './host.ts';

export class Exchanges {
  readonly #byRequest = new WeakMap<IncomingMessage, Exchange>();

  add(exchange: Exchange): void {
    this.#byRequest.set(exchange.request, exchange);
  }

  readonly of = ({ req }: Koa.Context): Exchange => {
    const exchange = this.#byRequest.get(req);
    if (exchange) return exchange;
    throw new Error('This request did not come through the server.');
  };
}
