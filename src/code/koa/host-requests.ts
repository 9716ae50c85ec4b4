// Maps koa contexts to the requests that the server has delegated.
import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';
import type { HostRequest } from './host.ts';

export class HostRequests {
  readonly #byRequest = new WeakMap<IncomingMessage, HostRequest>();

  add(hostRequest: HostRequest): void {
    this.#byRequest.set(hostRequest.request, hostRequest);
  }

  readonly of = ({ req }: Koa.Context): HostRequest => {
    const hostRequest = this.#byRequest.get(req);
    if (hostRequest) return hostRequest;
    throw new Error('The context does not belong to a request of this server.');
  };
}
