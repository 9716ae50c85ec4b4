// Limits how many requests of one client are handled at the same time, so that none of them fills a queue alone.
import { isIPv6 } from 'node:net';
import { OverloadedError } from '../../base/errors.ts';
import { CLIENT_SHARE, type ShareLimits } from '../../base/limits.ts';
import { Semaphore } from '../../base/semaphore.ts';
import type { Handler } from './route.ts';

/** The requests of a client. */
interface Client {
  readonly semaphore: Semaphore;
  /** Running and waiting. */
  requests: number;
}

export class ClientShare {
  readonly #limits: ShareLimits;
  readonly #clients = new Map<string, Client>();
  /** Waiting requests of all clients. */
  #waiting = 0;

  constructor(limits: ShareLimits = CLIENT_SHARE) {
    this.#limits = limits;
  }

  /** Returns a handler for which further requests of a client wait. */
  limit<Caller>(handler: Handler<Caller>): Handler<Caller> {
    return (request) => this.run(request.ip, async () => handler(request));
  }

  /**
   * Runs work for a request; further ones of its client wait. @param ip Address of the client
   * @throws OverloadedError if too many wait, or for too long
   */
  async run<T>(ip: string, work: () => Promise<T>): Promise<T> {
    const { running, total } = this.#limits;
    const name = clientOf(ip);
    const client = this.#clients.get(name) ?? this.#add(name);
    const waits = client.requests >= running;
    if (waits && this.#waiting >= total) throw new OverloadedError();
    client.requests += 1;
    if (waits) this.#waiting += 1;
    try {
      return await client.semaphore.run(work);
    } finally {
      // A waiting request has started.
      if (client.requests > running) this.#waiting -= 1;
      client.requests -= 1;
      if (client.requests === 0) this.#clients.delete(name);
    }
  }

  #add(name: string): Client {
    const { running, waiting } = this.#limits;
    const client = { semaphore: new Semaphore(running, waiting), requests: 0 };
    this.#clients.set(name, client);
    return client;
  }
}

/** Number of groups in the network part of an IPv6 address; a client can choose the other groups freely. */
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
