// Limits how many requests of one client are handled at the same time, so that none of them fills a queue alone.
import { isIPv6 } from 'node:net';
import { CLIENT_SHARE, PASSWORD_QUEUE } from '../../base/limits.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { Handler } from './route.ts';

/** The requests of a client. */
interface Client {
  readonly semaphore: Semaphore;
  /** Running and waiting. */
  requests: number;
}

/** The share of each client. */
export class ClientShare {
  readonly #max: number;
  readonly #clients = new Map<string, Client>();

  /** @param max Requests of a client at the same time */
  constructor(max: number = CLIENT_SHARE) {
    this.#max = max;
  }

  /** Returns a handler for which further requests of a client wait, and are then rejected with an `OverloadedError`. */
  limit<Caller>(handler: Handler<Caller>): Handler<Caller> {
    return async (request) => {
      const name = clientOf(request.ip);
      const client = this.#clients.get(name) ?? this.#add(name);
      client.requests += 1;
      try {
        return await client.semaphore.run(async () => handler(request));
      } finally {
        client.requests -= 1;
        if (client.requests === 0) this.#clients.delete(name);
      }
    };
  }

  #add(name: string): Client {
    const client = { semaphore: new Semaphore(this.#max, PASSWORD_QUEUE), requests: 0 };
    this.#clients.set(name, client);
    return client;
  }
}

/** Groups of an IPv6 address that a provider assigns to a client, which chooses the others. */
const NETWORK_GROUPS = 4;

const GROUPS = 8;

/** Returns the IPv4 address, or the network of an IPv6 address. */
export function clientOf(ip: string): string {
  if (!isIPv6(ip)) return ip;
  const mapped = /^::ffff:([\d.]+)$/i.exec(ip)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = '', after = ''] = ip.split('::');
  const [first, last] = [before, after].map((part) => part.split(':').filter(Boolean));
  const groups = [...(first ?? []), ...zeros(first, last), ...(last ?? [])];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':');
}

/** The groups that `::` stands for. */
function zeros(first: readonly string[] = [], last: readonly string[] = []): readonly string[] {
  return Array.from({ length: Math.max(0, GROUPS - first.length - last.length) }, () => '0');
}
