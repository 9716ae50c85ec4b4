// `strapi.server.httpServer` before the server exists: `register` may set its limits and add listeners.
import { createServer, type Server } from 'node:http';

const SETTINGS = [
  'headersTimeout',
  'keepAliveTimeout',
  'maxHeadersCount',
  'maxRequestsPerSocket',
  'requestTimeout',
  'timeout',
] as const;

/** Listeners that Node itself adds to a server. */
const OWN_LISTENERS = ['connection'];

/** Stands for the server. It never listens. */
export class PendingServer {
  readonly server: Server = createServer();
  /** Settings that were not changed stay as the server has them. */
  readonly #before = SETTINGS.map((name) => this.server[name]);

  /** Passes on what code did to it, and what it does from now on. */
  pass(to: Server): void {
    for (const [i, name] of SETTINGS.entries()) {
      const value = this.server[name];
      if (value !== this.#before[i]) Object.assign(to, { [name]: value });
    }
    for (const event of this.server.eventNames()) {
      if (OWN_LISTENERS.includes(String(event))) continue;
      for (const listener of this.server.rawListeners(event))
        to.on(String(event), toListener(listener));
    }
    this.server.on('newListener', (event: string, listener: () => void) => to.on(event, listener));
  }
}

/** A listener as it was added. */
function toListener(listener: unknown): (...args: unknown[]) => void {
  return listener as (...args: unknown[]) => void;
}
